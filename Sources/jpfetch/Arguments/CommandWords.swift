import CArguments

/// The words of the command line.
struct CommandWords {
  /// All of them, with U+FFFD for bytes that aren't UTF-8.
  let words: [String]

  /// The first one that isn't UTF-8.
  let invalid: String?

  /// Reads them; `nil` if that is impossible.
  init?() {
    var words: [String] = []
    var invalid: String?
    for word in Self.all {
      let text = String(cString: word)
      if invalid == nil, String(validatingCString: word) == nil { invalid = text }
      words.append(text)
    }
    // Without /proc, Swift finds none, not even the program's name.
    if words.isEmpty, carguments_count() < 0 { return nil }
    self.words = words
    self.invalid = invalid
  }

  private static var all: [UnsafePointer<CChar>] {
    let count = carguments_count()
    if count < 0 {
      return (0..<Int(CommandLine.argc)).compactMap { number in
        CommandLine.unsafeArgv[number].map { UnsafePointer($0) }
      }
    }
    return (0..<count).compactMap { carguments_at($0) }
  }
}
