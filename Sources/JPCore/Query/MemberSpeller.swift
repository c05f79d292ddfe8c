/// Spells the paths of members as `--fields` accepts them. `--fields` can't name a member that is
/// called like a relation, because such a name means the relation, even in quotes.
struct MemberSpeller {
  private let resource: Resource

  /// The catalogue's paths, in lower case. Made on first use, because they aren't needed for
  /// records with only the catalogue's members.
  private lazy var paths = resource.paths.map { path in path.lowercased() }

  /// - Parameter resource: the resource of the records that have the members.
  init(_ resource: Resource) { self.resource = resource }

  /// The path of a member. Quotes keep it from being completed to another field: a member `city` of
  /// a user is `"city"`, because `city` means `address.city`.
  mutating func text(of names: [MemberName]) -> String {
    let text = names.spelled(isQuoted: false)
    let isCatalogued = resource.fields.contains { field in field.path.hasSameBytes(as: text) }
    if isCatalogued || !meansOtherField(text, than: names) { return text }
    return names.spelled(isQuoted: true)
  }

  private mutating func meansOtherField(_ text: String, than names: [MemberName]) -> Bool {
    let wanted = text.lowercased()
    let isLikeOther = paths.contains { path in
      path.hasSameBytes(as: wanted) || path.hasSuffix(bytesOf: ".\(wanted)")
    }
    if !isLikeOther { return false }
    // `field(_:)` throws if the text can mean several fields.
    guard let field = try? resource.field(text) else { return true }
    return field.members != names
  }
}

extension FieldPath {
  /// The path with quotes for all names of members, so that `"a.b"` and `"a"."b"` differ.
  var quotedText: String {
    relations.pathPrefix + members.spelled(isQuoted: true)
  }
}

extension [MemberName] {
  /// The names as a path.
  ///
  /// - Parameter isQuoted: whether all names are quoted, even those that need no quotes.
  fileprivate func spelled(isQuoted: Bool) -> String {
    var text = ""
    for name in self {
      if !text.isEmpty { text += "." }
      text += name.spelled(isQuoted: isQuoted)
    }
    return text
  }
}

extension MemberName {
  /// The name as it is spelled in a path. A name with characters other than letters, digits, `_`
  /// and `-` is quoted. If a quote is among them, each has a backslash before it instead.
  fileprivate func spelled(isQuoted: Bool) -> String {
    let name = String(utf8: content)
    // Fast path: most names are ASCII letters, and Unicode properties take long to look up.
    let isPlain = content.allSatisfy { byte in byte.isLetter }
    if isPlain, !isQuoted, !name.isEmpty { return name }
    var escaped = String.UnicodeScalarView()
    var needsQuotes = isQuoted || name.isEmpty
    for scalar in name.unicodeScalars {
      if !scalar.isName(isFirst: escaped.isEmpty) {
        needsQuotes = true
        escaped.append("\\")
      }
      escaped.append(scalar)
    }
    if content.contains(.quote) { return String(escaped) }
    if needsQuotes { return "\"\(name)\"" }
    return name
  }
}
