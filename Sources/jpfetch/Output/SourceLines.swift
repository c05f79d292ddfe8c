import JPCore

/// The lines of `-v` and `-vv` about requests and how they ended:
///
///     users   200  5.5 KiB  3 ms  revalidated                 http://localhost:3000/users
///     albums  200  9.1 KiB  2 ms  stale, 2h old: net.refused  http://localhost:3000/albums
///     photos                1 ms  failed: net.refused         http://localhost:3000/photos
struct SourceLines {
  /// The resource, status, size, time, state and URL of each response.
  private var rows: [[String]] = []

  /// The lines below each row.
  private var details: [[String]] = []

  /// Whether stored responses are looked up, so that a response from the server is a miss.
  private let looksUp: Bool

  /// Whether to add the header fields that were sent and received, the times of the transfer's
  /// steps, and the message and content of failures (`-vv`).
  private let isDetailed: Bool

  init(isDetailed: Bool, looksUp: Bool = true) {
    self.isDetailed = isDetailed
    self.looksUp = looksUp
  }

  /// - Parameter width: the width of the terminal; `nil` for no limit.
  func lines(to width: Int?) -> [String] {
    let columns = TextColumns(rows, numeric: [2, 3], width: width)
    var lines: [String] = []
    for (row, details) in details.enumerated() { lines += columns.lines(ofRow: row) + details }
    return lines
  }

  /// Adds the lines about one request of a fetch.
  mutating func addPart(_ part: FetchProgress.Part) {
    switch part.outcome {
    case .success(let source)?: addResponse(source, sent: part.fields)
    case .failure(let failure)?: addFailure(failure, sent: part.fields)
    case nil:
      var name: String?
      if part.name != part.url { name = part.name }
      addRow(name, state: "given up", part.url)
      if part.hasBegun { addSentFields(part.fields) }
    }
  }

  /// - Parameter fields: the header fields of the request, which are shown if it was sent.
  mutating func addResponse(_ source: Source, sent fields: HeaderFields = []) {
    var time = source.duration
    var state = source.origin.cacheWord
    if source.origin == .network, !looksUp { state = "" }
    if source.origin == .revalidated { state += " (304)" }
    if source.isUnconfirmed {
      var age = "of unknown age"
      if let storedAgo = source.storedAgo { age = "\(storedAgo.roughlyAbbreviated) old" }
      state += ", \(age)"
    }
    if let failure = source.failure {
      // The time is that of the failed request.
      time = failure.duration ?? .zero
      state += ": \(failure.codeText)"
      if isDetailed { addFailure(failure, sent: fields) }
    }
    let url = (source.head.redirectedFrom + [source.url]).joined(separator: " → ")
    addRow(
      source.resource, "\(source.status)", source.bytes.bytesInWords, time.measuredInWords(),
      state: state, url)
    if source.origin.isConfirmedByServer { addSentFields(source.head.sentFields ?? fields) }
    addReceived(source.head)
  }

  mutating func addFailure(_ failure: FetchError, sent fields: HeaderFields = []) {
    var status = ""
    var size = ""
    if let number = failure.status {
      status = "\(number)"
      size = failure.body.count.bytesInWords
    }
    let urls = (failure.response?.redirectedFrom ?? []) + [failure.url]
    addRow(
      failure.resource, status, size, failure.duration?.measuredInWords() ?? "",
      state: "failed: \(failure.codeText)", urls.joined(separator: " → "))
    if isDetailed { addDetail("\(failure)") }
    if failure.isOfSentRequest { addSentFields(failure.response?.sentFields ?? fields) }
    if let response = failure.response { addReceived(response) }
    // A file's content isn't shown, because the file may be a link to anything.
    if failure.source?.origin != .file { addContent(failure.body) }
  }

  /// What the lines call a document that isn't a resource's list or record, after the command that
  /// requests it.
  private static let nameOfDocument = "get"

  private mutating func addRow(
    _ resource: String?, _ status: String = "", _ size: String = "", _ time: String = "",
    state: String, _ url: String
  ) {
    let name = resource ?? Self.nameOfDocument
    rows.append([name, status, size, time, state, url.safeForTerminal])
    details.append([])
  }

  /// Adds a line below the last row.
  private mutating func addDetail(_ text: String) {
    details[details.count - 1].append("  \(text)".safeForTerminal)
  }

  private mutating func addSentFields(_ fields: HeaderFields) {
    guard isDetailed else { return }
    for field in fields { addDetail("> \(field.name): \(field.requestValueWithoutSecrets)") }
  }

  private mutating func addReceived(_ head: HTTPResponse) {
    guard isDetailed else { return }
    if let times = head.times { addDetail(times.inWords) }
    for field in head.headerFields {
      addDetail("< \(field.name): \(field.responseValueWithoutSecrets)")
    }
  }

  /// The most characters of a failed response's content that are shown.
  private static let maxContentCharacters = 4096

  private mutating func addContent(_ content: [UInt8]) {
    guard isDetailed else { return }
    let text = String(utf8: content)
    let shown = text.cut(toCharacters: Self.maxContentCharacters)
    for line in shown.split(whereSeparator: \.isLineBreak) { addDetail(String(line)) }
    if shown.hasSameBytes(as: text) { return }
    let rest = text.utf8.count - shown.utf8.count + "…".utf8.count
    addDetail("\(rest.bytesInWords) more")
  }
}

extension FetchError {
  /// Whether a request was sent, as far as the error tells.
  fileprivate var isOfSentRequest: Bool {
    if let source { return source.origin.isConfirmedByServer }
    if case .transport(let error) = cause {
      return error.reason.mayFollowRequest && !url.utf8.starts(with: "file:".utf8)
    }
    return false
  }
}

extension TransportError.Reason {
  /// Whether the request may have been sent: without a connection, it wasn't.
  fileprivate var mayFollowRequest: Bool {
    switch self {
    case .hostNotFound, .proxyNotFound, .proxyFailed, .connectionRefused, .noRoute,
      .tooManyOpenFiles, .insecure, .unreadableCertificates, .invalidURL, .internationalHost,
      .invalidField, .missingLibrary:
      false
    default: true
    }
  }
}

extension TransferTimes {
  /// The times from the transfer's start: `DNS 1 ms, connection 2 ms, first byte 9 ms`.
  fileprivate var inWords: String {
    var steps = ["DNS \(lookUp.measuredInWords())"]
    steps.append("connection \(connection.measuredInWords())")
    if tls > .zero { steps.append("TLS \(tls.measuredInWords())") }
    steps.append("first byte \(firstByte.measuredInWords())")
    return steps.joined(separator: ", ")
  }
}

extension Source.Origin {
  /// Each word for an origin, with its meaning.
  static let cacheWords = [
    network.cacheRow, revalidated.cacheRow, fresh.cacheRow, stale.cacheRow,
    stored(isFresh: true).cacheRow,
    file.cacheRow, sample.cacheRow,
  ]

  /// A word for the origin, from RFC 9211 if that has one.
  var cacheWord: String { cacheRow.left }

  private var cacheRow: HelpSection.Row {
    switch self {
    case .network: ("miss", "The server sent it")
    case .revalidated: ("revalidated", "The server confirmed what was stored")
    case .fresh: ("hit", "Stored and fresh; no server was asked")
    case .stale: ("stale", "Stored, in place of a failure")
    case .stored: ("offline", "Stored, with --offline")
    case .file: ("file", "A file")
    case .sample: ("sample", "Built-in data")
    }
  }
}
