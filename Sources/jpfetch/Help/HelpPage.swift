import JPCore

/// A page of help: sections with a heading and blocks of text. The same blocks are printed for
/// `--help` and in the manual page.
struct HelpPage {
  typealias Row = (left: String, right: String)

  /// A part of a section.
  enum Block {
    /// Prose, broken into lines by the reader's width.
    case paragraph(String)
    /// Two columns, such as an option and its meaning.
    case rows([Row])
    /// A list of names.
    case words([String])
    /// Lines that stay as they are, such as a shell's.
    case lines(String)

    var isEmpty: Bool {
      switch self {
      case .paragraph(let text), .lines(let text): text.isEmpty
      case .rows(let rows): rows.isEmpty
      case .words(let words): words.isEmpty
      }
    }

    fileprivate var isParagraph: Bool {
      if case .paragraph = self { true } else { false }
    }
  }

  struct Section {
    /// May be empty.
    let heading: String
    /// Blocks that aren't empty.
    let blocks: [Block]

    init(_ heading: String = "", _ blocks: Block...) { self.init(heading, blocks) }

    init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks.filter { !$0.isEmpty }
    }
  }

  /// What the page is about, in a line; may be empty.
  let title: String

  /// Sections that aren't empty.
  let sections: [Section]

  init(_ title: String, _ sections: [Section]) {
    self.title = title
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// The page in 80 columns.
  ///
  /// - Parameter style: headings are bold if it has colours.
  func text(_ style: TextStyle = .plain) -> String {
    var parts = title.isEmpty ? [] : [title]
    for section in sections {
      let heading = section.heading.isEmpty ? "" : style.bold("\(section.heading):") + "\n"
      parts.append(heading + Self.text(of: section.blocks))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Blocks below each other, with an empty line before and after a paragraph.
  private static func text(of blocks: [Block]) -> String {
    var text = ""
    var before: Block?
    for block in blocks {
      if let before { text += before.isParagraph || block.isParagraph ? "\n\n" : "\n" }
      text += self.text(of: block)
      before = block
    }
    return text
  }

  private static func text(of block: Block) -> String {
    switch block {
    case .paragraph(let text): text.wrapped(to: width).joined(separator: "\n")
    case .rows(let rows): table(rows)
    case .words(let words):
      words.joined(separator: ", ").wrapped(to: width, after: "  ", indent: 2)
        .joined(separator: "\n")
    case .lines(let text): text
    }
  }

  private static let width = 80

  /// Two columns; what doesn't fit goes on in the right one.
  private static func table(_ rows: [Row]) -> String {
    // They are ASCII; measuring other text takes three times as long.
    let ends = rows.map { $0.left.count + 4 }
    // Below a longer one, its meaning is on a line of its own.
    let start = ends.filter { $0 <= 34 }.max() ?? ends.max() ?? 0
    var lines: [String] = []
    for row in rows {
      let left = "  \(row.left)"
      let right = row.right
      if right.isEmpty {
        lines.append(left)
      } else if left.count + 2 > start {
        lines.append(left)
        lines += right.wrapped(to: width, after: "".padded(to: start), indent: start)
      } else {
        lines += right.wrapped(to: width, after: left.padded(to: start), indent: start)
      }
    }
    return lines.joined(separator: "\n")
  }
}
