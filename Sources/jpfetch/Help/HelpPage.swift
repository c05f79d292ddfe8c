import JPCore

/// A page of help: a title, and sections. It is printed in at most 80 columns; ``ManualPage`` writes
/// the same sections for man(1).
struct HelpPage {
  /// The page's subject in one line.
  let title: String

  /// The sections that `-h` shows, too; none is empty.
  let sections: [HelpSection]

  /// The other sections, which `-h` leaves out; none is empty.
  let more: [HelpSection]

  init(_ title: String, _ sections: [HelpSection], more: [HelpSection] = []) {
    self.title = title
    self.sections = sections.filter { !$0.blocks.isEmpty }
    self.more = more.filter { !$0.blocks.isEmpty }
  }

  var allSections: [HelpSection] { sections + more }

  /// The page for `-h`: the sections that fit on one screen, and a pointer to the complete page.
  ///
  /// - Parameter word: the word after `jpfetch help` that prints the complete page.
  func shortPage(_ word: String) -> HelpPage {
    if more.isEmpty { return self }
    let pointer = [("jpfetch help \(word)", "The whole page")]
    return HelpPage(title, sections + [.init("", .rows(pointer))])
  }

  /// The page as text, in at most 80 columns.
  ///
  /// - Parameter style: the style of headings, which are bold if the style has colours, and the
  ///   width of the terminal.
  func text(_ style: TextStyle = .plain) -> String {
    let width = min(style.width ?? Self.maxWidth, Self.maxWidth)
    var parts = [Self.wrappedText(title, width)]
    for section in allSections {
      var part = ""
      if !section.heading.isEmpty {
        part = style.bold(Self.wrappedText("\(section.heading):", width)) + "\n"
      }
      let blocks = section.blocks.map { block in Self.blockText(block, width) }
      part += blocks.joined(separator: "\n\n")
      parts.append(part)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let maxWidth = 80

  private static func wrappedText(_ text: String, _ width: Int) -> String {
    text.wrapped(to: width, breaksWords: false).joined(separator: "\n")
  }

  private static func blockText(_ block: HelpSection.Block, _ width: Int) -> String {
    switch block {
    case .text(let text):
      return wrappedText(text, width)
    case .rows(let rows):
      let columns = TextColumns(
        rows.map { row in [row.left, row.right] }, indent: indent, width: width)
      return columns.lines.joined(separator: "\n")
    case .code(let code):
      var lines: [String] = []
      for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty {
          lines.append("")
        } else {
          lines += "  \(line)".wrapped(to: width, indent: 3 * indent, breaksWords: false)
        }
      }
      return lines.joined(separator: "\n")
    }
  }

  private static let indent = 2
}
