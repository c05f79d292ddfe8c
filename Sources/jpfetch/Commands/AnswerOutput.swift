import JPCore

/// How an answer is printed, and what its exit code is.
struct AnswerOutput {
  private var format: OutputFormat
  private let fields: [FieldPath]?
  private var destination: OutputTarget
  private let style: TextStyle
  private let hasHeader: Bool
  private var isWrapped: Bool
  private let options: OptionValues

  /// - Parameter fields: the fields of a record to show; `nil` for the default ones.
  init(_ options: OptionValues, fields: [FieldPath]? = nil) throws(UsageError) {
    format = options.format
    self.fields = fields
    self.options = options
    destination = try options.destination
    style = options.style(for: destination)
    hasHeader = !options.has(.noHeader)
    isWrapped = options.has(.meta)
  }

  /// For `--dry-run`: always on standard output, and there are no sources to wrap it with.
  init(forPlans options: OptionValues) throws(UsageError) {
    try self.init(options)
    destination = .standardOutput
    isWrapped = false
  }

  /// The terminal's columns; `nil` to cut nothing.
  var width: Int? { style.width }

  /// Whether it writes a table or tree to standard output.
  var isForPeople: Bool { destination.isStandardOutput && format.isForPeople }

  private var isForTerminal: Bool {
    destination.isStandardOutput && Terminal.isTerminal(.output)
  }

  /// Whether the output of a format that copies the server's bytes is escaped for a terminal.
  /// Tables, trees and coloured JSON are always safe.
  private var isEscaping: Bool {
    isForTerminal && !format.isForPeople && !(format.isJSON && style.isColored)
  }

  /// A part of the answer for which a terminal has no room.
  enum Omission {
    /// A table's columns, by their titles.
    case columns([String])
    /// Branches of a tree.
    case branches
  }

  /// Writes the shown records, or groups of them.
  ///
  /// - Returns: the part for which the terminal has no room.
  @discardableResult
  func write(_ fetched: Fetched<Records>, groups: RecordGroups? = nil) throws -> Omission? {
    let records = groups?.records ?? fetched.value
    let json = RecordsJSON(
      format == .ndjson ? .compact : options.layout, fields: groups?.fields ?? fields,
      counts: groups?.counts, isColored: style.isColored)
    let rows: RecordRows?
    do { rows = try self.rows(of: records, groups) } catch {
      throw WideTable(error, of: fetched.sources)
    }
    var omission: Omission?
    try destination.write(escaping: isEscaping) { output in
      switch format {
      case .table, .tree, .csv, .tsv, .markdown:
        if let rows, format == .table, records.isSingle {
          RecordView(rows, style: style).write(to: &output)
        } else if let rows {
          omission = write(rows, to: &output)
        } else {
          var tree = RecordTree(records, fields: fields, style: style)
          tree.write(to: &output)
          if tree.isFolded { omission = .branches }
        }
      case .ndjson: json.writeLines(records, to: &output)
      case .json where isWrapped:
        let counts = groups == nil ? records.counts : []
        let tree = Meta.tree(json.tree(records), fetched, options, counts: counts)
        JSONWriter(options.layout).write(tree, to: &output)
      case .json: json.write(records, to: &output)
      }
    }
    return omission
  }

  /// The rows to write; `nil` for a tree of records and for JSON.
  private func rows(
    of records: Records, _ groups: RecordGroups?
  ) throws(RecordRows.Excess) -> RecordRows? {
    switch format {
    case .json, .ndjson: return nil
    case .tree where groups == nil: return nil
    case .table where records.isSingle: return try RecordRows(view: records, fields: fields)
    case .table, .tree, .csv, .tsv, .markdown:
      if let groups { return try RecordRows(groups) }
      if format.lines != nil { return try RecordRows(file: records, fields: fields) }
      return try RecordRows(table: records, fields: fields)
    }
  }

  /// Writes rows; if the columns of a table have no room, each row field by field.
  @discardableResult
  private func write(_ rows: RecordRows, to output: inout OutputBuffer) -> Omission? {
    if let lines = format.lines {
      RecordLines(lines, rows, hasHeader: hasHeader).write(to: &output)
    } else if let table = RecordTable(rows, hasHeader: hasHeader, style: style) {
      table.write(to: &output)
      return table.hidden.isEmpty ? nil : .columns(table.hidden)
    } else {
      RecordView(rows, style: style).write(to: &output)
    }
    return nil
  }

  /// Whether a document is written as a row for each element.
  var isOfRows: Bool { !format.traits.contains(.document) }

  /// Whether the rows are cells of columns.
  var hasColumns: Bool { format.hasColumns }

  /// Writes any document; if ``isOfRows``, one with an object for each row.
  ///
  /// - Parameters:
  ///   - resource: the resource whose columns a list without records has.
  ///   - head: is written first.
  func write<Value>(
    _ document: JSONDocument, of fetched: Fetched<Value>, resource: Resource? = nil,
    below head: ResponseHeadText? = nil, counts: [(name: String, count: Int?)] = []
  ) throws {
    let writer = JSONWriter(
      format == .ndjson ? .compact : options.layout, isColored: style.isColored)
    var rows: RecordRows?
    if isOfRows, !format.isJSON {
      do {
        if document.isEmptyArray, let resource {
          rows = try RecordRows(file: Records(noneOf: resource), fields: nil)
        } else {
          rows = try RecordRows(document)
        }
      } catch {
        throw WideTable(error, of: fetched.sources)
      }
    }
    try destination.write(escaping: isEscaping) { output in
      if let head { output.append(head.text(forTerminal: isForTerminal)) }
      switch format {
      case .table, .tree, .csv, .tsv, .markdown:
        // Without columns, nothing is in it that could have a title.
        guard let rows, !rows.columns.isEmpty else { return }
        if format.isForPeople, document.root.kind == .object {
          RecordView(rows, style: style).write(to: &output)
        } else {
          write(rows, to: &output)
        }
      case .ndjson: writer.writeLines(document, to: &output)
      case .json where isWrapped:
        writer.write(
          Meta.tree(writer.tree(document), fetched, options, counts: counts), to: &output)
      case .json: writer.write(document, to: &output)
      }
    }
  }

  /// Writes how many records there are.
  func write(count: Int, of fetched: Fetched<Records>) throws {
    guard format.hasColumns && !format.isForPeople || isWrapped else {
      return try destination.write { $0.append("\(count)\n") }
    }
    let text = isWrapped ? "\(count)" : "{\"count\":\(count)}"
    try write(JSONDocument(Array(text.utf8)), of: fetched, counts: fetched.value.counts)
  }

  /// Writes a response that can't be used, on standard output only.
  func write(_ head: ResponseHeadText, _ body: [UInt8]) throws {
    guard destination.isStandardOutput else { return }
    try destination.write(escaping: isForTerminal) { output in
      output.append(head.text(forTerminal: isForTerminal))
      output.append(body.span.bytes)
    }
  }

  /// Writes objects that jpfetch made, in any format but a tree.
  func write(_ objects: [JSONTree]) throws {
    let document = try JSONDocument(JSONTree.array(objects).text(.compact))
    try write(document, of: Fetched((), sources: []))
  }

  /// Writes lines, which are escaped because arguments are in them.
  func write(_ lines: [String]) throws {
    try destination.write { output in
      for line in lines { output.append(line.safeForTerminal.harmlessInLogs + "\n") }
    }
  }

  /// Writes jpfetch's own facts: as lines, or as JSON.
  func write(_ lines: [String], _ tree: JSONTree) throws {
    guard format.isJSON else { return try write(lines) }
    try destination.write(escaping: isEscaping) { output in
      JSONWriter(options.layout).write(tree, to: &output)
    }
  }

  func exitCode<Value>(for fetched: Fetched<Value>) -> ExitCode {
    let isTooOld = fetched.isStale && options.has(.strict)
    return isTooOld || !fetched.isWhole ? .limited : .answered
  }
}
