extension Records {
  /// How many of the shown records have the same values in some fields: an object for each group,
  /// in the records' own shape, with `count` as its last member. The largest group is the first;
  /// equal ones stand in the order of their first records.
  ///
  /// A missing value and `null` are the same.
  ///
  /// - Throws: where all of it is too large for a document.
  package func groups(
    by fields: [FieldPath], skip: Int, limit: Int?
  ) throws(JSONError) -> JSONDocument {
    var groups: [(row: Int, count: Int)] = []
    var known: [[UInt8]: Int] = [:]
    for row in shown {
      let key = fields.flatMap { value(row: row, at: $0).groupKey }
      if let place = known[key] {
        groups[place].count += 1
      } else {
        known[key] = groups.count
        groups.append((row, 1))
      }
    }
    let order = groups.indices.sorted { (groups[$1].count, $0) < (groups[$0].count, $1) }
    let chosen = order.dropFirst(skip).prefix(limit ?? .max)
    let json = RecordsJSON(.compact, fields: fields)
    let text = OutputBuffer.bytes { output in
      output.append(.leftBracket)
      for (place, group) in chosen.enumerated() {
        if place > 0 { output.append(.comma) }
        var object = OutputBuffer.bytes { json.write(row: groups[group].row, of: self, to: &$0) }
        object.removeLast()
        output.append(object.span)
        output.append(",\"count\":\(groups[group].count)}")
      }
      output.append(.rightBracket)
    }
    // Values that are as deep as can be stand in objects and arrays here.
    let levels = fields.map { $0.relations.count + $0.members.count }.max() ?? 0
    return try JSONDocument(text, deeperBy: levels + 2)
  }
}

extension FieldValue {
  /// The same bytes for the same value, and no others: texts by their content, numbers as they are
  /// spelled.
  fileprivate var groupKey: [UInt8] {
    func key(_ kind: Unicode.Scalar, _ bytes: some Collection<UInt8>) -> [UInt8] {
      [UInt8(ascii: kind)] + String(bytes.count).utf8 + [.comma] + bytes
    }
    switch self {
    case .count(let count): return key("n", String(count).utf8)
    case .missing: return key("z", [])
    case .json(let value):
      switch value.kind {
      case .null: return key("z", [])
      case .string: return key("s", value.content)
      case .number: return key("n", value.text)
      case .boolean, .array, .object: return key("j", value.text)
      }
    }
  }
}
