import JPCore

extension AnswerOutput {
  /// Writes content in the format.
  ///
  /// - Returns: what a table or tree leaves out, `more: body (--wide)`.
  func writeContent<Value>(
    _ content: PrintedContent, _ answer: Answer<Value>, to output: inout OutputBuffer
  ) throws -> [String] {
    switch format {
    case .json: writeJSON(content, answer, to: &output)
    case .ndjson: writeJSONLines(content, to: &output)
    case .table, .record, .tree, .csv, .tsv, .markdown:
      switch try arrangement(content) {
      case .table(let table, let isSingle):
        return writeTable(table, isSingle: isSingle, to: &output)
      case .tree(let records): return try writeTree(of: records, to: &output)
      case .lines(let lines):
        for line in lines { output.append(line + "\n") }
      }
    }
    return []
  }

  /// Content as every format but JSON and NDJSON prints it.
  private enum Arranged {
    /// A table with the columns that the format shows. It is single if it has the one record that
    /// was asked for, `users 3`, which `table` prints field by field.
    case table(Table, isSingle: Bool)
    case tree(Records)
    case lines([String])
  }

  private func arrangement(_ content: PrintedContent) throws -> Arranged {
    switch content {
    case .records(let records, _):
      if format == .tree { return .tree(records) }
      return .table(try table(of: records), isSingle: records.isSingle && !isTableTyped)
    case .groups(let groups, _):
      let table = try Table.ofGroups(groups, selection: selection, hasBars: isForTerminal)
      return .table(table, isSingle: false)
    case .document(let document, let resource):
      if document.isEmptyArray, let resource {
        let columns = try Table.forPrograms(of: Records(List(noneOf: resource)), fields: nil)
        return .table(columns, isSingle: false)
      }
      let isSingle = document.root.kind == .object && !isTableTyped
      let table = try Table.ofMembers(of: document, showsNull: format == .record)
      return .table(table, isSingle: isSingle)
    case .count(let records, _):
      let count = records.rows.count
      if format.isForPeople { return .lines(["\(count)"]) }
      return .table(Table.ofCount(count), isSingle: false)
    case .information(let lines, _):
      // The lines contain arguments, such as paths, which could steer a terminal or a CI system.
      return .lines(lines.map(\.safeForTerminal.safeForLogs))
    }
  }

  private func table(of records: Records) throws -> Table {
    if !format.isForPeople { return try Table.forPrograms(of: records, fields: fields) }
    if format == .record || (records.isSingle && !isTableTyped) {
      return try Table.forRecordView(
        of: records, fields: fields, selection: selection, foldsParents: isForTerminal && !isWide)
    }
    return try Table.forPeople(
      of: records, fields: fields, selection: selection, showsAllFields: isWide,
      isForTerminal: isForTerminal)
  }

  // MARK: Tables and trees

  private func writeTable(
    _ table: Table, isSingle: Bool, to output: inout OutputBuffer
  ) -> [String] {
    // An empty array that isn't a resource's list has no columns.
    if table.columns.isEmpty { return [] }
    switch format {
    case .csv: writeLines(of: table, .csv, to: &output)
    case .tsv: writeLines(of: table, .tsv, to: &output)
    case .markdown: writeLines(of: table, .markdown, to: &output)
    case .record, .table, .tree, .json, .ndjson:
      if format == .record || isSingle {
        writeFields(of: table, to: &output)
        var omissions = omissions(table.unshown)
        if !table.countedLists.isEmpty {
          let names = table.countedLists.joined(separator: ", ")
          omissions.append("more: \(names) (-f \(OutputFormat.tree.rawValue))")
        }
        return omissions
      } else {
        return writeColumns(of: table, to: &output)
      }
    }
    return []
  }

  private func writeLines(
    of table: Table, _ style: DelimitedRows.Style, to output: inout OutputBuffer
  ) {
    DelimitedRows(style, table, hasHeader: hasHeader).write(to: &output)
  }

  private func writeFields(of table: Table, to output: inout OutputBuffer) {
    RecordView(table, style: style, hasNames: hasHeader, hasSigns: isForTerminal)
      .write(to: &output)
  }

  /// Writes each row on a line or, if the terminal is too narrow for the columns, field by field.
  private func writeColumns(of table: Table, to output: inout OutputBuffer) -> [String] {
    guard
      let fitting = RecordTable(
        table, hasHeader: hasHeader, style: style, isUncut: isWide, hasSigns: isForTerminal)
    else {
      writeFields(of: table, to: &output)
      return omissions(table.extraTitles + table.unshown)
    }
    fitting.write(to: &output)
    return omissions(fitting.hidden + table.unshown)
  }

  /// `more: body (--wide)`; empty if no field is left out.
  ///
  /// - Parameter unshown: the titles of the fields that are left out.
  private func omissions(_ unshown: [String]) -> [String] {
    if unshown.isEmpty { return [] }
    var names = unshown.joined(separator: ", ")
    if unshown.count > Self.maxNames { names = "\(unshown.count) fields" }
    return ["more: \(names) (\(OptionName.wide.typed))"]
  }

  /// If more fields are left out, the line has only their number.
  private static let maxNames = 3

  private func writeTree(
    of records: Records, to output: inout OutputBuffer
  ) throws(Table.Excess) -> [String] {
    var treeStyle = style
    if isWide { treeStyle.width = nil }
    var tree = try RecordTree(records, fields: fields, selection: selection, style: treeStyle)
    tree.write(to: &output)
    if tree.isFolded { return ["folded: \(OptionName.wide.typed) shows all"] }
    return []
  }

  // MARK: JSON

  private func writeJSON<Value>(
    _ content: PrintedContent, _ answer: Answer<Value>, to output: inout OutputBuffer
  ) {
    var layout = JSONWriter.Layout.pretty
    if settings.options.has(.compact) { layout = .compact }
    let writer = JSONWriter(layout, isColored: style.isColored)
    let data: JSONTree
    switch content {
    case .records(let records, _): data = jsonWriter(layout).jsonTree(records)
    case .groups(let groups, _): data = jsonWriter(layout, groups).jsonTree(groups.records)
    case .count(let records, _): data = .number(records.rows.count)
    case .document(let document, _): data = .value(document.root)
    case .information(_, let json): data = json
    }
    var tree = data
    if isWrapped {
      let counts = content.listCounts(answer.sources, answer.failures)
      tree = Meta(data, answer, settings, counts: counts).tree
    }
    writer.writeTree(tree, to: &output)
  }

  private func writeJSONLines(_ content: PrintedContent, to output: inout OutputBuffer) {
    let writer = JSONWriter(.compact, isColored: style.isColored)
    switch content {
    case .records(let records, _): jsonWriter(.compact).writeLines(records, to: &output)
    case .groups(let groups, _):
      jsonWriter(.compact, groups).writeLines(groups.records, to: &output)
    case .count(let records, _): output.append("\(records.rows.count)\n")
    case .document(let document, _): writer.writeLines(document, to: &output)
    case .information(_, let json): writer.writeTree(json, to: &output)
    }
  }

  private func jsonWriter(
    _ layout: JSONWriter.Layout, _ groups: RecordGroups? = nil
  ) -> RecordsJSON {
    if let groups {
      return RecordsJSON(layout, groups, isColored: style.isColored)
    }
    return RecordsJSON(layout, fields: fields, isColored: style.isColored)
  }
}
