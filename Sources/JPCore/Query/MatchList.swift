extension Answer<[List]> {
  /// Searches the strings in all lists for a text; see ``List/matches(of:in:)``.
  ///
  /// - Parameter url: the API's URL, for the error.
  /// - Throws: an error if the matches are too long for a document.
  package func matches(of text: String, from url: String) throws(FetchError) -> Answer<Records> {
    do throws(JSONError) {
      let found = try List.matches(of: text, in: value)
      let records = Records(found, of: Join(value + [found]))
      return Answer<Records>(value: records, failures: failures, sources: sources, issues: issues)
    } catch {
      throw FetchError(resource: nil, url: url, cause: .notJSON(error), nil)
    }
  }
}

extension List {
  /// Searches the strings in all records for a text, ignoring case and accents. Each string that
  /// contains it becomes a record of ``Resource/matches``, with the complete string. Each string of
  /// an array is a record of its own.
  ///
  /// - Throws: an error if the matches are too long for a document.
  fileprivate static func matches(of text: String, in lists: [List]) throws(JSONError) -> List {
    var matches = MatchList(text)
    for list in lists {
      for row in list.objects.indices { try matches.addMatches(inRow: row, of: list) }
    }
    return List(reading: try JSONDocument(matches.json), of: .matches)
  }
}

/// Matches as a JSON text. Ids, names and texts are copied as the server spelled them.
private struct MatchList {
  private let wanted: FoldedSearchTerm
  private var bytes: [UInt8] = [.leftBracket]

  /// The id of the searched record, as JSON.
  private var id: [UInt8] = []

  /// The path of the searched value, such as `address.city`, spelled as in JSON.
  private var path: [UInt8] = []

  /// The strings that contain the text, and aren't added yet.
  private var strings: ArraySlice<Int> = []

  private static let maxBytes = 128 << 20

  /// The maximum length of an id or a path in bytes. A longer one is cut, because it is repeated
  /// for each text: the matches would grow with the square of their document's size.
  private static let maxNameBytes = 1024

  init(_ text: String) { wanted = FoldedSearchTerm(text) }

  var json: [UInt8] { bytes + [.rightBracket] }

  mutating func addMatches(inRow row: Int, of list: List) throws(JSONError) {
    let document = list.document
    let object = Int(list.objects[row])
    strings = document.strings(in: object, containing: wanted)[...]
    if strings.isEmpty { return }
    let idIndex = list.idIndex(ofRow: row)
    id = Array(document.bytes[document.byteRange(at: idIndex)])
    if id.count > Self.maxNameBytes {
      id = [.quote] + Self.cutText(document.recordKey(at: idIndex)?.utf8 ?? []) + [.quote]
    }
    try addStrings(in: object, of: list)
  }

  /// Adds the next of ``strings``: the value itself, or those in it.
  private mutating func addStrings(in value: Int, of list: List) throws(JSONError) {
    if strings.first == value {
      strings.removeFirst()
      return try appendMatch(value, of: list)
    }
    let document = list.document
    let isObject = document.kind(at: value) == .object
    let outerPath = path
    for child in document.children(at: value) {
      guard let next = strings.first, document.subtree(at: value).contains(next) else { return }
      if !document.subtree(at: child).contains(next) { continue }
      if isObject { appendNameToPath(of: child, in: document) }
      try addStrings(in: child, of: list)
      path = outerPath
    }
  }

  /// Appends a member's name to the path, with a point between them.
  private mutating func appendNameToPath(of member: Int, in document: JSONDocument) {
    if !path.isEmpty { path.append(.point) }
    document.withView { view in
      path += view.nameWithoutQuotes(of: view.nodes[member])
    }
    if path.count > Self.maxNameBytes { path = Self.cutText(JSONDocument.content(ofText: path)) }
  }

  /// A text that is cut and ends with `…`, as JSON without quotes.
  private static func cutText(_ content: [UInt8]) -> [UInt8] {
    let text = String(utf8: content).excerpt
    let quoted = OutputBuffer.collect { output in output.append(quoted: text) }
    return Array(quoted.dropFirst().dropLast())
  }

  private mutating func appendMatch(_ text: Int, of list: List) throws(JSONError) {
    let document = list.document
    if bytes.count > 1 { bytes.append(.comma) }
    bytes += #"{"resource":"\#(list.resource.name)","id":"#.utf8
    bytes += id
    bytes += #","field":""#.utf8
    bytes += path
    bytes += #"","text":"#.utf8
    bytes += document.bytes[document.byteRange(at: text)]
    bytes.append(.rightBrace)
    if bytes.count > Self.maxBytes {
      throw JSONError(at: 0, expected: .length(atMost: Self.maxBytes), in: bytes)
    }
  }
}
