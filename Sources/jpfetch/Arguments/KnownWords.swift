import JPCore

/// Words that people try, and the words that jpfetch has for them.
enum KnownWords {
  private static let table = [
    ("--offset", "--skip"), ("--per-page", "-n"), ("--columns", "-F"),
    ("--select", "-F"), ("--sort-by", "-S"), ("--filter", "-w"), ("--group-by", "--count-by"),
    ("--expand", "-e"),
    ("--debug", "-vv"), ("--silent", "-q"), ("--url", "--base-url"),
    ("--no-color", "--color never"), ("-V", "--version"), ("version", "--version"),
    ("man", "--man"), ("sample", "--sample"), ("offline", "--offline"), ("ls", "list"),
    ("delete", "clear"),
  ]

  /// - Returns: the words to type instead; `nil` if the word isn't known.
  static func words(for word: String) -> [String]? {
    if let (_, words) = table.first(where: { $0.0 == word }) {
      return words.split(separator: " ").map(String.init)
    }
    if word.looksLikeOption {
      return OutputFormat(rawValue: String(word.dropFirst(2))).map { ["-f", $0.rawValue] }
    }
    if word.contains("/") { return ["get", word] }
    let field = String(word.prefix { $0 != "=" })
    let list = Resource.all.first { $0.fields.contains { $0.path == field } }
    if let list, field != word { return [list.name, "-w", word] }
    return Int(word) == nil ? nil : ["users", word]
  }
}
