import JPCore

/// The header fields of `-H 'Name: value'` and `-H @FILE`.
enum HeaderOption {
  /// Reads the fields. An error never shows a field's value, which may be a secret.
  static func readFields(_ options: Options) throws(Message) -> HeaderFields {
    var files: [String: [String]] = [:]
    if options.command.takes(.header) {
      // A file is read only once, even if it is named twice, because it may be a pipe.
      for path in try filePaths(options) where files[path] == nil {
        files[path] = try fileLines(of: path)
      }
    }
    var fields: HeaderFields = []
    for text in options.texts(.header) {
      guard let path = filePath(text) else {
        fields.append(try readField(text))
        continue
      }
      for line in files[path] ?? [] { fields.append(try readField(line, in: path)) }
    }
    return fields
  }

  /// The path in `@FILE`; `nil` for a field. A file keeps a credential out of the arguments, which
  /// all users of the machine can read.
  private static func filePath(_ text: String) -> String? {
    guard text.utf8.first == .at else { return nil }
    return String(utf8: text.utf8.dropFirst())
  }

  private static func filePaths(_ options: Options) throws(Message) -> [String] {
    let standardInput = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]
    let paths = options.texts(.header).compactMap(filePath)
    for path in paths where standardInput.contains(path) {
      throw headerError("standard input is never read", in: path)
    }
    return paths
  }

  /// - Parameter file: the path of the file that has the line; `nil` for a typed field.
  private static func readField(
    _ line: String, in file: String? = nil
  ) throws(Message) -> HeaderFields.Field {
    guard let field = HeaderFields.Field(line: line) else {
      guard line.utf8.contains(.colon) else {
        // The text may be a secret.
        throw headerError("needs a name and a value", in: file)
      }
      // Show the name only: the rest may be a secret.
      let name = String(line.drop { $0 <= " " }.prefix { $0 != ":" && $0 > " " })
      throw headerError("doesn't take \"\(typed: name)\"", in: file)
    }
    // The shell has split an unquoted field at its spaces: -H Authorization: Bearer x
    if field.value.isEmpty && field.isSecret {
      throw headerError("\(field.name): has no value", in: file)
    }
    // RFC 9110 §5.5: such values are invalid, but for the tab.
    if field.value.utf8.contains(where: { $0 < .space && $0 != .tab || $0 == 0x7F }) {
      throw headerError("\(field.name): has a control character", in: file)
    }
    return field
  }

  /// - Parameters:
  ///   - problem: what is wrong, without a field's value.
  ///   - file: the path of the file that is wrong, or has the field; `nil` for a typed field.
  private static func headerError(_ problem: ShownText, in file: String?) -> Message {
    let expected = OptionDeclaration.ValueForm.header.expected
    // Secrets are masked already. A second time, `Authorization: has no value` would be one.
    var text = OptionName.header.typed
    if let file {
      let place: ShownText = "@\(typed: file)"
      text += " \(place.text):"
    }
    text += " \(problem.text)"
    return Message(.usage, text, advice: .sentence("\(expected)"))
  }

  /// The lines of a file, without the empty ones.
  private static func fileLines(of path: String) throws(Message) -> [String] {
    // The error is the same for a missing, an unreadable and a too large file.
    guard let bytes = try? SystemFile.contents(of: path, atMost: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw headerError("not a readable file in UTF-8 of at most 1 MiB", in: path)
    }
    var lines: [String] = []
    // Some editors begin a file with a byte order mark.
    let content = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    for line in String(content).utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(String(Substring(line)))
    }
    return lines
  }
}
