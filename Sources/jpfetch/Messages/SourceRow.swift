import JPCore

/// A response, a failure, a request or a stored response, as `-v`, `--meta`, `--dry-run`,
/// `cache list` and reports of checks describe it.
struct SourceRow: Sendable {
  /// The resource's name; `nil` for a document requested by its path.
  var resource: String?

  /// The URL as it may be shown, the last one after redirects; the path of a stored file that can't
  /// be used.
  var url: String

  /// The URLs that were redirected.
  var redirectedFrom: [String] = []

  /// The URL of the list that the response was made from.
  var derivedFrom: String?

  /// The file of a stored response.
  var file: String?

  /// The size of the file.
  var fileBytes: Int?

  /// The status code; `nil` without a response.
  var status: Int?

  /// The size of the content; `nil` without a response.
  var bytes: Int?

  /// How many records the list has.
  var records: Int?

  /// How long it took.
  var time: Duration?

  /// Whether a server answered just now.
  var isAnsweredNow = false

  /// The cache word, or another word for its state.
  var state: String

  /// What a line adds to the state.
  var remark = ""

  /// Its age (RFC 9111 §4.2.3); of an entry in `cache list`, the time since it was stored.
  var age: Duration?

  /// Whether a stored response is fresh.
  var isFresh: Bool?

  var fields: HeaderFields = []
  var times: TransferTimes?

  /// The code of the failure that a stored response replaces.
  var replacedError: String?

  /// Why it failed, in a word or two; `nil` if the status says so.
  var problem: String?

  /// Why it failed, in sentences.
  var causes: [String] = []

  /// The failed request, after those that its message mentions, if this is the stored response that
  /// is shown instead.
  var replacedRows: [SourceRow] = []

  /// The request's header fields.
  var requestFields: HeaderFields = []

  /// The content of a failure.
  var content: [UInt8] = []

  /// The resource, or the command that requests a document.
  var name: String { resource ?? "get" }

  /// How long the server took; `nil` if none answered.
  var serverTime: Duration? {
    if isAnsweredNow { return time }
    return nil
  }
}

// MARK: What is described

extension SourceRow {
  /// A response that is part of an answer.
  init(_ source: Source, _ run: Circumstances) {
    self.init(url: source.url, state: source.origin.cacheWord)
    resource = source.resource
    set(source.head, source.origin)
    derivedFrom = source.derivedFrom
    bytes = source.bytes
    age = source.age
    if source.origin == .revalidated { remark = " (304)" }
    if source.isUnconfirmed, let storedAgo = source.storedAgo {
      remark = ", \(storedAgo.roughly()) old"
    }
    if let failure = source.failure {
      // The failure took the time.
      replacedError = Message(failure, run).codeText
    } else {
      time = source.duration
    }
  }

  init(_ failure: FetchError, _ run: Circumstances) {
    self.init(url: failure.url, state: "failed")
    resource = failure.resource
    time = failure.duration
    let message = Message(failure, run)
    problem = message.code.word
    causes = [message.sentence]
    if case .transport(let error) = failure.cause, !error.detail.isEmpty {
      causes.append(error.detail)
    }
    guard let sourced = failure.sourced else { return }
    set(sourced.response, sourced.origin)
    bytes = failure.body.count
    // A file of --base-url file:DIR can be looked at, and may be a link to anything.
    if sourced.origin != .file { content = failure.body }
  }

  /// A list, or why it is missing.
  init(_ answer: ListAnswer, _ run: Circumstances) {
    switch answer.result {
    case .success(let list):
      self.init(list.source, run)
      records = list.content.recordCount
    case .failure(let error):
      self.init(error, run)
    }
    resource = answer.resource.name
  }

  /// A request that was not sent.
  ///
  /// - Parameter missing: the state if nothing is stored for it.
  init(_ preview: Fetcher.Preview, missing: String) {
    self.init(url: preview.request.url.withoutSecrets, state: missing)
    var storedAgo: Duration?
    switch preview.lookUp {
    case .ask(let revalidation):
      if !revalidation.conditions.isEmpty {
        state = "revalidate"
        storedAgo = revalidation.storedAgo
      }
    case .atHand(let cached, _):
      let response = cached.response
      state = cached.origin.cacheWord
      storedAgo = cached.storedAgo
      if !(200..<300).contains(response.status) {
        remark += ", status \(response.status)"
      }
      if let list = response.derivedFrom {
        remark += ", from \(list.withoutSecrets)"
      }
    case .notStored: break
    }
    if let storedAgo {
      remark += ", stored \(storedAgo.roughly()) ago"
    }
  }

  /// A file in the store.
  init(_ entry: ResponseStore.Entry, at now: HTTPDate) {
    self.init(url: entry.path, state: "unusable")
    file = entry.path
    fileBytes = entry.bytes
    bytes = entry.contentBytes
    age = entry.age(at: now)
    guard let head = entry.head else { return }
    let isFresh = head.isFresh(at: now)
    self.isFresh = isFresh
    state = "stale"
    if isFresh { state = "fresh" }
    url = head.url.withoutSecrets
    status = head.status
    fields = head.fields
  }

  private mutating func set(_ head: HTTPResponse, _ origin: Source.Origin) {
    status = head.status
    fields = head.headerFields
    times = head.times
    redirectedFrom = head.redirectedFrom
    isAnsweredNow = origin.isServerNow
  }
}

extension ResponseStore.Entry {
  /// How long ago it was stored, by the time in the file if there is one: a copy of the file keeps
  /// that.
  func age(at now: HTTPDate) -> Duration {
    var start = stored
    if let head { start = head.received }
    return max(.zero, now - start)
  }
}

// MARK: -v

extension SourceRow {
  /// A request, and how it ended.
  static func rows(for part: FetchProgress.Part, _ run: Circumstances) -> [SourceRow] {
    switch part.outcome {
    case .success(let source)?:
      return rows(for: source, run, sending: part.fields)
    case .failure(let error)?:
      return rows(for: error, run, sending: part.fields)
    case nil:
      var row = SourceRow(url: part.url, state: "given up")
      if part.name != part.url { row.resource = part.name }
      row.requestFields = part.fields
      return [row]
    }
  }

  static func rows(for answer: ListAnswer, _ run: Circumstances) -> [SourceRow] {
    switch answer.result {
    case .success(let list): rows(for: list.source, run)
    case .failure(let error): rows(for: error, run)
    }
  }

  /// A response, with the failure that it replaces.
  static func rows(
    for source: Source, _ run: Circumstances, sending fields: HeaderFields = []
  ) -> [SourceRow] {
    var row = SourceRow(source, run)
    if let failure = source.failure {
      row.replacedRows = rows(for: failure, run, sending: fields)
    } else {
      row.requestFields = fields
    }
    return [row]
  }

  /// A failure, after those that its message mentions.
  static func rows(
    for failure: FetchError, _ run: Circumstances, sending fields: HeaderFields = []
  ) -> [SourceRow] {
    var rows: [SourceRow] = []
    if let serverFailure = failure.serverFailure {
      rows += self.rows(for: serverFailure, run)
    }
    var row = SourceRow(failure, run)
    row.requestFields = fields
    rows.append(row)
    return rows
  }

  /// A line for each row, in columns.
  ///
  /// - Parameters:
  ///   - isDetailed: `-vv`: whether failures have rows of their own, and sentences, and whether to add
  ///     header fields, times, and the content of failures. Without it, the message about a failure has
  ///     the sentence.
  ///   - width: the terminal's columns. A URL that doesn't fit is on its own line, whole.
  static func lines(
    _ rows: [SourceRow], isDetailed: Bool, width: Int? = nil
  ) -> [String] {
    var shown: [SourceRow] = []
    for row in rows {
      if isDetailed {
        shown += row.replacedRows.map(\.withoutProblem)
        shown.append(row.withoutProblem)
      } else {
        shown.append(row.withReplaced)
      }
    }
    let rowsOfCells = shown.map(\.cells)
    var lines: [String] = []
    for (row, cells) in zip(shown, rowsOfCells.aligned(numbers: 2...3)) {
      let start = cells.safeForTerminal
      let location = row.location.safeForTerminal
      let line = "\(start)  \(location)"
      if let width, line.displayWidth > width {
        lines.append(start)
        lines.append("  \(location)")
      } else {
        lines.append(line)
      }
      guard isDetailed else { continue }
      for detail in row.causes + row.details {
        lines.append("  \(detail.safeForTerminal)")
      }
    }
    return lines
  }

  /// The row if its sentences say what the problem is.
  private var withoutProblem: SourceRow {
    var row = self
    row.problem = nil
    return row
  }

  /// The row with the problem and the time of the failure that the response replaces.
  private var withReplaced: SourceRow {
    guard let failure = replacedRows.last else { return self }
    var row = self
    row.time = failure.time
    row.problem = failure.problem
    if row.problem == nil, let status = failure.status {
      row.problem = "\(status)"
    }
    return row
  }

  private var cells: [String] {
    var cells = [name, "-", "-", "-", state + remark]
    if let status { cells[1] = "\(status)" }
    if let bytes { cells[2] = bytes.bytesInWords }
    if let time { cells[3] = "\(time.roundedMilliseconds) ms" }
    if let problem { cells[4] += ": \(problem)" }
    return cells
  }

  /// `URL → URL (from URL)`.
  private var location: String {
    let urls = redirectedFrom + [url]
    var text = urls.joined(separator: " → ")
    if let derivedFrom { text += " (from \(derivedFrom))" }
    return text
  }

  private var details: [String] {
    var lines = requestFields.lines(after: "> ")
    if let times { lines.append(times.inWords) }
    lines += fields.lines(after: "< ")
    return lines + contentLines
  }

  /// Longer content is cut.
  private static let maxContentCharacters = 4096

  private var contentLines: [String] {
    let text = String(utf8: content)
    let shown = text.cut(toCharacters: Self.maxContentCharacters)
    var lines: [String] = []
    for line in shown.split(whereSeparator: \.isNewline) {
      lines.append(String(line))
    }
    if shown == text { return lines }
    let rest = text.utf8.count - shown.utf8.count + "…".utf8.count
    return lines + ["\(rest.bytesInWords) more"]
  }
}

extension [[String]] {
  /// Rows of cells in columns, two spaces apart.
  ///
  /// - Parameter numbers: the columns that are aligned to the right.
  func aligned(numbers: ClosedRange<Int>) -> [String] {
    var widths: [Int] = []
    for row in self {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = Swift.max(widths[column], cell.displayWidth)
      }
    }
    var lines: [String] = []
    for row in self {
      var cells: [String] = []
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.displayWidth)
        if numbers.contains(column) {
          cells.append(blanks + cell)
        } else {
          cells.append(cell + blanks)
        }
      }
      lines.append(cells.joined(separator: "  "))
    }
    return lines
  }
}

extension HeaderFields {
  /// A line for each field, without secrets.
  fileprivate func lines(after start: String) -> [String] {
    var lines: [String] = []
    for field in self {
      lines.append("\(start)\(field.name): \(field.shownValue)")
    }
    return lines
  }
}

extension TransferTimes {
  /// From the transfer's start.
  fileprivate var inWords: String {
    var steps = ["DNS \(lookUp.roundedMilliseconds) ms"]
    steps.append("connection \(connection.roundedMilliseconds) ms")
    if tls > .zero {
      steps.append("TLS \(tls.roundedMilliseconds) ms")
    }
    steps.append("first byte \(firstByte.roundedMilliseconds) ms")
    return steps.joined(separator: ", ")
  }
}

extension Source.Origin {
  /// The word of RFC 9211 if it has one.
  var cacheWord: String {
    switch self {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .offline: "offline"
    case .sample: "sample"
    case .file: "file"
    }
  }
}
