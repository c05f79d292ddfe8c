extension TransportRequest {
  /// Whether a response to it may be stored, and a stored one answer it.
  ///
  /// A response to a request with credentials is one user's, and a directory can be shared
  /// (stricter than RFC 9111 §3.5), unless each user has a partition. A Host of the user's names
  /// another origin than the URL, which is the cache key.
  var mayBeStored: Bool {
    !url.hasUserInfo && fields["Host"] == nil && (isOfOneUser || !holdsCredential)
  }

  /// Whether a field may be a credential, judging by its name.
  var holdsCredential: Bool { fields.all.contains(where: \.isSecret) }

  /// A digest of this request's fields that a Vary nominates (RFC 9111 §4.1); empty for none.
  /// Values themselves are never stored.
  ///
  /// - Parameter vary: the field's value; with `*` in it, no field is compared.
  func variant(by vary: String?) -> String {
    digest(of: HeaderFields.names(in: vary ?? "").filter { $0 != "*" })
  }

  /// The same of the fields that the user added, for which the server may have another answer
  /// without naming them in Vary.
  var own: String {
    digest(of: fields.all.map { $0.name.lowercased() }.filter(Self.isOfUser).sortedOnce)
  }

  private func digest(of names: [String]) -> String {
    if names.isEmpty { return "" }
    // A line feed is in no value, so different lists of fields have different texts.
    let lines = names.map { name in
      "\(name):\(fields[name].map { HeaderFields.normalized($0, of: name) } ?? "")\n"
    }
    return SHA256.halfDigest(lines.joined())
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
  /// The names in a Vary field, in lower case, sorted, each once; only `*` where that is among
  /// them.
  static func names(in vary: String) -> [String] {
    if vary.isEmpty { return [] }
    let names = vary.lowercased().utf8.split { $0 == 0x2C || $0 == 0x20 || $0 == 0x09 }
      .map { String(decoding: $0, as: UTF8.self) }
    return names.contains("*") ? ["*"] : names.sortedOnce
  }

  private static let negotiated = [
    "accept", "accept-charset", "accept-encoding", "accept-language",
  ]

  /// A field's value in one of the spellings that mean the same (RFC 9111 §4.1): the lists of
  /// content negotiation in any order, with white space or without, names in any case (RFC 9110
  /// §12.5).
  static func normalized(_ value: String, of name: String) -> String {
    guard name.hasPrefix("accept"), negotiated.contains(name),
      !value.utf8.contains(UInt8(ascii: "\""))
    else { return value }
    let elements = value.split(separator: ",").map { element in
      let text = element.filter { $0 != " " && $0 != "\t" }
      // A parameter's value may be one where case counts.
      let name = text.prefix { $0 != ";" }
      return name.lowercased() + text[name.endIndex...]
    }
    return elements.filter { !$0.isEmpty }.sorted().joined(separator: ",")
  }
}

extension [String] {
  /// Sorted, each once.
  fileprivate var sortedOnce: [String] {
    sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
