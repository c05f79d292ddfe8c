import JPCore

/// A page of help: a title, and sections of text. Help prints it in at most 80 columns;
/// ``ManualPage`` writes the same sections for man(1).
struct HelpPage {
  typealias Row = (left: String, right: String)

  /// A part of a section.
  enum Block {
    /// Prose, which is wrapped.
    case text(String)
    /// Two columns, such as an option and its meaning.
    case rows([Row])
    /// Lines such as those for a shell, which are broken only on a terminal of fewer than 80 columns.
    case code(String)

    fileprivate var isEmpty: Bool {
      switch self {
      case .text(let text), .code(let text): text.isEmpty
      case .rows(let rows): rows.isEmpty
      }
    }
  }

  struct Section {
    /// The heading; empty for none.
    let heading: String
    let blocks: [Block]

    init(_ heading: String = "", _ blocks: Block...) { self.init(heading, blocks) }

    init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks.filter { !$0.isEmpty }
    }
  }

  /// The page's subject in one line.
  let title: String

  /// The sections that `-h` shows, too; none is empty.
  let sections: [Section]

  /// The other sections, which `-h` leaves out; none is empty.
  let more: [Section]

  init(_ title: String, _ sections: [Section], more: [Section] = []) {
    self.title = title
    self.sections = sections.filter { !$0.blocks.isEmpty }
    self.more = more.filter { !$0.blocks.isEmpty }
  }

  var allSections: [Section] { sections + more }

  /// The page for `-h`: the sections that fit on one screen, and a pointer to the complete page.
  ///
  /// - Parameter word: the word after `jpfetch help` that prints the complete page.
  func short(_ word: String) -> HelpPage {
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
    var parts = [Self.text(title, width)]
    for section in allSections {
      var part = ""
      if !section.heading.isEmpty {
        part = style.bold(Self.text("\(section.heading):", width)) + "\n"
      }
      let blocks = section.blocks.map { block in Self.text(of: block, width) }
      part += blocks.joined(separator: "\n\n")
      parts.append(part)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let maxWidth = 80

  private static func text(_ text: String, _ width: Int) -> String {
    text.wrapped(to: width, breaksWords: false).joined(separator: "\n")
  }

  private static func text(of block: Block, _ width: Int) -> String {
    switch block {
    case .text(let text):
      return self.text(text, width)
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
