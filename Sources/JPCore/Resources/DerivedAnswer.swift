/// A URL whose answer a resource's whole list holds: one of its records, or those with some value.
///
/// Only what the API's own server does is derived: json-server's singular, nested and filtered
/// routes.
struct DerivedAnswer {
  /// The resource whose list holds the answer.
  let resource: Resource

  private let part: Part

  /// Which of them are wanted; `nil` for all.
  private var page: Page?

  private struct Page {
    /// From 1.
    let number: Int
    /// How many records it has.
    let limit: Int

    func of(_ records: [JSONValue]) -> ArraySlice<JSONValue> {
      let (start, isBehind) = (number - 1).multipliedReportingOverflow(by: limit)
      return isBehind ? [] : records.dropFirst(start).prefix(limit)
    }
  }

  private enum Part {
    case record(id: String)
    /// For each field, the values of which a record has one, as they are spelled in a query.
    case records([(path: [String], values: [String])])
  }

  /// - Parameters:
  ///   - target: a path below the base URL and its query; `nil` where no list is sure to hold its
  ///     answer.
  ///   - hasPages: whether the query may also ask for a page.
  init?(_ target: String, hasPages: Bool = false) {
    let parts = target.unicodeScalars.split(separator: "?", maxSplits: 1).map { String($0) }
    let path = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst().map { String($0).percentDecoded }
    var query = parts.count > 1 ? parts[1] : nil
    var page: Page?
    if hasPages, let whole = query { (page, query) = Self.page(in: whole) }
    guard let first = path.first ?? nil, let named = Resource.named(first) else { return nil }
    // Bytes that are no text are no id that the server would look for.
    let id = path.count > 1 ? path[1] ?? "" : ""
    let isID = !id.isEmpty && !id.unicodeScalars.contains("\u{FFFD}")
    switch (path.count, query) {
    case (1, nil) where page != nil:
      self.init(resource: named, part: .records([]))
    case (1, let query?):
      guard let fields = Self.fields(query, of: named) else { return nil }
      self.init(resource: named, part: .records(fields))
    case (2, nil) where page == nil:
      guard isID else { return nil }
      self.init(resource: named, part: .record(id: id))
    case (3, nil):
      guard isID, let children = named.children.first(where: { $0.name == path[2] }),
        let reference = children.reference
      else { return nil }
      self.init(resource: children, part: .records([([reference.field], [id])]))
    default: return nil
    }
    self.page = page
  }

  private init(resource: Resource, part: Part) {
    self.resource = resource
    self.part = part
  }

  /// The page that a query asks for as json-server has it, and the rest of the query.
  private static func page(in query: String) -> (Page?, rest: String?) {
    var (number, limit): (Int?, Int?)
    var rest: [Substring] = []
    for pair in query.split(separator: "&") {
      let halves = pair.split(separator: "=")
      switch (halves.first, halves.count == 2 ? Int(halves[1]) : nil) {
      case ("_page", let value?) where value > 0: number = value
      case ("_limit", let value?) where value > 0: limit = value
      default: rest.append(pair)
      }
    }
    guard number != nil || limit != nil else { return (nil, query) }
    let page = Page(number: number ?? 1, limit: limit ?? 10)
    return (page, rest.isEmpty ? nil : rest.joined(separator: "&"))
  }

  /// A query's fields and values; `nil` where one isn't a field of the catalogue, which the server
  /// may take for something else (`_page`, `q`), or ignore.
  private static func fields(
    _ query: String, of resource: Resource
  ) -> [(path: [String], values: [String])]? {
    var fields: [(name: String, values: [String])] = []
    for pair in query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false) {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = halves.map { String($0).replacingPlus.percentDecoded }
      guard texts.count == 2, let name = texts[0], let value = texts[1],
        resource.fields.contains(where: { $0.path == name })
      else { return nil }
      if let place = fields.firstIndex(where: { $0.name == name }) {
        fields[place].values.append(value)
      } else {
        fields.append((name, [value]))
      }
    }
    return fields.map { ($0.name.split(separator: ".").map { String($0) }, $0.values) }
  }

  /// Whether a list holds the answer: it doesn't say that it is a part, by a following page (RFC
  /// 8288) or a larger number of records; and some record has each field, without which the server
  /// drops the filter and answers with the whole list.
  func isSurelyIn(_ list: Records, _ fields: HeaderFields) -> Bool {
    let links = fields["Link"]?.lowercased() ?? ""
    let total = fields["X-Total-Count"] ?? String(list.objects.count)
    guard !links.has("next"), total == String(list.objects.count) else { return false }
    guard case .records(let filters) = part, !list.objects.isEmpty else { return true }
    return filters.allSatisfy { path, _ in
      list.objects.contains { object in
        JSONValue(document: list.document, index: Int(object)).member(at: path) != nil
      }
    }
  }

  /// The answer, and of a page how many records there are on all; `nil` where the list has no such
  /// record.
  ///
  /// - Parameter list: the whole list.
  func document(from list: Records) throws(JSONError) -> (JSONDocument, total: Int?)? {
    let records = list.objects.map { JSONValue(document: list.document, index: Int($0)) }
    switch part {
    case .record(let id):
      let row = records.indices.first { list.id(ofRow: $0)?.text == id }
      guard let row else { return nil }
      return (try JSONDocument(Array(records[row].text)), nil)
    case .records(let fields):
      let chosen = records.filter { record in
        fields.allSatisfy { path, values in record.spelling(at: path).map(values.contains) ?? false
        }
      }
      let shown = page?.of(chosen) ?? chosen[...]
      let texts = shown.map(\.text).joined(separator: [.comma])
      let document = try JSONDocument([.leftBracket] + texts + [.rightBracket])
      return (document, page.map { _ in chosen.count })
    }
  }

  /// The id of the record that the URL names, where it names one.
  var id: String? {
    if case .record(let id) = part { id } else { nil }
  }
}

extension JSONValue {
  fileprivate func member(at path: [String]) -> JSONValue? { path.reduce(self) { $0?[$1] } }

  /// A scalar as it is spelled in a query; `nil` where there is none.
  fileprivate func spelling(at path: [String]) -> String? {
    guard let value = member(at: path) else { return nil }
    switch value.kind {
    case .string: return value.string
    case .number, .boolean: return String(decoding: value.text, as: UTF8.self)
    case .null, .array, .object: return nil
    }
  }
}

extension String {
  /// With spaces for the `+` of a form's query.
  fileprivate var replacingPlus: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "+" ? " " : $0 }))
  }
}
