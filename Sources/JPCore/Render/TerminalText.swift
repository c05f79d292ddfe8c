extension String {
  /// This text with escapes in place of everything that could steer a terminal: control characters
  /// (C0, C1, DEL), line separators and the bidirectional controls (UAX #9).
  package var safeForTerminal: String {
    // Most text is printable ASCII and needs no second look.
    if hasOnlyBytes(in: 0x20..<0x7F) { return self }
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.steersTerminal: text += scalar.jsonEscape
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Lines of a format for programs with the same escapes, their tabs and line ends as they are.
  package var safeLinesForTerminal: String {
    let scalars = Array(unicodeScalars)
    guard scalars.contains(where: \.steersTerminal) else { return self }
    var text = ""
    for (place, scalar) in scalars.enumerated() {
      let isLineEnd = scalar == "\r" && place + 1 < scalars.count && scalars[place + 1] == "\n"
      let isKept = scalar == "\n" || scalar == "\t" || isLineEnd || !scalar.steersTerminal
      if isKept { text.unicodeScalars.append(scalar) } else { text += scalar.jsonEscape }
    }
    return text
  }

  /// A line with a space in what CI systems take for a command to them: `::` at its beginning
  /// (GitHub Actions), `##[` and `##vso[` anywhere (Azure Pipelines).
  package var harmlessInLogs: String {
    let start = unicodeScalars.prefix { $0 == " " }
    var scalars = unicodeScalars[start.endIndex...]
    var text = String(start)
    if scalars.starts(with: "::".unicodeScalars) {
      text += ": "
      scalars.removeFirst()
    }
    while let scalar = scalars.popFirst() {
      text.unicodeScalars.append(scalar)
      guard scalar == "#", scalars.first == "#" else { continue }
      let following = String(scalars.dropFirst().prefix(4)).lowercased()
      if following.hasPrefix("[") || following == "vso[" { text += " " }
    }
    return text
  }
}
