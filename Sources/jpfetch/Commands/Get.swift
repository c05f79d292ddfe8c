import JPCore

/// `jpfetch get PATH|URL`: fetches any JSON document, and prints it.
struct Get {
  static let command = Command(
    name: .get,
    usage: "get {<path>|<url>}",
    summary: "Fetch any JSON and print it",
    examples: [
      ("jpfetch get /users/1", "Any path of the API"),
      ("jpfetch get /posts -f csv", "As rows"),
    ],
    options: [.query]
      + OptionName.printing + [.meta, .include, .compact, .noHeader, .wide]
      + OptionName.fetching + [.noCache, .sample]
      + OptionName.connecting + [.dryRun] + OptionName.everywhere,
    formats: OutputFormat.choicesForDocuments, defaultFormat: OutputFormat.json.rawValue,
    plan: { arguments, settings throws(Message) in
      try Get(arguments.wordsAfterFirst, settings).run
    })

  private let url: String
  private let fetcher: Fetcher
  private let notices: Notices
  private let warnings: [Message]
  private let output: AnswerOutput
  private let dryRun: DryRun?
  private let isWithHead: Bool
  private let isStrict: Bool

  init(_ operands: [String], _ settings: Settings) throws(Message) {
    guard let target = operands.first else {
      throw .usage("get needs a path or URL")
    }
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    let query = try Self.queryPairs(settings.options)
    url = try Self.requestURL(target, settings.data).addingQuery(query)
    isWithHead = settings.options.has(.include)
    isStrict = settings.options.has(.strict)
    output = AnswerOutput(settings)
    notices = Notices(settings)
    fetcher = try settings.fetcher(notices, of: url)
    warnings = settings.warnings(about: fetcher, of: url)
    dryRun = DryRun(settings)
  }

  func run() throws -> ExitCode {
    notices.writeMessages(warnings)
    if let dryRun {
      return try dryRun.printRequests(notices, [fetcher]) { [url, isWithHead] fetcher in
        try await fetcher.preview(at: url, allowsList: !isWithHead)
      }
    }
    let answer = try fetch()
    notices.warn(about: answer)
    if output.writesRows, let mismatch = answer.value.mismatchOfRows {
      throw FetchError(resource: nil, url: answer.sources[0].url, cause: .mismatch(mismatch))
    }
    let resource = fetcher.resource(ofListAt: url)
    var head: ResponseHeadText?
    if isWithHead { head = ResponseHeadText(answer.sources[0]) }
    let omissions = try output.write(
      .document(answer.value, of: resource), of: answer, after: head)
    // Rows without fields are printed as nothing, which would look like no answer.
    if output.hasColumns, !answer.value.isEmptyArray, answer.value.hasNoFields {
      notices.writeRemark("no fields")
    }
    notices.writeSummary(summaryParts(of: answer, resource, omissions), below: output)
    return ExitCode(for: answer, isStrict: isStrict)
  }

  /// Fetches the document. A response that can't be used is printed with `--include`, as curl does.
  private func fetch() throws -> Answer<JSONDocument> {
    if isWithHead, fetcher.base.isLocal {
      var message = Message(
        .clientError, "local data has no status line and no header fields: \(url.withoutSecrets)",
        advice: .sentence("leave out \(OptionName.include.typed)"))
      message.status = 404
      throw message
    }
    do {
      return try notices.fetch(with: fetcher) { [fetcher, url, isWithHead] in
        // Records that are chosen from a list have no head.
        try await fetcher.document(at: url, allowsList: !isWithHead)
      }
    } catch let error as FetchError {
      if isWithHead, let head = ResponseHeadText(error) {
        try output.writeUnusable(head, error.body)
      }
      throw error
    }
  }

  /// The line below the answer: `100 posts · cached 1m ago`.
  private func summaryParts(
    of answer: Answer<JSONDocument>, _ resource: Resource?, _ omissions: [String]
  ) -> [String] {
    let document = answer.value
    var amounts: [String] = []
    if document.root.kind == .array {
      let count = document.root.elements.count
      var name = count.pluralForm("record", "records")
      if let resource { name = resource.name }
      let amount = RecordAmount(list: name, shown: count, matching: count, total: count)
      amounts.append(amount.inWords)
    }
    return Summary.parts(amounts, sources: answer.sources, rest: omissions)
  }

  private static func queryPairs(
    _ options: Options
  ) throws(Message) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for text in options.texts(.query) { pairs.append(try readPair(text)) }
    return pairs
  }

  private static func readPair(_ text: String) throws(Message) -> (key: String, value: String) {
    let halves = text.utf8.split(
      separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2, !halves[0].isEmpty {
      return (String(utf8: halves[0]), String(utf8: halves[1]))
    }
    // If the "=" is missing, the text after the name may be a secret: token:x.
    let name = text.prefix { $0 != ":" && $0 != " " }
    var shown = text
    if "?\(name)=".secretParameter != nil { shown = "\(name)***" }
    throw .badValue(
      OptionName.query.typed, shown, expected: OptionDeclaration.ValueForm.pair.expected)
  }

  /// What the command takes, as the message about a wrong operand says it.
  private static let expected = """
    a path or a URL without white space, "#" and "..": /users/1, http://localhost:3000/users
    """

  /// The typed path, with a leading slash, or the typed URL.
  private static func requestURL(
    _ target: String, _ data: Settings.DataSource
  ) throws(Message) -> String {
    func isAllowed(_ byte: UInt8) -> Bool {
      byte > .space && byte != 0x7F && byte != UInt8(ascii: "#")
    }
    guard !target.isEmpty, target.utf8.allSatisfy(isAllowed) else {
      throw .badValue("get", target, expected: expected)
    }
    let path = target.path
    let isRooted = path.utf8.first == .slash
    if !isRooted, let url = target.wholeURL {
      if let local = data.localOrigin {
        throw .usage("get \(typed: target) and \(local) cannot be combined")
      }
      guard case .http = BaseURL(url.path)?.scheme else {
        throw .badValue("get", target, expected: expected)
      }
      return url
    }
    // A first segment such as `mailto:` begins a URL. As a path, it would be sent to the API's
    // server.
    let firstSegment = path.utf8.prefix { $0 != .slash }
    if firstSegment.contains(.colon) { throw .badValue("get", target, expected: expected) }
    // Dot segments would lead out of the base URL (RFC 3986 §5.2.4).
    if path.hasDotSegments { throw .badValue("get", target, expected: expected) }
    if isRooted { return target }
    return "/" + target
  }
}

extension String {
  /// The text itself if it contains `://`, or the http URL for a text that begins with a host and a
  /// port (`localhost:3000`); `nil` for a path.
  fileprivate var wholeURL: String? {
    if path.contains(ascii: "://") { return self }
    return urlOfServer
  }

  /// The part of a URL or path before its query.
  fileprivate var path: String {
    guard let end = unicodeScalars.firstIndex(of: "?") else {
      return self
    }
    return String(self[..<end])
  }
}
