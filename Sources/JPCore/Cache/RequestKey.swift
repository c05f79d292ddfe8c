/// The properties of a request that select stored responses (RFC 9111 §2, §4.1).
struct RequestKey: Sendable {
  /// The URL in the spelling of ``Swift/String/cacheKey``.
  let url: String

  /// A digest of the fields that the user added, for which the server may have another answer
  /// without naming them in Vary.
  let own: String

  /// The directives of the request's Cache-Control, or of Pragma without it (RFC 9111 §5.4).
  let cacheControl: CacheControl

  /// Whether a field may be a credential, judging by its name.
  let holdsCredential: Bool

  /// Whether a response may be stored, and a stored one answer.
  ///
  /// A response to a request with credentials is one user's, and a directory can be shared
  /// (stricter than RFC 9111 §3.5), unless each user has a partition. A Host of the user's names
  /// another origin than the URL, which is the cache key.
  let mayBeStored: Bool

  private let fields: HeaderFields

  /// The store's, for digests.
  let salt: String

  /// - Parameters:
  ///   - salt: the store's, for digests.
  ///   - isOfOneUser: whether what is stored is one user's only.
  init(_ request: TransportRequest, salt: String = "", isOfOneUser: Bool = false) {
    url = request.url.cacheKey
    fields = request.fields
    self.salt = salt
    cacheControl = CacheControl(fields["Cache-Control"] ?? fields["Pragma"])
    holdsCredential = fields.contains(where: \.isSecret)
    mayBeStored =
      !request.url.hasUserInfo && fields["Host"] == nil && (isOfOneUser || !holdsCredential)
    own = Self.digest(
      of: fields.map { $0.name.lowercased() }.filter(Self.isOfUser).sortedOnce, in: fields, salt)
  }

  /// A digest of the request's fields that a Vary nominates (RFC 9111 §4.1); empty for none.
  /// Values themselves are never stored.
  ///
  /// - Parameter names: those in Vary; with `*`, no field is compared.
  func variant(by names: [String]) -> String {
    names == ["*"] ? "" : Self.digest(of: names, in: fields, salt)
  }

  private static func digest(of names: [String], in fields: HeaderFields, _ salt: String) -> String
  {
    if names.isEmpty { return "" }
    let values = Dictionary(grouping: fields) { $0.name.lowercased() }
    // A line feed is in no value, so different lists of fields have different texts.
    let lines = names.map { name in
      "\(name):\((values[name] ?? []).map(\.value).joined(separator: ", "))\n"
    }
    return SHA256.halfDigest(salt + lines.joined())
  }

  /// Whether a field, in lower case, is the user's own: no condition, no credential, and none of
  /// the usual fields, which servers name in Vary.
  private static func isOfUser(_ name: String) -> Bool {
    !harmless.contains(name) && !name.hasPrefix("if-")
      && !HeaderFields.Field(name: name, value: "").isSecret
  }

  private static let harmless = [
    "user-agent", "accept", "accept-encoding", "accept-language", "cache-control", "host", "origin",
    "pragma", "referer",
  ]
}

extension HeaderFields {
  /// The names in the Vary fields, in lower case, sorted, each once; only `*` if it is among them.
  var varyNames: [String] {
    let names = (self["Vary"] ?? "").listElements
    return names.contains("*") ? ["*"] : names.sortedOnce
  }
}

extension [String] {
  /// Sorted, each once.
  var sortedOnce: [String] {
    sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
