import JPCore

/// The lines of `-v` and `-vv`.
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
    } else if row.isAnsweredNow {
      row.requestFields = fields
    }
    return [row]
  }

  /// A failure.
  static func rows(
    for failure: FetchError, _ run: Circumstances, sending fields: HeaderFields = []
  ) -> [SourceRow] {
    var row = SourceRow(failure, run)
    if failure.wasSent { row.requestFields = fields }
    return [row]
  }

  /// A line for each row, in columns.
  ///
  /// - Parameters:
  ///   - isDetailed: whether to add a row for each failure that a stored response replaced, and
  ///     below each row its sentences, header fields, times and content (`-vv`). Without it, the
  ///     replaced failure's problem and time are in the response's row.
  ///   - width: the terminal's columns. Longer texts are wrapped, longer URLs are cut; `nil` for no
  ///     limit.
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
      lines += row.firstLines(cells.safeForTerminal, width)
      if isDetailed { lines += row.detailLines(width) }
    }
    guard let width else { return lines }
    // They fit already, unless the terminal is hardly wider than the indents.
    return lines.map { $0.cut(to: width) }
  }

  /// The cells and the URLs; each URL on a line of its own if they don't fit on one line.
  private func firstLines(_ cells: String, _ width: Int?) -> [String] {
    let locations = locations
    let texts = locations.map(\.text)
    let line = "\(cells)  \(texts.joined(separator: " "))"
    guard let width, line.displayWidth > width else { return [line] }
    var lines = cells.lines(fitting: width)
    for location in locations {
      lines.append("  " + location.cut(to: width - 2))
    }
    return lines
  }

  /// Sentences, header fields, times and content.
  private func detailLines(_ width: Int?) -> [String] {
    var lines: [String] = []
    for cause in causes {
      lines += cause.safeForTerminal.lines(fitting: width, after: "  ")
    }
    for field in requestFields {
      let text = "\(field.name): \(field.shownValue)".safeForTerminal
      lines += text.lines(fitting: width, after: "  > ")
    }
    if let times {
      lines += times.inWords.lines(fitting: width, after: "  ")
    }
    for field in fields {
      let text = "\(field.name): \(field.shownValueInResponse)".safeForTerminal
      lines += text.lines(fitting: width, after: "  < ")
    }
    for line in contentLines {
      lines += line.safeForTerminal.lines(fitting: width, after: "  ")
    }
    return lines
  }

  /// The row without the word for its problem, for `-vv`, which adds sentences.
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

  /// One of the URLs in `URL → URL (from URL)`, with the signs that say which one it is.
  private struct Location {
    let before: String
    let url: String
    let after: String

    init(_ url: String, before: String = "", after: String = "") {
      self.before = before
      self.url = url.safeForTerminal
      self.after = after
    }

    var text: String { before + url + after }

    /// The text, in which only the URL is cut, at its start.
    func cut(to width: Int) -> String {
      let room = width - before.displayWidth - after.displayWidth
      return before + url.cutAtStart(to: max(1, room)) + after
    }
  }

  private var locations: [Location] {
    var locations: [Location] = []
    for requestedURL in redirectedFrom + [url] {
      var before = ""
      if !locations.isEmpty { before = "→ " }
      locations.append(Location(requestedURL, before: before))
    }
    if let derivedFrom {
      locations.append(Location(derivedFrom, before: "(from ", after: ")"))
    }
    return locations
  }

  /// Longer content is cut.
  private static let maxContentCharacters = 4096

  private var contentLines: [String] {
    let text = String(utf8: content)
    let shown = text.cut(toCharacters: Self.maxContentCharacters)
    var lines: [String] = []
    for line in shown.split(whereSeparator: \.isLineBreak) {
      lines.append(String(line))
    }
    if shown.hasSameBytes(as: text) { return lines }
    let rest = text.utf8.count - shown.utf8.count + "…".utf8.count
    return lines + ["\(rest.bytesInWords) more"]
  }
}

extension FetchError {
  /// Whether the request went to a server, and not to a file, to built-in data or only to the store.
  fileprivate var wasSent: Bool {
    if let sourced { return sourced.origin.isServerNow }
    if case .notStored = cause { return false }
    return !concernsFile
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

extension String {
  /// Lines that fit a width, the later ones indented, without blanks at their ends. Nothing else is
  /// left out: a word that is longer than a line is broken.
  ///
  /// - Parameters:
  ///   - width: `nil` for one line, in which nothing changes.
  ///   - start: the beginning of the first line.
  fileprivate func lines(fitting width: Int?, after start: String = "") -> [String] {
    guard let width else { return [start + self] }
    // Blanks that fill a column would be lines of their own.
    let lines = withoutBlanksAtEnd.wrapped(to: width, after: start, indent: 4)
    return lines.map(\.withoutBlanksAtEnd)
  }

  private var withoutBlanksAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
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
