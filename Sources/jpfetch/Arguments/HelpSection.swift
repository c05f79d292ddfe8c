/// A section of a page of help, such as the examples of a command.
struct HelpSection {
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

  /// The heading; empty for none.
  let heading: String
  let blocks: [Block]

  init(_ heading: String = "", _ blocks: Block...) { self.init(heading, blocks) }

  init(_ heading: String, _ blocks: [Block]) {
    self.heading = heading
    self.blocks = blocks.filter { !$0.isEmpty }
  }
}
