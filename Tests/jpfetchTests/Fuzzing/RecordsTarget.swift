@testable import JPCore
@testable import jpfetch

extension FuzzTarget {
  /// Reads records from any JSON, joins them with themselves in every relation, selects some and writes
  /// them in every format. The first three bytes choose the resource, the width and the options.
  static let records = FuzzTarget(
    name: "records",
    seeds: {
      let records = SampleText.records
      let texts = records + ["[\(records.joined(separator: ","))]", oddities]
      return texts.enumerated().flatMap { number, text in
        (0..<Resource.all.count).map { resource in
          [UInt8(resource), UInt8(40 * (number % 3)), UInt8(37 * number & 0xFF)]
            + Array(text.utf8)
        }
      }
    },
    run: { input in
      guard input.count > 3, let document = try? JSONDocument(Array(input[3...])) else { return }
      let resource = Resource.all[Int(input[0]) % Resource.all.count]
      do throws(TypeMismatch) {
        try check(document, resource, width: input[1], bits: input[2])
      } catch {
        _ = error.description
      }
    })

  private static let oddities = #"""
    [{"id":1,"userId":1,"albumId":1,"postId":1,"title":"a\tb\n\u001b[1m\ud800 ","name":"山田 👩‍👩‍👧"},
    {"id":"1","url":"https://h/600/92c952","name":"e\u0301\u202e"},{"id":null,"userId":9},
    {"id":12345678901234567890,"title":[{}],"company":{"name":{"a":1}},"completed":true},{"id":1}]
    """#

  private static func check(
    _ document: JSONDocument, _ resource: Resource, width: UInt8, bits: UInt8
  ) throws(TypeMismatch) {
    let isList = document.root.kind != .object
    let root = try List(document, of: resource, isArray: isList, isLenient: isList)
    var lists = [root]
    // One of them may be missing.
    for (number, other) in Resource.all.enumerated()
    where isList && number != width % 16 && other != resource {
      let list = try List(document, of: other, isLenient: true)
      let fits = (try? List(document, of: other)) != nil
      demand(fits == (list.leftOutIssue == nil), "misfits are left out or refused")
      lists.append(list)
    }
    let embeddings = Embedding.tree(merging: resource.relationPaths)
    let join = Join(lists, linking: embeddings, of: resource)
    var issues: [DataIssue] = []
    join.addIssues(of: root, embedding: embeddings, to: &issues)
    var joined = Records(root, of: join, embedded: embeddings)
    let fields = resource.paths.map { resource.fieldPath($0) }
    var selection = RecordSelection()
    if bits & 8 != 0 { selection.search = "A" }
    if bits & 16 != 0 {
      selection.sortKeys = fields.reversed().map { .init($0, descending: bits & 32 != 0) }
    }
    if bits & 64 != 0 { selection.skip = 1 }
    if bits & 128 != 0 { selection.limit = 2 }
    joined.select(selection)
    let style = TextStyle(width: width == 0 ? nil : Int(width), isColored: bits & 2 != 0)
    // Rows that are too wide are refused.
    try? write(joined, bits & 1 != 0 ? fields : nil, style)
  }

  private static func write(
    _ records: Records, _ fields: [FieldPath]?, _ style: TextStyle
  ) throws(Table.Excess) {
    for isPretty in [true, false] {
      let json = RecordsJSON(isPretty ? .pretty : .compact, fields: fields)
      demand(isJSON(written { json.write(records, to: &$0) }), "records are written as JSON")
    }
    let colored = RecordsJSON(.compact, fields: fields, isColored: true)
    _ = written { colored.writeLines(records, to: &$0) }
    let table = try Table.forPeople(of: records, fields: fields)
    let file = try Table.forPrograms(of: records, fields: fields)
    let tabs = written { DelimitedRows(.tsv, file).write(to: &$0) }
    let lines = tabs.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast()
    demand(lines.count == 1 + records.rows.count, "each record is a line of TSV")
    demand(
      lines.allSatisfy { line in line.count { $0 == 0x09 } == file.columns.count - 1 },
      "each line has a cell for each column")
    _ = written { DelimitedRows(.csv, file).write(to: &$0) }
    _ = written { DelimitedRows(.markdown, file).write(to: &$0) }
    let keys = Array((fields ?? [records.resource.fieldPath("id")]).prefix(2))
    let groups = RecordGroups(records, by: keys, skip: 0, limit: nil)
    let json = RecordsJSON(.compact, groups)
    demand(isJSON(written { json.write(groups.records, to: &$0) }), "groups are JSON")
    let grouped = try Table.ofGroups(groups)
    _ = written { RecordTable(grouped, style: style)?.write(to: &$0) }
    _ = written { RecordTable(table, style: style)?.write(to: &$0) }
    var tree = try RecordTree(records, fields: fields, style: style)
    _ = written { tree.write(to: &$0) }
    var first = RecordSelection()
    first.limit = 1
    var single = records
    single.select(first)
    let view = try Table.forRecordView(of: single, fields: fields)
    _ = written { RecordView(view, style: style).write(to: &$0) }
  }

  /// Whether a text is JSON, ignoring its depth, which embedding increases.
  private static func isJSON(_ text: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(text)
      return true
    } catch {
      return error.expected == .depth(atMost: JSONDocument.maxDepth)
    }
  }

  private static func written(_ write: (inout OutputBuffer) -> Void) -> [UInt8] {
    OutputBuffer.collect(write)
  }
}
