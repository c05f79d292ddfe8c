import JPCore

/// A page of help: sections with a heading and blocks of text. The same blocks are printed for
/// `--help` and in the manual page.
struct HelpPage {
  typealias Row = (left: String, right: String)

  /// A part of a section.
  enum Block {
    /// Prose, which is wrapped: to 80 columns here, and to the terminal's width in the manual page.
    case paragraph(String)
    /// Two columns, such as an option and its meaning.
    case rows([Row])
    /// A list of names.
    case words([String])
    /// Lines that are never wrapped, such as those for a shell.
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
    /// The heading, which may be empty.
    let heading: String
    /// Blocks that aren't empty.
    let blocks: [Block]

    init(_ heading: String = "", _ blocks: Block...) { self.init(heading, blocks) }

    init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks.filter { !$0.isEmpty }
    }
  }

  /// The page's subject in one line; may be empty.
  let title: String

  /// Sections that aren't empty.
  let sections: [Section]

  init(_ title: String, _ sections: [Section]) {
    self.title = title
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// The page in 80 columns.
  ///
  /// - Parameter style: the style of headings, which are bold if the style has colours.
  func text(_ style: TextStyle = .plain) -> String {
    var parts: [String] = []
    if !title.isEmpty { parts.append(title) }
    for section in sections {
      var part = ""
      if !section.heading.isEmpty {
        part = style.bold("\(section.heading):") + "\n"
      }
      part += Self.text(of: section.blocks)
      parts.append(part)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Blocks below each other, with an empty line before and after a paragraph.
  private static func text(of blocks: [Block]) -> String {
    var text = ""
    var before: Block?
    for block in blocks {
      if let before {
        text += "\n"
        if before.isParagraph || block.isParagraph { text += "\n" }
      }
      text += self.text(of: block)
      before = block
    }
    return text
  }

  private static func text(of block: Block) -> String {
    switch block {
    case .paragraph(let text):
      return text.wrapped(to: width).joined(separator: "\n")
    case .rows(let rows):
      return table(rows)
    case .words(let words):
      let list = words.joined(separator: ", ")
      return list.wrapped(to: width, after: "  ", indent: 2).joined(separator: "\n")
    case .lines(let text):
      return text
    }
  }

  private static let width = 80

  /// Two columns. A text that doesn't fit in the right column continues on the next line of the
  /// column.
  private static func table(_ rows: [Row]) -> String {
    let start = startOfRightColumn(rows)
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

  /// Where the right column starts. If a left cell is longer, its right cell begins on the next
  /// line.
  private static func startOfRightColumn(_ rows: [Row]) -> Int {
    var widest = 0
    var widestThatFits: Int?
    for row in rows {
      // Characters are counted, because the text is ASCII: measuring columns takes three times as
      // long.
      let end = row.left.count + 4
      widest = max(widest, end)
      if end <= maxStart {
        widestThatFits = max(widestThatFits ?? 0, end)
      }
    }
    return widestThatFits ?? widest
  }

  /// The right column starts no later than this, unless all left cells are longer.
  private static let maxStart = 34
}
