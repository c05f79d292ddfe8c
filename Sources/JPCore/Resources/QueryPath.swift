/// A path of the API with its query, parsed as a choice of records. The routes and the rules are
/// those of json-server 0.17.
///
/// ```
/// /users/1                          a record
/// /users/1/todos                    the records of one parent
/// /todos?userId=1&completed=true    the records whose fields have these values
/// /posts?_page=2&_limit=5           the sixth to the tenth record
/// /posts?_limit=5                   the first five records
/// ```
struct QueryPath: Sendable {
  /// The chosen records, before they are divided into pages.
  private(set) var query: RecordQuery

  /// The number of the page, from 1 (`_page`).
  private var page: Int?

  /// The value of `_limit`: the size of a page or, without `_page`, the maximum number of records.
  private var limit: Int?

  private let path: ResourcePath

  /// The path, against which a document is checked; `nil` for a page of a list, which some servers
  /// send as an object.
  var document: ResourcePath? {
    if page != nil || limit != nil { return nil }
    return path
  }

  /// Whether the text has a query, even an empty one.
  private var hasQuery = false

  /// Whether the document is a part of the resource's list, such as `/users/1` or
  /// `/todos?userId=1`, and not the list itself.
  var isPart: Bool { path.id != nil || hasQuery || !query.filters.isEmpty }

  /// Parses a path and its query. The result is `nil` in these cases:
  ///
  /// - The path isn't a route of the catalogue's resources.
  /// - The path of a single record has query parameters, or `_limit` is negative.
  /// - A parameter isn't `name=value`, or its name isn't `_page`, `_limit` or a field of the
  ///   catalogue: a server may give other names a meaning (`q`, `_sort`), or ignore them.
  ///
  /// - Parameter text: a path below the base URL, which begins with a slash.
  init?(_ text: String) {
    let parts = text.unicodeScalars.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(path: parts[0])
    guard parts.count == 2 else { return }
    hasQuery = true
    for pair in parts[1].split(separator: "&") {
      // With a query, a server may send something else than the record in its list, so the list
      // isn't used.
      guard path.id == nil, add(pair) else { return nil }
    }
    // A server counts a negative limit from the end of the list. This isn't supported.
    if let limit, limit < 0 { return nil }
  }

  /// Parses a path without its query.
  private init?(path: Substring.UnicodeScalarView) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let names = segments.map { String($0) }
    guard let first = names.first, let named = Resource.named(first) else { return nil }
    switch names.count {
    case 1:
      self.path = .list(of: named)
      query = RecordQuery(named)
    case 2:
      guard let id = Self.id(names[1]) else { return nil }
      self.path = .record(id, of: named)
      query = RecordQuery(named, ids: [id])
    case 3:
      let children = named.children.first { child in child.name.hasSameBytes(as: names[2]) }
      guard let children, let id = Self.id(names[1]) else { return nil }
      self.path = .children(of: children.resource)
      query = RecordQuery(children.resource)
      query.filters = [RecordQuery.Filter(field: [children.field], values: [id])]
    default:
      return nil
    }
  }

  /// The id in a path's segment; `nil` if it is empty or isn't UTF-8, which servers reject.
  private static func id(_ segment: String) -> String? {
    guard let id = segment.percentDecoded, !id.isEmpty, !id.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    return id
  }

  // MARK: The query

  /// Adds `name=value`.
  ///
  /// - Returns: whether its meaning is known.
  private mutating func add(_ pair: Substring.UnicodeScalarView) -> Bool {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = Self.decoded(parts[0]), let value = Self.decoded(parts[1])
    else { return false }
    switch name {
    case "_page":
      // As on a server, the first `_page` counts, and an empty one is ignored.
      if page == nil, !value.isEmpty { page = max(1, value.leadingInteger ?? 1) }
    case "_limit":
      if limit == nil, !value.isEmpty { limit = value.leadingInteger ?? 0 }
    default:
      let fields = query.resource.fields
      guard fields.contains(where: { $0.path.hasSameBytes(as: name) }) else { return false }
      addFilter(by: name.split(separator: ".").map(String.init), value)
    }
    return true
  }

  /// Adds a filter. A repeated field matches any of its values: `userId=1&userId=2`. The parent in
  /// the path is fixed: `/users/1/todos?userId=2` lists the todos of user 1.
  private mutating func addFilter(by field: [String], _ value: String) {
    let known = query.filters.firstIndex { filter in filter.field == field }
    guard let known else {
      return query.filters.append(RecordQuery.Filter(field: field, values: [value]))
    }
    if path.canBeAbsent, known == 0 { return }
    query.filters[known].values.append(value)
  }

  /// Decodes a name or value. A `+` is a space, as in an HTML form.
  private static func decoded(_ text: Substring.UnicodeScalarView) -> String? {
    var decoded = String.UnicodeScalarView()
    for scalar in text {
      if scalar == "+" {
        decoded.append(" ")
      } else {
        decoded.append(scalar)
      }
    }
    return String(decoded).percentDecoded
  }

  // MARK: Choosing

  /// The document that a server would send for this path if it had the list.
  func document(from list: Records) throws -> JSONDocument {
    if let id = path.id {
      let index = KeyIndex(list.ids, in: list.document)
      guard let row = index.row(of: RecordKey(id)) else { throw MissingRecord() }
      return try JSONDocument(Array(list.text(ofRow: row)))
    }
    let rows = list.rows(matching: query.filters)
    let texts = rows[page(of: rows.count)].map(list.text)
    return try JSONDocument([.leftBracket] + texts.joined(separator: [.comma]) + [.rightBracket])
  }

  /// The range of the page in a list of `count` rows.
  private func page(of count: Int) -> Range<Int> {
    guard let page else { return 0..<min(limit ?? count, count) }
    var size = 10
    if let limit, limit > 0 { size = limit }
    let (start, overflows) = (page - 1).multipliedReportingOverflow(by: size)
    if overflows || start >= count { return count..<count }
    let rest = count - start
    return start..<start + min(size, rest)
  }
}

/// The record that was asked for isn't in its list.
struct MissingRecord: Error {}

extension String {
  /// The integer that the text begins with, as JavaScript's parseInt reads it: `2` of `2,3`.
  fileprivate var leadingInteger: Int? {
    var rest = utf8.drop { $0 == .space }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isDigit }
    if digits.isEmpty { return nil }
    // A number that is too large for `Int` is beyond the end of every list.
    let magnitude = Int(String(utf8: digits)) ?? Int.max
    if isNegative { return -magnitude }
    return magnitude
  }
}

// MARK: Filters

extension Records {
  /// The text of a row's record, as the server spelled it.
  fileprivate func text(ofRow row: Int) -> ArraySlice<UInt8> {
    document.value(at: Int(objects[row])).text
  }

  /// The rows whose fields have the filters' values. As on a server, a filter by a field that no
  /// record has is ignored.
  func rows(matching filters: [RecordQuery.Filter]) -> [Int] {
    var rows = Array(objects.indices)
    for filter in filters {
      let values = objects.map { object in document.value(at: Int(object)).member(at: filter.field)
      }
      if values.allSatisfy({ $0 == nil }) { continue }
      rows = rows.filter { row in
        guard let spelling = values[row]?.spelling else { return false }
        return filter.values.contains { value in spelling.hasSameBytes(as: value) }
      }
    }
    return rows
  }
}

extension JSONValue {
  fileprivate func member(at path: [String]) -> JSONValue? {
    var value = self
    for name in path {
      guard let member = value[name] else { return nil }
      value = member
    }
    return value
  }

  /// The value as a query spells it, strings without quotes; `nil` unless it is a scalar other than
  /// `null`.
  fileprivate var spelling: String? {
    switch kind {
    case .string: string
    case .number, .boolean: String(utf8: text)
    case .null, .array, .object: nil
    }
  }
}
