/// The text of `--help`, made from the declarations.
enum HelpText {
  static func overview(resources: [String]) -> String {
    let groups = OptionDeclaration.Group.allCases.map { group in
      lines(of: OptionDeclaration.all.filter { $0.group == group }, under: group.rawValue)
    }
    let variables = OptionDeclaration.all.compactMap { option in
      option.variable.map { ($0, "Stands in for \(option.name.typed)") }
    }
    let statuses = ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    return """
      jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON

      USAGE: jpfetch [<resource> [<id>...]] [<options>]
             jpfetch get {<path>|<url>} [<options>]
             jpfetch cache {info|list|warm|clear [<path>...]|path} [<options>]

      EXAMPLES:
        jpfetch                      Users with the counts of their albums and photos
        jpfetch --json               Users with their albums with their photos
        jpfetch photos 17 --json     One photo
        jpfetch get /users/1/todos   Any JSON of the API
        jpfetch --sample             Try it without a network
        jpfetch --offline            Show what was stored by earlier runs
        jpfetch cache warm           Store all that --offline could need

      RESOURCES:
        \(resources.joined(separator: ", ")); users is the default

      \(groups.joined(separator: "\n\n"))

      ENVIRONMENT (an option wins over its variable; curl's proxy variables apply):
      \(table(variables))

      EXIT STATUS:
      \(table(statuses))

      """
  }

  private static func lines(of options: [OptionDeclaration], under heading: String) -> String {
    let rows = options.map { option in
      let short = option.short.map { "-\($0), " } ?? "    "
      let value = option.value.map { " \($0.placeholder)" } ?? ""
      let usual = option.usual.map { "(default: \($0))" }
      return (short + option.name.typed + value, [option.help] + (usual.map { [$0] } ?? []))
    }
    return "\(heading):\n\(table(rows))"
  }

  private static func table(_ rows: [(String, String)]) -> String {
    table(rows.map { ($0, [$1]) })
  }

  /// Two columns; pieces of the right one that don't fit into 80 stand on a line of their own.
  private static func table(_ rows: [(left: String, right: [String])]) -> String {
    let width = 4 + (rows.map(\.left.count).max() ?? 0)
    let margin = String(repeating: " ", count: width)
    return rows.map { left, right in
      var lines = [("  " + left).padded(to: width) + (right.first ?? "")]
      for piece in right.dropFirst() {
        let last = lines.removeLast()
        let fits = last.count + 1 + piece.count <= 80
        lines += fits ? [last + " " + piece] : [last, margin + piece]
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
