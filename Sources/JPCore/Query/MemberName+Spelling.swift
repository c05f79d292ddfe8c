extension [MemberName] {
  /// The path of a member as `--fields` accepts it. `--fields` can't name a member that is called
  /// like a relation, because such a name means the relation, even in quotes.
  var spelled: String { spelled(isQuoted: false) }
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
