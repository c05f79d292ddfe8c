import JPCore

/// `-v`: a line for each source, in columns. `-vv` adds header fields, times, and the content of
/// failures.
struct SourceTable {
  private let isDetailed: Bool
  private var rows: [(cells: [String], rest: String, details: [String])] = []

  /// Longer content is cut.
  private static let maxBodyCharacters = 4096

  init(isDetailed: Bool) { self.isDetailed = isDetailed }

  var lines: [String] {
    zip(rows.map(\.cells).aligned(numbers: 2...3), rows).flatMap { cells, row in
      ["\(cells)  \(row.rest)".safeForTerminal] + row.details.map { "  \($0.safeForTerminal)" }
    }
  }

  /// Adds a request, and how it ended.
  mutating func add(_ part: FetchProgress.Part) {
    let fields = isDetailed ? part.fields.lines(after: "> ") : []
    switch part.outcome {
    case .success(let source)?: add(source, fields)
    case .failure(let error)?: add(error, fields)
    case nil:
      add(part.name == part.url ? nil : part.name, nil, 0, nil, state: "given up", part.url, fields)
    }
  }

  mutating func add(_ source: Provenance, _ requestFields: [String] = []) {
    // The failure comes first.
    if let failure = source.failure { add(failure, requestFields) }
    let age = source.isUnconfirmed ? source.storedAgo.map { ", \($0.roughly()) old" } ?? "" : ""
    let confirmation = source.origin == .revalidated ? " (304)" : ""
    let list = source.derivedFrom.map { " (from \($0))" } ?? ""
    // The failure took the time.
    let time = source.failure == nil ? source.duration : nil
    add(
      source.resource, source.head, source.bytes, time,
      state: source.origin.cacheWord + confirmation + age, source.url + list,
      source.failure == nil ? requestFields : [])
  }

  mutating func add(_ failure: FetchError, _ requestFields: [String] = []) {
    for hidden in failure.hiddenFailures { add(hidden) }
    var causes = [Message(failure).sentence]
    if case .transport(let error) = failure.cause { causes.append(error.detail) }
    add(
      failure.resource, failure.response, failure.body.count, failure.duration, state: "failed",
      failure.url, causes.filter { !$0.isEmpty } + requestFields)
    // A file of --base-url file:DIR can be looked at, and may be a link to anything.
    guard isDetailed, failure.response?.origin != .file else { return }
    let body = String(utf8: failure.body)
    let shown = body.cut(toCharacters: Self.maxBodyCharacters)
    rows[rows.count - 1].details += shown.split(whereSeparator: \.isNewline).map { String($0) }
    if shown == body { return }
    let rest = body.utf8.count - shown.utf8.count + "…".utf8.count
    rows[rows.count - 1].details.append("\(rest.bytesInWords) more")
  }

  /// - Parameter url: the last one after redirects.
  private mutating func add(
    _ name: String?, _ head: TransportResponse?, _ bytes: Int, _ time: Duration?, state: String,
    _ url: String, _ details: [String]
  ) {
    let cells = [
      name ?? "get", head.map { "\($0.status)" } ?? "-", head == nil ? "-" : bytes.bytesInWords,
      time.map { "\($0.roundedMilliseconds) ms" } ?? "-", state,
    ]
    let urls = (head?.redirectedFrom ?? []) + [url]
    rows.append((cells, urls.joined(separator: " → "), details + (head.map(self.details) ?? [])))
  }

  private func details(of head: TransportResponse) -> [String] {
    isDetailed ? (head.times.map { [$0.inWords] } ?? []) + head.fields.lines(after: "< ") : []
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
    return map { row in
      var cells: [String] = []
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.displayWidth)
        cells.append(numbers.contains(column) ? blanks + cell : cell + blanks)
      }
      return cells.joined(separator: "  ")
    }
  }
}

extension HeaderFields {
  /// A line for each field, without secrets.
  fileprivate func lines(after start: String) -> [String] {
    all.map { "\(start)\($0.name): \($0.shownValue)" }
  }
}

extension TransferTimes {
  /// From the transfer's start.
  fileprivate var inWords: String {
    "DNS \(lookUp.roundedMilliseconds) ms, connection \(connection.roundedMilliseconds) ms, "
      + (tls > .zero ? "TLS \(tls.roundedMilliseconds) ms, " : "")
      + "first byte \(firstByte.roundedMilliseconds) ms"
  }
}

extension TransportResponse.Origin {
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
