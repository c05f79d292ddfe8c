import CArguments

/// The words of the command line.
struct CommandWords {
  /// All of them, with U+FFFD for bytes that aren't UTF-8.
  let words: [String]

  /// The number of the first argument that isn't UTF-8.
  let firstInvalid: Int?

  /// Reads them; `nil` if that is impossible.
  init?() {
    var words: [String] = []
    var firstInvalid: Int?
    for word in Self.all {
      if let text = String(validatingCString: word) {
        words.append(text)
      } else {
        if firstInvalid == nil { firstInvalid = words.count }
        words.append(String(cString: word))
      }
    }
    // Without /proc, Swift finds none, not even the program's name.
    if words.isEmpty, carguments_count() < 0 { return nil }
    self.words = words
    self.firstInvalid = firstInvalid
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
