import JPCore

extension String {
  /// This text as one word of a shell command.
  var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+=".utf8.contains(byte)
    }
    // zsh replaces a word that begins with "=".
    if isPlain && !isEmpty && utf8.first != .equals { return self }
    return "'" + escaping { $0 == "'" ? "'\\''" : nil } + "'"
  }
}
