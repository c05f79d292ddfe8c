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
  ///   - isDetailed: whether to add a row for each failure that a stored response replaced, and
  ///     below each row its sentences, header fields, times and content (`-vv`). Without it, the
  ///     replaced failure's problem and time are in the response's row.
  ///   - width: the terminal's columns, to which lines are cut; `nil` for no limit.
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
    return lines.map { $0.cut(to: width) }
  }

  /// The cells and the URLs; each URL on a line of its own if they don't fit on one line.
  private func firstLines(_ cells: String, _ width: Int?) -> [String] {
    let locations = locations.map(\.safeForTerminal)
    let line = "\(cells)  \(locations.joined(separator: " "))"
    guard let width, line.displayWidth > width else { return [line] }
    var cells = cells
    while cells.last == " " { cells.removeLast() }
    var lines = cells.wrapped(to: width, indent: 4)
    for location in locations {
      lines.append("  " + location.cutAtStart(to: max(1, width - 2)))
    }
    return lines
  }

  /// Sentences, header fields, times and content. The sentences and the times are wrapped.
  private func detailLines(_ width: Int?) -> [String] {
    var lines: [String] = []
    for cause in causes {
      lines += cause.paragraph(after: "  ", indent: 4, width)
    }
    lines += requestFields.lines(after: "  > ")
    if let times {
      lines += times.inWords.paragraph(after: "  ", indent: 4, width)
    }
    lines += fields.lines(after: "  < ")
    for line in contentLines {
      lines.append("  \(line.safeForTerminal)")
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

  /// The parts of `URL → URL (from URL)`.
  private var locations: [String] {
    var locations: [String] = []
    for requestedURL in redirectedFrom + [url] {
      if locations.isEmpty {
        locations.append(requestedURL)
      } else {
        locations.append("→ \(requestedURL)")
      }
    }
    if let derivedFrom { locations.append("(from \(derivedFrom))") }
    return locations
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
      let text = "\(field.name): \(field.shownValue)"
      lines.append(start + text.safeForTerminal)
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
