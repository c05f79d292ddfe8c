import JPCore

/// The files that `-H @FILE` names.
enum HeaderFiles {
  /// Reads each file once, because it may be a pipe.
  static func lines(
    _ options: OptionValues
  ) throws(UsageError) -> [String: [String]] {
    var files: [String: [String]] = [:]
    for path in try options.headerPaths where files[path] == nil {
      guard let bytes = try? SystemFile.contents(of: path, atMost: 1 << 20),
        let text = String(validating: bytes, as: UTF8.self)
      else {
        throw .badValue(
          OptionName.header.typed, "@\(path)",
          expected: "@ and a readable file in UTF-8, at most 1 MiB")
      }
      files[path] = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
    }
    return files
  }
}
