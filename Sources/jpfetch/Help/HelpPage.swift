import JPCore

/// A page of help: a title, and sections of text. Help prints it in 80 columns; ``ManualPage`` writes
/// the same sections for man(1).
struct HelpPage {
  typealias Row = (left: String, right: String)

  /// A part of a section.
  enum Block {
    /// Prose, which is wrapped.
    case text(String)
    /// Two columns, such as an option and its meaning.
    case rows([Row])
    /// Lines that are never wrapped, such as those for a shell.
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

  /// The page as text, in 80 columns.
  ///
  /// - Parameter style: the style of headings, which are bold if the style has colours.
  func text(_ style: TextStyle = .plain) -> String {
    var parts = [title]
    for section in allSections {
      var part = ""
      if !section.heading.isEmpty {
        part = style.bold("\(section.heading):") + "\n"
      }
      part += section.blocks.map(Self.text).joined(separator: "\n\n")
      parts.append(part)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func text(of block: Block) -> String {
    switch block {
    case .text(let text):
      return text.wrapped(to: width).joined(separator: "\n")
    case .rows(let rows):
      return table(rows)
    case .code(let code):
      var lines: [String] = []
      for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(line.isEmpty ? "" : "  \(line)")
      }
      return lines.joined(separator: "\n")
    }
  }

  private static let width = 80

  /// Two columns of text. If the text on the right is too long, it continues in its column on the
  /// next line.
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

  /// The column at which the texts on the right begin. After a text on the left that is too long
  /// for this, the text on the right begins on the next line.
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

  /// The right column begins here at the latest, unless every text on the left is longer.
  private static let maxStart = 34
}
