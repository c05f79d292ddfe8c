/// A path of the API, parsed: the list of a resource, one of its records, or some of them.
///
/// These are json-server's routes: `/users`, `/users/1`, `/users/1/albums`, `/albums?userId=1`, and
/// pages of lists (`_page`, `_limit`).
struct ResourcePath {
  let url: String

  /// The records' resource.
  let resource: Resource

  /// The id of the record; `nil` for lists.
  let id: String?

  /// Whether the path gives a list or a record; `nil` for a list below another record.
  let extent: Records.Extent?

  /// Whether a server's response follows from the resource's list.
  private(set) var isPartOfList = false

  private var filters: [Filter] = []
  private var page: Page?

  /// The values that a field may have, spelled as in a query.
  private struct Filter {
    let path: [String]
    var values: [String]
  }

  private struct Page {
    /// From 1.
    var number = 1
    /// How many records it has.
    var limit = 10

    func of(_ records: [JSONValue]) -> ArraySlice<JSONValue> {
      let (start, overflows) = (number - 1).multipliedReportingOverflow(by: limit)
      return overflows ? [] : records.dropFirst(start).prefix(limit)
    }
  }

  /// - Parameter url: a URL. The result is `nil` if it isn't below the base URL, or isn't in the
  ///   catalogue.
  init?(_ url: String, below base: BaseURL) {
    guard let path = base.path(of: url) else { return nil }
    self.init(path, url: url)
  }

  /// - Parameter target: a path below the base URL, and its query.
  init?(_ target: String, url: String) {
    self.url = url
    let parts = target.unicodeScalars.split(separator: "?", maxSplits: 1).map { String($0) }
    let segments = (parts.first ?? "").unicodeScalars
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { String($0) }
    let query = parts.count > 1 ? parts[1] : nil
    guard let named = segments.first.flatMap(Resource.named) else { return nil }
    // Servers reject ids that aren't UTF-8.
    let id = segments.count > 1 ? segments[1].percentDecoded ?? "" : ""
    let isID = !id.isEmpty && !id.unicodeScalars.contains("\u{FFFD}")
    switch segments.count {
    case 1:
      (resource, self.id, extent) = (named, nil, .list)
      isPartOfList = query.map { read($0) } ?? false
    case 2 where isID:
      (resource, self.id, extent) = (named, id, .single)
      isPartOfList = query == nil
    case 3 where isID:
      guard let children = named.children.first(where: { $0.name == segments[2] }),
        let reference = children.reference
      else { return nil }
      (resource, self.id, extent) = (children, nil, nil)
      filters = [Filter(path: [reference.field], values: [id])]
      isPartOfList = query.map { read($0) } ?? true
    default: return nil
    }
  }

  /// The path of the whole list.
  var listPath: String { "/\(resource.name)" }

  /// Reads a query.
  ///
  /// - Returns: whether all names are fields of the catalogue, or ask for a page. To a server, other
  ///   names may mean something else (`q`, `_sort`) or nothing.
  private mutating func read(_ query: String) -> Bool {
    for pair in query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false) {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = halves.map { String($0).replacingPlus.percentDecoded }
      guard texts.count == 2, let name = texts[0], let value = texts[1] else { return false }
      if name == "_page" || name == "_limit" {
        guard let number = Int(value), number > 0 else { return false }
        var page = page ?? Page()
        if name == "_page" { page.number = number } else { page.limit = number }
        self.page = page
      } else if resource.fields.contains(where: { $0.path == name }) {
        let path = name.split(separator: ".").map { String($0) }
        if let place = filters.firstIndex(where: { $0.path == path }) {
          filters[place].values.append(value)
        } else {
          filters.append(Filter(path: path, values: [value]))
        }
      } else {
        return false
      }
    }
    return true
  }
}

// MARK: Answers from a list

/// A resource's list from a server, the store or a file.
struct ResourceList {
  let response: TransportResponse
  fileprivate let document: JSONDocument

  /// - Parameter response: a whole list; the result is `nil` for anything else. A list that names a
  ///   next page (RFC 8288) or a larger number of records is a part.
  init?(_ response: TransportResponse) {
    guard response.status == 200,
      // If it isn't JSON, it isn't a list.
      let document = try? JSONDocument(response.body), ResourcePath.misfit(inList: document) == nil,
      response.fields["Link"]?.lowercased().contains(ascii: "next") != true
    else { return nil }
    let count = document.root.elements.count
    if let total = response.fields["X-Total-Count"], total != String(count) { return nil }
    self.response = response
    self.document = document
  }
}

extension ResourcePath {
  /// The response of a server that has a list: a record, some records, or 404.
  ///
  /// - Returns: `nil` if the list isn't sure to hold it. Servers drop a filter by a field that no
  ///   record has, and answer with the whole list.
  func response(from list: ResourceList) -> TransportResponse? {
    let records = list.document.root.elements
    guard isPartOfList else { return nil }
    if let id {
      let record = records.first { $0["id"]?.key == RecordKey(id) }
      guard let record else { return deriving(list.response, 404, [.leftBrace, .rightBrace]) }
      return deriving(list.response, 200, Array(record.text))
    }
    let areKnown = filters.allSatisfy { filter in
      records.contains { $0.member(at: filter.path) != nil }
    }
    guard areKnown || records.isEmpty else { return nil }
    let chosen = records.filter { record in
      filters.allSatisfy { filter in
        record.member(at: filter.path)?.spelling.map { spelling in
          filter.values.contains { $0.utf8.elementsEqual(spelling.utf8) }
        } ?? false
      }
    }
    let shown = page?.of(chosen) ?? chosen[...]
    let text = [.leftBracket] + shown.map(\.text).joined(separator: [.comma]) + [.rightBracket]
    return deriving(list.response, 200, text, total: page.map { _ in chosen.count })
  }

  private func deriving(
    _ list: TransportResponse, _ status: Int, _ body: [UInt8], total: Int? = nil
  ) -> TransportResponse {
    let total = total.map { [HeaderFields.Field(name: "X-Total-Count", value: String($0))] } ?? []
    var response = TransportResponse(
      status: status, fields: HeaderFields(list.fields.all + total), body: body, url: url,
      origin: list.origin, storedAgo: list.storedAgo, age: list.age)
    response.derivedFrom = list.url
    return response
  }

  /// The same from a response, which may not be a list.
  func response(from list: TransportResponse) -> TransportResponse? {
    ResourceList(list).flatMap(response)
  }

  /// Why a document may not be stored for this path; `nil` for a list of records that have an `id`,
  /// or for the record that was asked for, whatever the types of other fields are.
  func misfit(in document: JSONDocument) -> TypeMismatch? {
    if id == nil { return Self.misfit(inList: document) }
    let root = document.root
    if root.kind != .object {
      return TypeMismatch(in: document, at: root.index, path: "", expected: .object)
    }
    if root["id"] == nil {
      return TypeMismatch(
        in: document, at: root.index, path: "id", expected: .value, isMissing: true)
    }
    return otherRecord(in: document)
  }

  /// The mismatch if a record has another id than the one that was asked for.
  func otherRecord(in document: JSONDocument) -> TypeMismatch? {
    guard let id, let found = document.root["id"], found.key != RecordKey(id) else { return nil }
    return TypeMismatch(in: document, at: found.index, path: "id", expected: .described(id))
  }

  /// The first value that keeps a document from being a list of records.
  fileprivate static func misfit(inList document: JSONDocument) -> TypeMismatch? {
    do {
      // No reference is read, so the resource doesn't matter.
      _ = try Records(document, of: .users, extent: .list)
      return nil
    } catch {
      return error
    }
  }
}

extension JSONValue {
  fileprivate func member(at path: [String]) -> JSONValue? { path.reduce(self) { $0?[$1] } }

  /// A scalar, spelled as in a query.
  fileprivate var spelling: String? {
    switch kind {
    case .string: string
    case .number, .boolean: String(utf8: text)
    case .null, .array, .object: nil
    }
  }
}

extension String {
  /// The text with a space for each `+`, as in a form's query.
  fileprivate var replacingPlus: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "+" ? " " : $0 }))
  }
}

/// Makes responses for single records and filters from the lists of files or built-in data.
struct ListTransport: Transport {
  let next: any Transport
  let base: BaseURL

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let direct: Result<TransportResponse, TransportError>
    do { direct = .success(try await next.send(request)) } catch let error as TransportError {
      direct = .failure(error)
    }
    guard direct.isMissing, let path = ResourcePath(request.url, below: base), path.isPartOfList,
      // Use the response if the list is missing.
      let list = try? await next.send(TransportRequest(url: base.url(of: path.listPath)))
    else { return try direct.get() }
    return try path.response(from: list) ?? direct.get()
  }
}

extension Result<TransportResponse, TransportError> {
  fileprivate var isMissing: Bool {
    switch self {
    case .success(let response): response.status >= 400
    case .failure(let error): error.isMissingFile
    }
  }
}
