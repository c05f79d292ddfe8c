import JPCore

/// The files that `-H @FILE` names.
enum HeaderFiles {
  /// Reads each file once, because it may be a pipe; none if no request needs it.
  static func lines(
    _ options: OptionValues
  ) throws(UsageError) -> [(path: String, lines: [String])] {
    var files: [(path: String, lines: [String])] = []
    let isForText = options.has(.help) || options.has(.version) || options.has(.man)
    if isForText || !options.goes(with: .header) { return files }
    for path in try options.headerPaths where !files.contains(where: { $0.path == path }) {
      guard let bytes = try bytes(of: path, waiting: try options.pipeLimit),
        let text = String(validating: bytes, as: UTF8.self)
      else {
        throw .badValue(
          OptionName.header.typed, "@\(path)",
          expected: "@ and a readable file in UTF-8, at most 1 MiB")
      }
      let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }
      files.append((path, lines.map { String(Substring($0)) }))
    }
    return files
  }

  /// - Returns: `nil` if the file can't be read, or is too large.
  private static func bytes(
    of path: String, waiting limit: Duration
  ) throws(UsageError) -> [UInt8]? {
    do throws(SystemError) {
      return try SystemFile.contents(of: path, atMost: 1 << 20, waiting: limit)
    } catch {
      guard error.number == ETIMEDOUT else { return nil }
      throw UsageError(
        "\(OptionName.header.typed) @\(path): its writer took longer than \(limit.inWords)",
        .sentence("allow more time with --timeout"))
    }
  }
}
