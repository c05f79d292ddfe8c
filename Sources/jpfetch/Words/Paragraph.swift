import JPCore

extension String {
  /// The lines of a message, safe to print. Words that are longer than a line, such as URLs, stay
  /// whole: they are there to be copied.
  func paragraph(after start: String = "", indent: Int, _ width: Int?) -> [String] {
    safeForTerminal.harmlessInLogs
      .wrapped(to: width, after: start, indent: indent, breaksWords: false)
  }
}
