import JPCore

/// A page of help: headings, and the text below each.
struct HelpPage {
  typealias Section = (heading: String, text: String)
  typealias Row = (left: String, right: String)

  /// Sections that have a text. The heading may be empty.
  let sections: [Section]

  init(_ sections: [Section]) { self.sections = sections.filter { !$0.text.isEmpty } }

  /// - Parameter style: headings are bold if it has colours.
  func text(_ style: TextStyle = .plain) -> String {
    sections.map { heading, text in
      heading.isEmpty ? text : "\(style.bold("\(heading):"))\n\(text)"
    }.joined(separator: "\n\n") + "\n"
  }

  /// Two columns; what doesn't fit into 80 columns goes on in the right one.
  static func table(_ rows: [Row]) -> String {
    let rows = rows.map { (left: "  \($0.left)", right: $0.right) }
    // They are ASCII; measuring other text takes three times as long.
    let width = rows.map { $0.left.count + 2 }.filter { $0 <= 34 }.max() ?? 4
    return rows.flatMap { left, right -> [String] in
      if right.isEmpty { return [left] }
      let isLong = left.count + 2 > width
      return (isLong ? [left] : [])
        + right.wrapped(
          to: 80, after: isLong ? "".padded(to: width) : left.padded(to: width),
          indent: width)
    }.joined(separator: "\n")
  }

  static func list(_ words: [String]) -> String {
    words.joined(separator: ", ").wrapped(to: 80, after: "  ", indent: 2).joined(separator: "\n")
  }
}

extension String {
  /// The text and enough blanks for a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}
