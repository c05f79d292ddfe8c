extension String {
  /// This text as one word of a shell command.
  var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+".utf8.contains(byte)
    }
    return isPlain && !isEmpty ? self : "'" + substituting(["'": "'\\''"]) + "'"
  }
}
