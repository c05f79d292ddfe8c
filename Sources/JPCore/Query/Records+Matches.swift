extension Records {
  /// The places where records have a text, ignoring case and accents: a record of
  /// ``Resource/matches`` for each record and text field that has it, with the whole text. A field
  /// with an array of texts has a place for each of these.
  ///
  /// - Throws: if there are too many for a document.
  init(matching text: String, in lists: [Records]) throws(JSONError) {
    var matches = MatchList(text)
    for list in lists {
      for row in list.objects.indices { try matches.add(row, of: list) }
    }
    let document = try JSONDocument(matches.json)
    self.init(document.childIndices(of: 0), of: document, .matches, isList: true)
  }
}

/// Matches as a JSON text. Ids and texts are copied as their server spelled them.
private struct MatchList {
  private let wanted: FoldedText
  private var bytes: [UInt8] = [.leftBracket]

  /// The names that lead to the value that is searched, by the indices of their members.
  private var names: [Int] = []

  /// A long name around many texts is repeated for each of them. Without this limit, the matches
  /// would grow with the square of their document's size.
  private static let maxBytes = 128 << 20

  init(_ text: String) { wanted = FoldedText(text) }

  /// The whole list.
  var json: [UInt8] { bytes + [.rightBracket] }

  /// Adds the matches in a record.
  mutating func add(_ row: Int, of records: Records) throws(JSONError) {
    let object = Int(records.objects[row])
    // Most records have none.
    if !records.document.strings(in: object).contains(where: wanted.isIn) { return }
    try search(object, ofRow: row, in: records)
  }

  /// Adds the matches in a value: itself, or any value inside it.
  private mutating func search(
    _ value: Int, ofRow row: Int, in records: Records
  ) throws(JSONError) {
    let document = records.document
    switch document.kind(at: value) {
    case .string:
      if wanted.isIn(document.content(at: value)) { try append(value, ofRow: row, in: records) }
    case .array:
      for element in document.children(at: value) {
        try search(element, ofRow: row, in: records)
      }
    case .object:
      for member in document.children(at: value) {
        names.append(member)
        try search(member, ofRow: row, in: records)
        names.removeLast()
      }
    case .number, .boolean, .null:
      break
    }
  }

  private mutating func append(_ text: Int, ofRow row: Int, in records: Records) throws(JSONError) {
    let document = records.document
    let path = names.map(document.name(at:)).joined(separator: ".")
    let match = OutputBuffer.bytes { output in
      output.append(#"{"resource":"#)
      output.append(quoted: records.resource.name)
      output.append(#","id":"#)
      output.append(document.bytes[document.range(at: Int(records.ids[row]))].span)
      output.append(#","field":"#)
      output.append(quoted: path)
      output.append(#","text":"#)
      output.append(document.bytes[document.range(at: text)].span)
      output.append(.rightBrace)
    }
    if bytes.count > 1 { bytes.append(.comma) }
    bytes += match
    if bytes.count > Self.maxBytes {
      throw JSONError(at: 0, expected: .length(atMost: Self.maxBytes), in: bytes)
    }
  }
}
