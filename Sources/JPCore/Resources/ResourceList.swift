/// A resource's whole list from the store, local data or a test, which can give the responses for
/// its records.
struct ResourceList: Sendable {
  private let response: HTTPResponse
  private let records: Records
  private let index: KeyIndex

  /// - Parameter response: a whole list of records with ids; the result is `nil` for anything else.
  ///   A list that names a next page (RFC 8288) or another number of records is a part.
  init?(_ response: HTTPResponse, of resource: Resource) {
    guard response.status == 200,
      // If it isn't JSON, it isn't a list.
      let document = try? JSONDocument(response.body),
      let records = try? Records(document, of: resource, extent: .list),
      !response.linksToNextPage
    else { return nil }
    if let total = response.headerFields[.totalCount], total != String(records.objects.count) {
      return nil
    }
    self.response = response
    self.records = records
    index = KeyIndex(records.ids, in: document)
  }

  /// The response that a server with this list would send: a record, some records, or 404.
  ///
  /// - Parameters:
  ///   - path: a path of the same resource.
  ///   - url: the requested URL.
  /// - Returns: `nil` if the server's response isn't certain. If any id in the list is a string,
  ///   only the responses for single records and for the whole list are certain, because servers
  ///   differ in how they compare string ids with the values in a query.
  func response(to path: ResourcePath, at url: String) -> HTTPResponse? {
    var query = path.query
    switch path.target {
    case .record(let id):
      guard let row = index.row(of: RecordKey(id)) else {
        return derived(404, [.leftBrace, .rightBrace], url)
      }
      let record = records.document.value(at: Int(records.objects[row]))
      return derived(200, Array(record.text), url)
    case .children(let parent):
      guard let reference = records.resource.reference else { return nil }
      query.addFilter(by: reference.field, value: parent)
    case .list:
      break
    }
    if query.isEmpty { return derived(200, response.body, url) }
    if hasTextIDs { return nil }
    let elements = records.document.root.elements
    guard let selection = query.selection(from: elements) else { return nil }
    let texts = selection.records.map(\.text)
    let body = [.leftBracket] + texts.joined(separator: [.comma]) + [.rightBracket]
    var total: String?
    if query.selectsPage { total = String(selection.total) }
    return derived(200, body, url, total: total)
  }

  private var hasTextIDs: Bool {
    records.ids.contains { records.document.kind(at: Int($0)) == .string }
  }

  /// - Parameter total: the number of records on all pages; `nil` for none, because that of the
  ///   whole list would be wrong for a part of it.
  private func derived(
    _ status: Int, _ body: [UInt8], _ url: String, total: String? = nil
  ) -> HTTPResponse {
    var fields = response.headerFields
    fields[.totalCount] = total
    var derived = HTTPResponse(status: status, headerFields: fields, body: body, url: url)
    derived.derivedFrom = response.url
    return derived
  }
}

/// Answers requests to local data for single records, children, filters and pages. If local data
/// has no response to such a request, makes one from the resource's whole list.
struct ListTransport: Transport {
  let next: any Transport
  let base: BaseURL

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let direct: Result<HTTPResponse, TransportError>
    do {
      direct = .success(try await next.send(request))
    } catch let error as TransportError {
      direct = .failure(error)
    }
    guard direct.isFailure, let target = base.path(of: request.url) else { return try direct.get() }
    if let derived = try await derived(target, at: request.url) { return derived }
    if ResourcePath.isListWithQuery(target) { return .unknownQuery(at: request.url) }
    return try direct.get()
  }

  /// The response made from a list, or 501 if it isn't certain; `nil` if there is no such list.
  ///
  /// - Throws: `CancellationError`.
  private func derived(_ target: String, at url: String) async throws -> HTTPResponse? {
    guard let path = ResourcePath(parsing: target) else { return nil }
    let listTarget = ResourcePath(.list, of: path.resource).text
    if target == listTarget { return nil }
    let response: HTTPResponse
    do {
      response = try await next.send(HTTPRequest(url: base.url(of: listTarget)))
    } catch is TransportError {
      // Then the failure of the request itself is reported.
      return nil
    }
    guard let list = ResourceList(response, of: path.resource) else { return nil }
    if let derived = list.response(to: path, at: url) { return derived }
    return .unknownQuery(at: url)
  }
}

extension ResourcePath {
  /// Whether a path has a query, and is the path of a list if the query is removed.
  static func isListWithQuery(_ target: String) -> Bool {
    let path = target.unicodeScalars.prefix { scalar in scalar != "?" }
    guard path.endIndex < target.endIndex, let parsed = ResourcePath(parsing: String(path)) else {
      return false
    }
    return parsed.id == nil
  }
}

extension HTTPResponse {
  /// Whether the Link field leads to another page (RFC 8288 §3.3).
  fileprivate var linksToNextPage: Bool {
    guard let links = headerFields[.link]?.lowercased() else { return false }
    let parameters = links.utf8.split { byte in byte == .comma || byte == UInt8(ascii: ";") }
    for parameter in parameters {
      let text = parameter.drop { $0 == .space }
      guard text.starts(with: "rel=".utf8) else { continue }
      let relations = text.dropFirst(4).split { byte in byte == .space || byte == .quote }
      for relation in relations where relation.elementsEqual("next".utf8) { return true }
    }
    return false
  }

  /// The response of local data to a query that it can't answer as a server would.
  static func unknownQuery(at url: String) -> HTTPResponse {
    let message =
      "local data answers queries by fields that its records have, each once, and by _page and "
      + "_limit, if all ids are numbers"
    let body: JSONTree = ["message": message]
    return HTTPResponse(
      status: 501, headerFields: .contentTypeJSON, body: body.text(.pretty), url: url)
  }
}

extension Result<HTTPResponse, TransportError> {
  /// Whether there is no document for the request itself.
  fileprivate var isFailure: Bool {
    switch self {
    case .success(let response): response.status >= 400
    case .failure(let error): error.isMissingFile
    }
  }
}
