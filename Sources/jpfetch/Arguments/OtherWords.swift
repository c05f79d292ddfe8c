import JPCore

/// Names that other programs, and earlier versions of jpfetch, have for its options, commands and
/// formats.
enum OtherWords {
  /// What a word of another program is called in jpfetch: `--fields` for `--columns`. `nil` if the
  /// word isn't known.
  static func meaning(of word: String) -> String? { meanings[word] }

  private static let meanings = [
    "--asc": "--sort FIELD",
    "--auth": "-H @FILE",
    "--against-cache": "--against cache",
    "--cacert": "--ca-cert",
    "--columns": "--fields",
    "--csv": "--format csv",
    "--curl": "--dry-run",
    "--debug": "-vv",
    "--desc": "--sort -FIELD",
    "--error-format": "--json",
    "--expand": "--embed",
    "--filter": "--where",
    "--generate-completion-script": "completions",
    "--group-by": "--count-by",
    "--head": "--limit",
    "--headers": "--header",
    "--host": "--base-url",
    "--insecure": "--ca-cert",
    "--jq": "--json",
    "--lenient": "--partial",
    "--no-color": "--color never",
    "--offset": "--skip",
    "--order": "--sort",
    "--order-by": "--sort",
    "--per-page": "--limit",
    "--proxy": "https_proxy",
    "--select": "--fields",
    "--server": "--base-url",
    "--silent": "--quiet",
    "--sort-by": "--sort",
    "--token": "-H @FILE",
    "--top": "--limit",
    "--tree": "--format tree",
    "--url": "--base-url",
    "--user": "-H @FILE",
    "-V": "--version",
    "-k": "--ca-cert",
    "-u": "-H @FILE",
    "api": "get",
    "clean": "cache clear",
    "curl": "get",
    "delete": "cache clear",
    "diff": "check drift --against",
    "dump": "cache export",
    "expanded": "record",
    "fetch": "get",
    "fields": "help where",
    "find": "search",
    "grep": "search",
    "info": "cache",
    "ls": "cache",
    "man": "--man",
    "remove": "cache clear",
    "rm": "cache clear",
    "status": "check reach",
    "store": "cache",
    "test": "check",
    "type": "check reach",
    "verify": "check",
    "version": "--version",
    "vertical": "record",
    "wait": "check --wait",
    "warm": "cache warm",
  ]
}

extension String {
  /// The known word that was probably meant: the first that begins with this text, or else the one
  /// with the fewest inserted and removed letters, at most two: `--limit` for `--limt`.
  func nearest(in known: [String]) -> String? {
    let letters = unicodeScalars.drop { $0 == "-" }.count
    if letters < 2 { return nil }
    for longer in known where longer.utf8.starts(with: utf8) { return longer }
    if letters < 3 { return nil }
    var nearest: String?
    var fewestChanges = 3
    let length = unicodeScalars.count
    // Words whose lengths differ by more than two can't be near. They are skipped, because the
    // comparison takes a time that grows with the square of the length.
    for word in known where abs(word.unicodeScalars.count - length) <= 2 {
      let changes = word.unicodeScalars.difference(from: unicodeScalars).count
      // A wrong letter counts as two changes: one is removed, one inserted.
      if changes < fewestChanges {
        nearest = word
        fewestChanges = changes
      }
    }
    return nearest
  }

  /// Whether the text contains a character of the query language's operators, such as `=`.
  var holdsOperator: Bool {
    utf8.contains { "=<>~!".utf8.contains($0) }
  }

  /// This text as one word of a shell command.
  var shellQuoted: String {
    let plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+=".utf8
    // zsh replaces a word such as =ls with the path of that command.
    if !isEmpty, utf8.first != .equals, utf8.allSatisfy(plain.contains) {
      return self
    }
    let escaped = escaping { scalar in
      if scalar == "'" { return "'\\''" }
      return nil
    }
    return "'\(escaped)'"
  }
}
