import JPCore

/// How each kind of content is written in each format.
extension AnswerOutput {
  /// Writes content in the format.
  ///
  /// - Returns: the part that a table or tree leaves out; `nil` if it leaves out nothing.
  func writeContent<Value>(
    _ content: PrintedContent, _ answer: Answer<Value>, to output: inout OutputBuffer
  ) throws -> Omission? {
    switch format {
    case .table: return try writeTable(content, to: &output)
    case .record: return try writeRecordView(content, to: &output)
    case .tree: return try writeTree(content, to: &output)
    case .json: writeJSON(content, answer, to: &output)
    case .ndjson: writeJSONLines(content, to: &output)
    case .csv: try writeCells(content, .csv, to: &output)
    case .tsv: try writeCells(content, .tsv, to: &output)
    case .markdown: try writeCells(content, .markdown, to: &output)
    }
    return nil
  }

  private func writeTable(
    _ content: PrintedContent, to output: inout OutputBuffer
  ) throws -> Omission? {
    switch content {
    case .records(let records, _) where records.isSingle:
      return try writeRecordView(content, to: &output)
    case .records(let records, _):
      let isWide = settings.display.isWide
      let table = try Table.summary(
        of: records, fields: fields, showsAllFields: isWide, hasSigns: isForTerminal)
      var unshown: [String] = []
      if fields == nil, !isWide {
        unshown = records.resource.otherPaths
      }
      return writeRows(of: table, besides: unshown, to: &output)
    case .groups(let groups):
      return writeRows(of: try Table.groups(groups), to: &output)
    case .document(let document, let resource):
      let rows = try rows(of: document, resource)
      // An empty array has no columns.
      if rows.columns.isEmpty { return nil }
      if document.root.kind != .object {
        return writeRows(of: rows, to: &output)
      }
      writeFields(of: rows, to: &output)
    case .count(let records): output.append("\(records.shown.count)\n")
    case .facts(let lines, _): writeLines(lines, to: &output)
    }
    return nil
  }

  /// Writes a table; if its columns have no room, each row field by field.
  ///
  /// - Parameter unshown: the paths of fields that have no column.
  private func writeRows(
    of table: Table, besides unshown: [String] = [], to output: inout OutputBuffer
  ) -> Omission? {
    var hidden: [String] = []
    if let fitting = RecordTable(table, hasHeader: hasHeader, style: style) {
      fitting.write(to: &output)
      hidden = fitting.hidden
    } else {
      writeFields(of: table, to: &output)
    }
    let names = hidden + unshown
    if names.isEmpty { return nil }
    return .columns(names)
  }

  /// Writes each record, group or object field by field.
  private func writeRecordView(
    _ content: PrintedContent, to output: inout OutputBuffer
  ) throws -> Omission? {
    switch content {
    case .records(let records, let commands):
      let rows = try Table.details(of: records, fields: fields)
      writeFields(of: rows, commandsForChildren: commands, to: &output)
    case .groups(let groups): writeFields(of: try Table.groups(groups), to: &output)
    case .document(let document, let resource):
      writeFields(of: try rows(of: document, resource), to: &output)
    case .count, .facts: return try writeTable(content, to: &output)
    }
    return nil
  }

  private func writeFields(
    of rows: Table, commandsForChildren commands: [ChildrenCommand] = [],
    to output: inout OutputBuffer
  ) {
    var texts: [String: String] = [:]
    for command in commands {
      texts[command.name] = command.line
    }
    let remarks = RecordView.Remarks(texts, width: width)
    RecordView(rows, style: style, remarks: remarks).write(to: &output)
  }

  private func writeTree(
    _ content: PrintedContent, to output: inout OutputBuffer
  ) throws -> Omission? {
    switch content {
    case .records(let records, _):
      var tree = RecordTree(records, fields: fields, style: style)
      tree.write(to: &output)
      if tree.isFolded { return .branches }
      return nil
    // The other kinds of content have no branches.
    case .groups, .count, .document, .facts:
      return try writeTable(content, to: &output)
    }
  }

  private func writeJSON<Value>(
    _ content: PrintedContent, _ answer: Answer<Value>, to output: inout OutputBuffer
  ) {
    let writer = JSONWriter(settings.output.layout, isColored: style.isColored)
    var counts: [(name: String, count: Int?)] = []
    let data: JSONTree
    switch content {
    case .records(let records, _):
      counts = records.counts
      data = json(settings.output.layout).tree(records)
    case .groups(let groups):
      data = json(settings.output.layout, groups).tree(groups.records)
    case .count(let records):
      counts = records.counts
      data = .number(records.shown.count)
    case .document(let document, _): data = writer.tree(document)
    case .facts(_, let facts): data = facts
    }
    var tree = data
    if isWrapped {
      tree = Meta.tree(data, answer, settings, counts: counts)
    }
    writer.writeTree(tree, to: &output)
  }

  private func writeJSONLines(_ content: PrintedContent, to output: inout OutputBuffer) {
    let writer = JSONWriter(.compact, isColored: style.isColored)
    switch content {
    case .records(let records, _): json(.compact).writeLines(records, to: &output)
    case .groups(let groups): json(.compact, groups).writeLines(groups.records, to: &output)
    case .count(let records): output.append("\(records.shown.count)\n")
    case .document(let document, _): writer.writeLines(document, to: &output)
    case .facts(_, let facts): writer.writeTree(facts, to: &output)
    }
  }

  private func json(_ layout: JSONWriter.Layout, _ groups: RecordGroups? = nil) -> RecordsJSON {
    if let groups {
      return RecordsJSON(layout, groups, isColored: style.isColored)
    }
    return RecordsJSON(layout, fields: fields, isColored: style.isColored)
  }

  private func writeCells(
    _ content: PrintedContent, _ style: RecordLines.Style, to output: inout OutputBuffer
  ) throws {
    let rows: Table
    switch content {
    case .records(let records, _):
      rows = try Table.export(of: records, fields: fields)
    case .groups(let groups): rows = try Table.groups(groups)
    case .count(let records):
      rows = Table.count(records.shown.count)
    case .document(let document, let resource):
      rows = try self.rows(of: document, resource)
    case .facts(let lines, _): return writeLines(lines, to: &output)
    }
    // An empty array has no columns.
    if rows.columns.isEmpty { return }
    RecordLines(style, rows, hasHeader: hasHeader).write(to: &output)
  }

  private func rows(
    of document: JSONDocument, _ resource: Resource?
  ) throws -> Table {
    if document.isEmptyArray, let resource {
      return try Table.export(of: Records(noneOf: resource), fields: nil)
    }
    return try Table.members(of: document)
  }

  /// Writes lines, escaped because they contain arguments.
  private func writeLines(_ lines: [String], to output: inout OutputBuffer) {
    for line in lines {
      output.append(line.safeForTerminal.harmlessInLogs + "\n")
    }
  }
}
