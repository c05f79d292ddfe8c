/// The properties of a request that select its stored response (RFC 9111 §2): the URL, the names of
/// the header fields that the user set, and a digest of these fields.
struct CacheKey: Sendable {
  /// The URL in the spelling of ``Swift/String/cacheKey``.
  let url: String

  /// The names of the fields that the user set, in lower case, sorted and separated by commas. The
  /// server's response may depend on them even if it doesn't name them in Vary.
  let userFields: String

  /// The SHA-256 of the names and values of the fields that the user set; empty if there are none.
  /// The values themselves are never stored.
  let userFieldsDigest: String

  /// Whether a response came from ``url``, and not from another URL after a redirect.
  func isURL(of response: HTTPResponse) -> Bool {
    // Fast path: most responses have the URL in this spelling.
    if response.url.utf8.elementsEqual(url.utf8) { return true }
    return response.url.cacheKey.utf8.elementsEqual(url.utf8)
  }
}

extension CacheKey: Equatable {
  /// Whether two keys have the same URL, field names and digest, byte for byte.
  static func == (left: CacheKey, right: CacheKey) -> Bool {
    left.url.hasSameBytes(as: right.url) && left.userFields.hasSameBytes(as: right.userFields)
      && left.userFieldsDigest.hasSameBytes(as: right.userFieldsDigest)
  }
}

/// How a request may use the store.
struct RequestKey {
  /// What selects the stored response.
  let cacheKey: CacheKey

  /// The name of the stored response's file: the SHA-256 of ``cacheKey`` in hexadecimal, which is
  /// also unique on file systems that ignore case.
  let fileName: String

  /// The directives of Cache-Control in the request or, if that is missing, of Pragma (RFC 9111
  /// §5.4). Only `no-store` and `no-cache` matter.
  let cacheControl: CacheControl

  /// Whether the response can be stored, and a stored response used.
  ///
  /// A request with credentials can't use the store, because its response is for one user (stricter
  /// than RFC 9111 §3.5). Nor can a request with a field that changes its meaning, such as Range.
  let canStore: Bool

  /// Whether a stored response can be used offline. Even a request with credentials in header
  /// fields can use one, because it was stored for a request without credentials.
  let canReuseOffline: Bool

  init(_ request: HTTPRequest) {
    let url = request.parsedURL?.normalized ?? request.url
    let fields = request.headerFields
    var directives = fields[values: .cacheControl]
    if directives.isEmpty { directives = fields[values: .pragma] }
    cacheControl = CacheControl(directives)
    let ownFields = fields.filter(\.isSetByUser)
    let names = ownFields.map(\.name).sortedWithoutRepetitions
    // Most requests have no names, and the first call of joined(separator:) takes 97,000
    // instructions.
    var userFields = ""
    for name in names {
      if !userFields.isEmpty { userFields += "," }
      userFields += name.text
    }
    let userFieldsDigest = fields.digest(of: names)
    cacheKey = CacheKey(url: url, userFields: userFields, userFieldsDigest: userFieldsDigest)
    let digest = SHA256.hexDigest(of: "\(url)\n\(userFields)\n\(userFieldsDigest)\n")
    fileName = digest + ResponseStore.suffix
    let isWholeDocument = !fields.contains(where: \.changesMeaning)
    canReuseOffline = isWholeDocument && request.parsedURL?.userInfo == nil
    canStore = isWholeDocument && !request.hasCredential
  }
}

extension HeaderFields.Field {
  /// Whether the user set the field, and the response may depend on its value. Credentials aren't
  /// included: offline, a request with a token can use a response that was stored without one.
  fileprivate var isSetByUser: Bool {
    switch name {
    // Directives for caches don't change the response, and with Host the store isn't used at all.
    case .cacheControl, .pragma, .host: false
    case .accept: value != HeaderFields.defaultAccept
    default: !isSecret
    }
  }
}

extension HeaderFields {
  /// The names that are listed in a field such as Vary or Connection (RFC 9110 §5.6.1).
  func listedNames(in name: Name) -> [Name] {
    guard let value = self[name] else { return [] }
    return value.listElements(separatedBy: .comma, .space, .tab).map { Name($0) }
  }

  /// The SHA-256 of the fields with the given names; empty if there are no names.
  fileprivate func digest(of names: [Name]) -> String {
    if names.isEmpty { return "" }
    let fields = Dictionary(grouping: self, by: \.name)
    var text = ""
    for name in names {
      let values = fields[name, default: []].map(\.value)
      // Valid values contain no line feeds, so different fields never give the same text.
      text += "\(name.lowercased):\(values.joined(separator: ", "))\n"
    }
    return SHA256.hexDigest(of: text)
  }
}

extension [HeaderFields.Name] {
  /// The names in lower case, sorted by their bytes and without repetitions.
  var sortedWithoutRepetitions: [HeaderFields.Name] {
    let names = map { HeaderFields.Name($0.lowercased) }
    let sorted = names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    var once: [HeaderFields.Name] = []
    for name in sorted where name != once.last { once.append(name) }
    return once
  }
}
