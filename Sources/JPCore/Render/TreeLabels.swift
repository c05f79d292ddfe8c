/// The labels of records, safe for a terminal and in logs. A label is a sign for each boolean, the id and the
/// name, such as `○ 4 et porro tempora`, or the values of the requested fields.
struct TreeLabels {
  /// The offsets of a label and of its parts.
  private struct Start {
    let label: Int
    var id: Int
    var name: Int

    init(at offset: Int) {
      label = offset
      id = offset
      name = offset
    }
  }

  /// The text of all labels, one after the other.
  private var text: [UInt8] = []

  /// The start of each label, and the end of the last one.
  private var starts: [Start] = []

  /// The columns of the labels.
  private struct Columns {
    var fields: [FieldPath]

    /// How many of the first columns are signs.
    var signCount = 0

    var idColumn: Int?
    var nameColumn: Int?

    /// How many spaces are between two columns.
    let gap: Int

    /// Chooses the given fields or, if there are none, the signs, the id and the name.
    init(of resource: Resource, _ fields: [FieldPath]) {
      self.fields = fields
      guard fields.isEmpty else {
        gap = 2
        return
      }
      gap = 1
      for field in resource.fields where field.type == .boolean {
        self.fields.append(resource.path(field.path))
      }
      signCount = self.fields.count
      idColumn = signCount
      nameColumn = signCount + 1
      self.fields.append(resource.path("id"))
      self.fields.append(resource.label)
    }
  }

  init(_ records: Records, _ fields: [FieldPath]) {
    let columns = Columns(of: records.resource, fields)
    let rows = Array(records.objects.indices)
    let table = Table(of: records, rows: rows, fields: columns.fields)
    let bytes = table.bytes
    starts.reserveCapacity(table.count + 1)
    table.forEachRow { cells in
      var start = Start(at: text.count)
      for column in columns.fields.indices {
        let end = text.count
        if end > start.label {
          for _ in 0..<columns.gap {
            text.append(.space)
          }
        }
        let cellStart = text.count
        if column == columns.idColumn { start.id = cellStart }
        if column == columns.nameColumn { start.name = cellStart }
        if column < columns.signCount {
          addSign(table.text(of: cells[column]))
        } else {
          add(cells[column], among: cells, of: table, bytes)
        }
        // An empty cell has no gap before it.
        if text.count == cellStart { text.removeLast(cellStart - end) }
      }
      start.id = min(start.id, text.count)
      start.name = min(start.name, text.count)
      starts.append(start)
    }
    starts.append(Start(at: text.count))
  }

  private mutating func addSign(_ value: ArraySlice<UInt8>) {
    if value.elementsEqual("true".utf8) { text += "✓".utf8 }
    if value.elementsEqual("false".utf8) { text += "○".utf8 }
  }

  /// Adds a cell's text in one line.
  private mutating func add(
    _ cell: Table.Cell, among cells: borrowing Table.Cells, of table: Table,
    _ bytes: [UInt8]
  ) {
    if case .verbatim(let range) = cell, cells.isHarmless(range) {
      text += bytes[range]
    } else {
      let line = String(inOneLine: table.text(of: cell))
      text += line.safeForTerminal.harmlessInLogs.utf8
    }
  }

  func write(_ row: Int, to output: inout OutputBuffer) {
    let label = text[starts[row].label..<starts[row + 1].label]
    output.append(label.span)
  }

  func text(ofRow row: Int) -> String {
    String(utf8: text[starts[row].label..<starts[row + 1].label])
  }

  /// The sign and the id, each with the space after it.
  func beginning(ofRow row: Int) -> (sign: ArraySlice<UInt8>, id: ArraySlice<UInt8>) {
    let start = starts[row]
    return (text[start.label..<start.id], text[start.id..<start.name])
  }
}
