/// A resource's whole list from a server, the store or a file, which answers for its records.
struct ResourceList: Sendable {
  private let response: TransportResponse
  private let records: Records
  private let index: KeyIndex

  /// - Parameter response: a whole list of records with ids; the result is `nil` for anything else. A
  ///   list that names a next page (RFC 8288) or a larger number of records is a part.
  init?(_ response: TransportResponse, of resource: Resource) {
    guard response.status == 200,
      // If it isn't JSON, it isn't a list.
      let document = try? JSONDocument(response.body),
      let records = try? Records(document, of: resource, extent: .list),
      response.fields["Link"]?.lowercased().contains(ascii: "next") != true
    else { return nil }
    if let total = response.fields["X-Total-Count"], total != String(records.objects.count) {
      return nil
    }
    self.response = response
    self.records = records
    index = KeyIndex(records.ids, in: document)
  }

  /// The response of a server that has this list: a record, some records, or 404.
  ///
  /// - Parameters:
  ///   - path: a path of the same resource.
  ///   - url: the requested URL.
  /// - Returns: `nil` if the list isn't sure to give it. If an id is text, a server may compare
  ///   references in another way, so that only single records are known.
  func response(to path: ResourcePath, at url: String) -> TransportResponse? {
    var query = path.query
    switch path.target {
    case .record(let id):
      guard let row = index.row(of: RecordKey(id)) else {
        return derived(404, [.leftBrace, .rightBrace], response.fields, url)
      }
      let record = records.document.value(at: Int(records.objects[row]))
      return derived(200, Array(record.text), response.fields, url)
    case .children(let parent):
      guard let reference = records.resource.reference else { return nil }
      query.addFilter(by: reference.field, value: parent)
    case .list:
      break
    }
    if hasTextIDs { return nil }
    let elements = Array(records.document.root.elements)
    guard let selection = query.selection(from: elements) else { return nil }
    let texts = selection.records.map(\.text).joined(separator: [.comma])
    var fields = response.fields
    if query.selectsPage { fields["X-Total-Count"] = String(selection.total) }
    return derived(200, [.leftBracket] + texts + [.rightBracket], fields, url)
  }

  private var hasTextIDs: Bool {
    records.ids.contains { records.document.kind(at: Int($0)) == .string }
  }

  private func derived(
    _ status: Int, _ body: [UInt8], _ fields: HeaderFields, _ url: String
  ) -> TransportResponse {
    var derived = TransportResponse(
      status: status, fields: fields, body: body, url: url, origin: response.origin,
      storedAgo: response.storedAgo, age: response.age)
    derived.derivedFrom = response.url
    return derived
  }
}

/// Answers from the lists of files or of built-in data for single records, children, filters and
/// pages.
struct ListTransport: Transport {
  let next: any Transport
  let base: BaseURL

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let direct: Result<TransportResponse, TransportError>
    do {
      direct = .success(try await next.send(request))
    } catch let error as TransportError {
      direct = .failure(error)
    }
    guard direct.isMissing, let target = base.path(of: request.url) else { return try direct.get() }
    if let derived = await derived(target, at: request.url) { return derived }
    if ResourcePath.isQueryOfList(target) { return .unknownQuery(at: request.url, direct.origin) }
    return try direct.get()
  }

  /// The response that a list gives; `nil` if there is no such list, or if it isn't sure.
  private func derived(_ target: String, at url: String) async -> TransportResponse? {
    guard let path = ResourcePath(parsing: target) else { return nil }
    let listTarget = ResourcePath(.list, of: path.resource).text
    if target == listTarget { return nil }
    let listURL = base.url(of: listTarget)
    // If the list is missing too, the response to the request itself says so.
    guard let response = try? await next.send(TransportRequest(url: listURL)) else { return nil }
    return ResourceList(response, of: path.resource)?.response(to: path, at: url)
  }
}

extension ResourcePath {
  /// Whether a path would lead to a list without its query.
  static func isQueryOfList(_ target: String) -> Bool {
    let path = String(target.unicodeScalars.prefix { $0 != "?" })
    guard path.utf8.count < target.utf8.count else { return false }
    guard let parsed = ResourcePath(parsing: path) else { return false }
    return parsed.id == nil
  }
}

extension TransportResponse {
  /// The response of local data to a query that it can't answer as a server would.
  static func unknownQuery(at url: String, _ origin: Origin) -> TransportResponse {
    let message =
      "local data answers queries by fields of its records, each once, and by _page and _limit; "
      + "of a list with an id that is text only single records"
    let body: JSONTree = ["message": message]
    return TransportResponse(
      status: 501, fields: .contentTypeJSON, body: body.text(.pretty), url: url, origin: origin)
  }
}

extension Result<TransportResponse, TransportError> {
  fileprivate var isMissing: Bool {
    switch self {
    case .success(let response): response.status >= 400
    case .failure(let error): error.isMissingFile
    }
  }

  fileprivate var origin: TransportResponse.Origin {
    switch self {
    case .success(let response): response.origin
    case .failure: .file
    }
  }
}
