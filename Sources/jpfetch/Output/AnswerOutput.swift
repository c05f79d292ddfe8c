import JPCore

/// What a command prints, whatever the format.
enum PrintedContent {
  /// - Parameter matching: how many records match, shown or not.
  case records(Records, matching: Int)
  case groups(RecordGroups, matching: Int)
  /// Only the number of the shown records.
  case count(of: Records, matching: Int)
  /// Any JSON document. An empty list of a resource gets the resource's columns.
  case document(JSONDocument, of: Resource? = nil)
  /// Information that isn't from a server, such as what is in the store: lines for people, JSON for
  /// programs.
  case information([String], JSONTree)

  /// The counts of each list that was asked for, for `--meta`: the list of the records first.
  func listCounts(_ sources: [Source], _ failures: [FetchError]) -> [ListCounts] {
    switch self {
    case .records(let records, let matching):
      let shown = records.embeddedCounts(includingParents: true)
      return Self.listCounts(of: records, matching, records.rows.count, shown, sources, failures)
    case .count(let records, let matching):
      return Self.listCounts(of: records, matching, 0, [], sources, failures)
    case .groups(let groups, let matching):
      return Self.listCounts(of: groups.records, matching, 0, [], sources, failures)
    case .document, .information: return []
    }
  }

  /// - Parameter embedded: how many records of the embedded lists are shown.
  private static func listCounts(
    of records: Records, _ matching: Int, _ shown: Int,
    _ embedded: [(name: String, count: Int?)], _ sources: [Source], _ failures: [FetchError]
  ) -> [ListCounts] {
    let name = records.resource.name
    var counts = [
      ListCounts(name, total: records.recordCount, matching: matching, shown: shown)
    ]
    for source in sources where source.resource != name {
      guard let resource = source.resource.flatMap(Resource.named),
        let list = records.join.list(of: resource)
      else { continue }
      var shown: Int? = embedded.first { other in other.name == resource.name }?.count ?? 0
      // A search prints matches; the lists are searched.
      if records.resource == .matches { shown = nil }
      counts.append(ListCounts(resource.name, total: list.elementCount, shown: shown))
    }
    for failure in failures where failure.resource != name {
      if let missing = failure.resource { counts.append(ListCounts(missing: missing)) }
    }
    return counts
  }
}

/// Prints content in the format that the options choose.
struct AnswerOutput {
  let format: OutputFormat
  let fields: [FieldPath]?
  /// How the records were selected; a table shows what they are sorted by and what was searched for.
  let selection: RecordSelection
  private let destination: OutputTarget

  let style: TextStyle

  let hasHeader: Bool
  /// Whether an answer is wrapped with its sources (`--meta`).
  let isWrapped: Bool
  let settings: Settings

  /// - Parameter fields: the fields of a record to show; `nil` for the default ones.
  init(
    _ settings: Settings, fields: [FieldPath]? = nil,
    selection: RecordSelection = RecordSelection()
  ) {
    self.init(
      settings, settings.options.answerFormat, isWrapped: settings.options.has(.meta),
      fields: fields, selection: selection)
  }

  /// For `--dry-run`: prints lines, or JSON if it is asked for. Requests have no sources to wrap
  /// them with.
  init(forDryRun settings: Settings) {
    var format = OutputFormat.table
    if settings.options.asksForJSON { format = .json }
    self.init(
      settings, format, isWrapped: false, fields: nil, selection: RecordSelection())
  }

  private init(
    _ settings: Settings, _ format: OutputFormat, isWrapped: Bool, fields: [FieldPath]?,
    selection: RecordSelection
  ) {
    self.settings = settings
    self.format = format
    self.isWrapped = isWrapped
    self.fields = fields
    self.selection = selection
    destination = settings.target
    style = settings.display.style(for: destination, format)
    hasHeader = !settings.options.has(.noHeader)
  }

  /// Whether a format for people is written to standard output.
  var isForPeople: Bool { destination.isStandardOutput && format.isForPeople }

  var writesRows: Bool { format.writesRows }

  var hasColumns: Bool { format.hasColumns }

  /// Whether `-f table` is typed, so that a single record is a row, too.
  var isTableTyped: Bool { format == .table && settings.options.isFormatTyped }

  /// Whether to show every field, and cut nothing (`--wide`).
  var isWide: Bool { settings.display.isWide }

  var isForTerminal: Bool {
    destination.isStandardOutput && Terminal.isTerminal(.output)
  }

  /// Whether to escape the output for a terminal, because the format copies the server's bytes.
  /// Tables, trees and coloured JSON are always safe.
  private var isEscaping: Bool {
    isForTerminal && !format.isForPeople && !(format.isJSON && style.isColored)
  }

  // MARK: Writing

  /// Writes an answer.
  ///
  /// - Parameters:
  ///   - answer: the answer, with the sources and errors for `--meta`.
  ///   - head: the response's head, which is written first.
  /// - Returns: what a table or tree leaves out, `more: body (--wide)`.
  /// - Throws: a message if a table is too wide, before anything is written; also any error of
  ///   writing.
  @discardableResult
  func write<Value>(
    _ content: PrintedContent, of answer: Answer<Value>, after head: ResponseHeadText? = nil
  ) throws -> [String] {
    var omissions: [String] = []
    do {
      try destination.write(escaping: isEscaping) { output in
        // The head can be written first, because the content can't throw then: only JSON has a head
        // (--include), and JSON is never too wide.
        if let head {
          output.append(head.text(forTerminal: isForTerminal))
        }
        omissions = try writeContent(content, answer, to: &output)
      }
    } catch let excess as Table.Excess {
      throw Message(excess, of: answer.sources.first)
    }
    return omissions
  }

  /// Writes information that isn't from a server, such as what is in the store.
  func writeInformation(_ lines: [String], _ json: JSONTree) throws {
    try write(.information(lines, json), of: Answer((), sources: []))
  }

  /// Writes a response that can't be used to standard output. If the output is a file, writes
  /// nothing.
  func writeUnusable(_ head: ResponseHeadText, _ body: [UInt8]) throws {
    guard destination.isStandardOutput else { return }
    let body = body[...]
    try destination.write(escaping: isForTerminal) { output in
      output.append(head.text(forTerminal: isForTerminal))
      output.append(body.span.bytes)
      // The error begins on a line of its own.
      if isForTerminal, let last = body.last, last != UInt8(ascii: "\n") { output.append("\n") }
    }
  }
}
