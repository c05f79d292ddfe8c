extension Records {
  /// Searches the strings in all records for a text, ignoring case and accents. Each string that
  /// contains it becomes a record of ``Resource/matches``, with the complete string. Each string of
  /// an array is a record of its own.
  ///
  /// - Throws: an error if the matches are too long for a document.
  init(matching text: String, in lists: [Records]) throws(JSONError) {
    var matches = MatchList(text)
    for list in lists {
      for row in list.objects.indices { try matches.add(row, of: list) }
    }
    let document = try JSONDocument(matches.json)
    self.init(document.childIndices(of: 0), of: document, .matches, isList: true)
  }
}

/// Matches as a JSON text. Ids, names and texts are copied as the server spelled them.
private struct MatchList {
  private let wanted: FoldedText
  private var bytes: [UInt8] = [.leftBracket]

  /// The indices of the members around the searched value, the outermost first. Their names are the
  /// value's path.
  private var names: [Int] = []

  /// A long name around many texts is repeated for each of them. Without this limit, the matches
  /// would grow with the square of their document's size.
  private static let maxBytes = 128 << 20

  init(_ text: String) { wanted = FoldedText(text) }

  var json: [UInt8] { bytes + [.rightBracket] }

  mutating func add(_ row: Int, of records: Records) throws(JSONError) {
    let object = Int(records.objects[row])
    // Fast path: most records have no match.
    if !records.document.strings(in: object).contains(where: wanted.isIn) { return }
    try search(object, ofRow: row, in: records)
  }

  /// Adds the strings that contain the text: the value itself, or those in it.
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
    let match = OutputBuffer.bytes { output in
      output.append(#"{"resource":"#)
      output.append(quoted: records.resource.name)
      output.append(#","id":"#)
      output.append(document.bytes[document.range(at: Int(records.ids[row]))].span)
      output.append(#","field":""#)
      appendPath(in: document, to: &output)
      output.append(#"","text":"#)
      output.append(document.bytes[document.range(at: text)].span)
      output.append(.rightBrace)
    }
    if bytes.count > 1 { bytes.append(.comma) }
    bytes += match
    if bytes.count > Self.maxBytes {
      throw JSONError(at: 0, expected: .length(atMost: Self.maxBytes), in: bytes)
    }
  }

  /// Appends the names with points between them, `address.city`.
  private func appendPath(in document: JSONDocument, to output: inout OutputBuffer) {
    document.withView { view in
      for (index, name) in names.enumerated() {
        if index > 0 { output.append(.point) }
        let inQuotes = view.nameText(of: view.nodes[name]).dropFirst().dropLast()
        output.append(UnsafeRawBufferPointer(rebasing: inQuotes))
      }
    }
  }
}
