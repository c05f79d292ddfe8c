extension String {
  /// This with each of some characters replaced by a text.
  func substituting(_ replacements: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
