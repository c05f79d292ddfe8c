extension String {
  /// This text with everything that could steer a terminal shown as an escape: control characters
  /// (C0, C1, DEL), line separators and the bidirectional controls (UAX #9).
  package var safeForTerminal: String {
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
}
