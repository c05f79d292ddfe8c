import JPCore

/// Options and commands of other programs, and of earlier versions of jpfetch.
enum OtherWords {
  /// What to do instead of such an option or command; `nil` if the words aren't known.
  ///
  /// - Parameter words: an option, a command, or a command and its first operand, `cache info`.
  static func advice(insteadOf words: String) -> Advice? {
    if let replacement = replacements[words] { return .instead(replacement) }
    return remark(about: words)
  }

  /// Why nothing here does the same, as for `create`; `nil` for other words.
  static func remark(about word: String) -> Advice? {
    guard let remark = remarks[word] else { return nil }
    return .sentence("\(remark)")
  }

  /// The options and commands that do the same here.
  private static let replacements = [
    "--against-cache": "--against cache",
    "--all": "--wide",
    "--api": "--base-url URL",
    "--asc": "--sort FIELD",
    "--auth": "-H @FILE",
    "--bearer": "-H @FILE",
    "--cacert": "--ca-cert FILE",
    "--cached": "--offline",
    "--columns": "--fields FIELD",
    "--connect-timeout": "--timeout DURATION",
    "--cookie": "-H @FILE",
    "--csv": "--format csv",
    "--curl": "--dry-run",
    "--debug": "-vv",
    "--desc": "--sort -FIELD",
    "--distinct": "--count-by FIELD",
    "--error-format": "--json",
    "--expand": "--embed RELATION",
    "--filter": "--where 'FIELD OP VALUE'",
    "--first": "--limit N",
    "--full": "--wide",
    "--generate-completion-script": "completions",
    "--group-by": "--count-by FIELD",
    "--groupby": "--count-by FIELD",
    "--head": "--limit N",
    "--headers": "--header 'NAME: VALUE'",
    "--host": "--base-url URL",
    "--insecure": "--ca-cert FILE",
    "--join": "--embed RELATION",
    "--jsonl": "--format ndjson",
    "--lenient": "--partial",
    "--markdown": "--format markdown",
    "--max": "--limit N",
    "--md": "--format markdown",
    "--ndjson": "--format ndjson",
    "--no-color": "--color never",
    "--no-colour": "--color never",
    "--no-network": "--offline",
    "--no-trunc": "--wide",
    "--offset": "--skip N",
    "--order": "--sort FIELD",
    "--order-by": "--sort FIELD",
    "--page": "--skip N --limit N",
    "--per-page": "--limit N",
    "--proxy": "the variable https_proxy or http_proxy",
    "--raw": "--no-header",
    "--record": "--format record",
    "--retries": "--retry N",
    "--reverse": "--sort -FIELD",
    "--select": "--fields FIELD",
    "--server": "--base-url URL",
    "--silent": "--quiet",
    "--sort-by": "--sort FIELD",
    "--start": "--skip N",
    "--table": "--format table",
    "--token": "-H @FILE",
    "--top": "--limit N",
    "--tree": "--format tree",
    "--tsv": "--format tsv",
    "--unique": "--count-by FIELD",
    "--url": "--base-url URL",
    "--user": "-H @FILE",
    "-V": "--version",
    "-b": "-H @FILE",
    "-k": "--ca-cert FILE",
    "-r": "--no-header",
    "-u": "-H @FILE",
    "-x": "the variable https_proxy or http_proxy",
    "api": "get PATH",
    "articles": "posts",
    "cache info": "cache",
    "cache ls": "cache list",
    "cache rm": "cache clear",
    "check status": "check reach",
    "check type": "check reach",
    "clean": "cache clear",
    "clear": "cache clear",
    "count": "a resource, such as users --count",
    "curl": "get PATH",
    "diff": "check drift --against URL",
    "dump": "cache export DIR",
    "export": "cache export DIR",
    "fetch": "get PATH",
    "fields": "help where",
    "find": "search TEXT",
    "grep": "search TEXT",
    "help fields": "help where",
    "list": "a resource, such as users",
    "ls": "cache",
    "man": "--man",
    "ping": "check reach",
    "show": "a resource and an id, such as users 1",
    "stats": "a resource, such as users --count-by city",
    "status": "check reach",
    "store": "cache",
    "tasks": "todos",
    "test": "check",
    "verify": "check",
    "version": "--version",
    "wait": "check --wait DURATION",
    "warm": "cache warm",
  ]

  /// What to say about options and commands that have no counterpart here, or need none.
  private static let remarks = [
    "--body": "jpfetch only reads",
    "--data": "jpfetch only reads",
    "--delete": "jpfetch only reads",
    "--jq": "jq can read what --json prints",
    "--location": "redirects are followed",
    "--method": "jpfetch only reads",
    "--post": "jpfetch only reads",
    "--put": "jpfetch only reads",
    "--request": "jpfetch only reads",
    "-L": "redirects are followed",
    "-X": "jpfetch only reads",
    "-d": "jpfetch only reads",
    "add": "jpfetch only reads",
    "create": "jpfetch only reads",
    "delete": "jpfetch only reads",
    "edit": "jpfetch only reads",
    "new": "jpfetch only reads",
    "patch": "jpfetch only reads",
    "post posts": "jpfetch only reads",
    "posts post": "jpfetch only reads",
    "put": "jpfetch only reads",
    "remove": "jpfetch only reads",
    "rm": "jpfetch only reads",
    "update": "jpfetch only reads",
  ]
}

extension String {
  /// The known word that was probably meant, in any case: the first that begins with this text, or
  /// else the one with the fewest inserted and removed letters, at most two: `--limit` for `--limt`.
  func nearest(in known: [String]) -> String? {
    let letters = unicodeScalars.drop { $0 == "-" }.count
    if letters < 2 { return nil }
    let lowercase = lowercased().unicodeScalars
    for longer in known where longer.lowercased().unicodeScalars.starts(with: lowercase) {
      return longer
    }
    if letters < 3 { return nil }
    var nearest: String?
    var fewestChanges = 3
    let length = lowercase.count
    // Words whose lengths differ by more than two can't be near. They are skipped, because the
    // comparison takes a time that grows with the square of the length.
    for word in known where abs(word.unicodeScalars.count - length) <= 2 {
      let changes = word.lowercased().unicodeScalars.difference(from: lowercase).count
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

  /// This text as one word of a shell command. If it has characters that a terminal doesn't show, they
  /// are escaped as bash and zsh read them: `$'a\tb'`.
  var safeForShell: String {
    let plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+=".utf8
    // zsh replaces a word such as =ls with the path of that command.
    if !isEmpty, utf8.first != .equals, utf8.allSatisfy(plain.contains) {
      return self
    }
    if unicodeScalars.contains(where: \.steersTerminal) { return "$'\(escapedForDollarQuotes)'" }
    let escaped = escaping { scalar in
      if scalar == "'" { return "'\\''" }
      return nil
    }
    return "'\(escaped)'"
  }

  private var escapedForDollarQuotes: String {
    escaping { scalar in
      switch scalar {
      case "\t": return "\\t"
      case "'", "\\": return "\\\(scalar)"
      case _ where scalar.steersTerminal:
        var bytes = ""
        for byte in String(scalar).utf8 { bytes += "\\x" + String(hex: byte, digits: 2) }
        return bytes
      default: return nil
      }
    }
  }
}
