/// A URL whose answer a resource's whole list holds: one of its records, or those with some value.
///
/// Only what the API's own server does is derived: json-server's singular, nested and filtered
/// routes.
struct DerivedAnswer {
  /// The resource whose list holds the answer.
  let resource: Resource

  private let part: Part

  private enum Part {
    case record(id: String)
    /// For each field, the values of which a record has one, as they are spelled in a query.
    case records([(path: [String], values: [String])])
  }

  /// - Parameter target: a path below the base URL and its query; `nil` where no list is sure to
  ///   hold its answer.
  init?(_ target: String) {
    let parts = target.unicodeScalars.split(separator: "?", maxSplits: 1).map { String($0) }
    let path = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst().map { String($0).percentDecoded }
    let query = parts.count > 1 ? parts[1] : nil
    guard let first = path.first ?? nil, let named = Resource.named(first) else { return nil }
    // Bytes that are no text are no id that the server would look for.
    let id = path.count > 1 ? path[1] ?? "" : ""
    let isID = !id.isEmpty && !id.unicodeScalars.contains("\u{FFFD}")
    switch (path.count, query) {
    case (1, let query?):
      guard let fields = Self.fields(query, of: named) else { return nil }
      self.init(resource: named, part: .records(fields))
    case (2, nil):
      guard isID else { return nil }
      self.init(resource: named, part: .record(id: id))
    case (3, nil):
      guard isID, let children = named.children.first(where: { $0.name == path[2] }),
        let reference = children.reference
      else { return nil }
      self.init(resource: children, part: .records([([reference.field], [id])]))
    default: return nil
    }
  }

  private init(resource: Resource, part: Part) {
    self.resource = resource
    self.part = part
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
  func isSurelyIn(_ list: Records, _ fields: HTTPFields) -> Bool {
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

  /// The answer; `nil` where the list has no such record.
  ///
  /// - Parameter list: the whole list.
  func document(from list: Records) throws(JSONError) -> JSONDocument? {
    let records = list.objects.map { JSONValue(document: list.document, index: Int($0)) }
    switch part {
    case .record(let id):
      let row = records.indices.first { list.id(ofRow: $0)?.text == id }
      guard let row else { return nil }
      return try JSONDocument(Array(records[row].text))
    case .records(let fields):
      let chosen = records.filter { record in
        fields.allSatisfy { path, values in record.spelling(at: path).map(values.contains) ?? false
        }
      }
      let texts = chosen.map(\.text).joined(separator: [.comma])
      return try JSONDocument([.leftBracket] + texts + [.rightBracket])
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
