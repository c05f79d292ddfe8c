/// The properties of a request that select stored responses (RFC 9111 §2, §4.1).
struct RequestKey {
  /// The URL in the spelling of ``Swift/String/cacheKey``.
  let url: String

  /// A digest of the fields that the user added. The server's response may depend on them even if
  /// it doesn't name them in Vary.
  let userFields: String

  /// The directives of Cache-Control in the request or, if that is missing, of Pragma (RFC 9111
  /// §5.4).
  let cacheControl: CacheControl

  /// Whether a field may be a credential, judging by its name.
  let holdsCredential: Bool

  /// Whether a response may be stored, and a stored one used.
  ///
  /// A response to a request with credentials is for one user, but several users can share a store
  /// (stricter than RFC 9111 §3.5), unless each has its own. A Host field names another origin
  /// than the URL, which is the cache key.
  let mayBeStored: Bool

  private let isOfOneUser: Bool
  private let fields: HeaderFields

  /// - Parameter isOfOneUser: whether the store is private to one user.
  init(_ request: TransportRequest, isOfOneUser: Bool = false) {
    url = request.url.cacheKey
    fields = request.fields
    cacheControl = CacheControl(fields["Cache-Control"] ?? fields["Pragma"])
    holdsCredential = fields.contains(where: \.isSecret)
    self.isOfOneUser = isOfOneUser
    mayBeStored =
      Self.mayBeStored(request.url, isOfOneUser: isOfOneUser) && fields["Host"] == nil
      && (isOfOneUser || !holdsCredential)
    userFields = fields.digest(
      of: fields.filter(\.isOfUser).map { $0.name.lowercased() }.sortedOnce)
  }

  /// Whether a response from a URL may be stored, to which the request may have been redirected.
  func mayBeStored(from url: String) -> Bool {
    Self.mayBeStored(url, isOfOneUser: isOfOneUser)
  }

  private static func mayBeStored(_ url: String, isOfOneUser: Bool) -> Bool {
    !url.hasUserInfo && (isOfOneUser || url.secretParameter == nil)
  }

  /// A digest of the request fields that Vary names (RFC 9111 §4.1); empty if it names none. The
  /// values themselves are never stored.
  ///
  /// - Parameter names: the names in Vary; with `*`, no field is compared.
  func variant(by names: [String]) -> String {
    names == ["*"] ? "" : fields.digest(of: names)
  }
}

extension HeaderFields.Field {
  /// Whether it counts as added by the user. Conditions, credentials and the usual fields, which
  /// servers name in Vary, don't.
  fileprivate var isOfUser: Bool {
    let name = name.lowercased()
    return !Self.harmless.contains(name) && !name.hasPrefix("if-") && !isSecret
  }

  private static let harmless = [
    "user-agent", "accept", "accept-encoding", "accept-language", "cache-control", "host", "origin",
    "pragma", "referer",
  ]
}

extension HeaderFields {
  /// The names in the Vary fields, in lower case, sorted and without repetitions; only `*` if it is
  /// among them.
  var varyNames: [String] {
    let names = (self["Vary"] ?? "").listElements
    return names.contains("*") ? ["*"] : names.sortedOnce
  }

  /// A digest of the fields with these names, in linear time; empty without names.
  fileprivate func digest(of names: [String]) -> String {
    if names.isEmpty { return "" }
    let values = Dictionary(grouping: self) { $0.name.lowercased() }
    // Values contain no line feeds, so different fields have different texts.
    let lines = names.map { name in
      "\(name):\((values[name] ?? []).map(\.value).joined(separator: ", "))\n"
    }
    return lines.joined().digest
  }
}

extension [String] {
  /// The elements sorted and without repetitions.
  var sortedOnce: [String] {
    sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
