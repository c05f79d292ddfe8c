/// A query that selects records of a list by the rules of json-server 0.17: records whose fields
/// have the given values, and of these one page.
///
/// ```
/// ?userId=1&title=a+b    both fields have these values
/// ?_page=2&_limit=5      the sixth to the tenth record
/// ?_limit=5              the first five records
/// ```
struct ListQuery: Sendable {
  /// A field and its value, spelled as in a query.
  private struct Filter {
    let path: String
    let value: String
  }

  private var filters: [Filter] = []

  /// The number of the page, from 1 (`_page`).
  var page: Int?

  /// How many records a page has; without a page, how many of the first records to select
  /// (`_limit`).
  var limit: Int?

  init() {}

  /// Whether the query selects all records.
  var isEmpty: Bool { filters.isEmpty && !selectsPage }

  /// Whether the query selects a page, which some servers send as an object, not as an array.
  var selectsPage: Bool { page != nil || limit != nil }

  /// The names and values of the page, not yet encoded. Filters aren't included: they were parsed
  /// from a URL, which is sent itself.
  var items: [(key: String, value: String)] {
    var items: [(key: String, value: String)] = []
    if let page { items.append(("_page", String(page))) }
    if let limit { items.append(("_limit", String(limit))) }
    return items
  }

  mutating func addFilter(by field: String, value: String) {
    filters.append(Filter(path: field, value: value))
  }
}

// MARK: Parsing

extension ListQuery {
  /// Parses a query.
  ///
  /// - Parameters:
  ///   - text: the query without its question mark. The result is `nil` if a name is neither a
  ///     field of the catalogue nor `_page` or `_limit`, if a field occurs twice, if a part isn't
  ///     `name=value`, or if the limit is negative.
  ///   - resource: the resource of the list.
  ///   - parentField: the field whose value is in the path; a server ignores it in the query.
  init?(parsing text: String, of resource: Resource, parentField: String? = nil) {
    for pair in text.unicodeScalars.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts[1])
      else { return nil }
      if name == parentField { continue }
      switch name {
      case "_page":
        // As on a server, the first `_page` counts, and an empty one is ignored.
        if page != nil || value.isEmpty { continue }
        page = max(1, value.leadingInteger ?? 1)
      case "_limit":
        if limit != nil || value.isEmpty { continue }
        limit = value.leadingInteger ?? 0
      default:
        let isField = resource.fields.contains { field in field.path.utf8.elementsEqual(name.utf8) }
        let isRepeated = filters.contains { filter in filter.path == name }
        guard isField, !isRepeated else { return nil }
        filters.append(Filter(path: name, value: value))
      }
    }
    // A server counts a negative limit from the end of the list, which isn't supported here.
    if let limit, limit < 0 { return nil }
  }

  /// A decoded name or value. A `+` is a space, as in a form.
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
}

extension String {
  /// The integer that the text begins with, as JavaScript's parseInt reads it: `2` of `2,3`.
  fileprivate var leadingInteger: Int? {
    var rest = utf8.drop { $0 == .space }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isDigit }
    if digits.isEmpty { return nil }
    // A larger number is beyond every list's end.
    let magnitude = Int(String(utf8: digits)) ?? Int.max
    if isNegative { return -magnitude }
    return magnitude
  }
}

// MARK: Selecting

extension ListQuery {
  /// The records that a server selects.
  struct Selection {
    let records: ArraySlice<JSONValue>

    /// How many records there are on all pages.
    let total: Int
  }

  /// Selects records.
  ///
  /// - Returns: `nil` if a filter's field is in none of the records: servers ignore such a filter.
  func selection(from records: [JSONValue]) -> Selection? {
    var selected = records
    for filter in filters {
      let path = filter.path.split(separator: ".").map { String($0) }
      let isKnown = records.contains { record in record.member(at: path) != nil }
      if !isKnown, !records.isEmpty { return nil }
      selected = selected.filter { record in
        guard let spelling = record.member(at: path)?.spelling else { return false }
        return spelling.utf8.elementsEqual(filter.value.utf8)
      }
    }
    return Selection(records: selected[rows(of: selected.count)], total: selected.count)
  }

  /// The rows that the page or the limit selects from `count` records.
  private func rows(of count: Int) -> Range<Int> {
    guard let page else {
      guard let limit else { return 0..<count }
      return 0..<min(limit, count)
    }
    var size = 10
    if let limit, limit > 0 { size = limit }
    let (start, overflows) = (page - 1).multipliedReportingOverflow(by: size)
    if overflows || start >= count { return count..<count }
    let rest = count - start
    return start..<start + min(size, rest)
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

  /// A scalar, spelled as in a query.
  fileprivate var spelling: String? {
    switch kind {
    case .string: string
    case .number, .boolean: String(utf8: text)
    case .null, .array, .object: nil
    }
  }
}
