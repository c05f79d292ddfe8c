extension String {
  /// As a word of a shell's.
  var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+".utf8.contains(byte)
    }
    return isPlain && !isEmpty ? self : "'" + substituting(["'": "'\\''"]) + "'"
  }
}
