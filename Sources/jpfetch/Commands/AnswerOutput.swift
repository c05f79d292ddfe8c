import JPCore

/// The content of an answer, in any format.
enum PrintedContent {
  /// Records, with commands that print those that belong to a single one.
  case records(Records, commandsForChildren: [ChildrenCommand] = [])
  case groups(RecordGroups)
  /// The number of the records shown.
  case count(of: Records)
  /// Any JSON. A list without records has the columns of its resource.
  case document(JSONDocument, of: Resource? = nil)
  /// Facts of jpfetch's own: lines for people, JSON for programs.
  case facts([String], JSONTree)
}

/// A command that prints the records that belong to another one.
struct ChildrenCommand {
  /// The resource of the records.
  let name: String

  /// As it is typed, `jpfetch users 3 todos`.
  let line: String
}

/// Prints content in the format that the options choose.
struct AnswerOutput {
  let format: OutputFormat
  let fields: [FieldPath]?
  private let destination: OutputTarget

  /// How an answer is printed. With `--wide`, it is as wide as its longest line.
  let style: TextStyle

  /// The terminal's columns, for lines about an answer; `nil` to cut nothing.
  let width: Int?

  let hasHeader: Bool
  let isWrapped: Bool
  let settings: Settings

  /// - Parameter fields: the fields of a record to show; `nil` for the default ones.
  init(_ settings: Settings, fields: [FieldPath]? = nil) {
    let output = settings.output
    self.init(settings, output.answerFormat, isWrapped: output.isWrapped, fields: fields)
  }

  /// For `--dry-run`: prints lines unless a format is given. A plan has no sources to wrap it with.
  init(forPlans settings: Settings) {
    self.init(settings, settings.output.planFormat ?? .table, isWrapped: false)
  }

  private init(
    _ settings: Settings, _ format: OutputFormat, isWrapped: Bool, fields: [FieldPath]? = nil
  ) {
    self.settings = settings
    self.format = format
    self.isWrapped = isWrapped
    self.fields = fields
    destination = settings.output.target
    var style = settings.display.style(for: destination)
    width = style.width
    if settings.display.isWide { style.width = nil }
    self.style = style
    hasHeader = settings.output.hasHeader
  }

  /// Whether it writes a table or tree to standard output.
  var isForPeople: Bool { destination.isStandardOutput && format.isForPeople }

  /// Whether a document is written as a row for each element.
  var writesRows: Bool { !format.traits.contains(.document) }

  /// Whether the rows are cells of columns.
  var hasColumns: Bool { format.hasColumns }

  /// Whether it writes to a terminal.
  var isForTerminal: Bool {
    destination.isStandardOutput && Terminal.isTerminal(.output)
  }

  /// Whether the output of a format that copies the server's bytes is escaped for a terminal.
  /// Tables, trees and coloured JSON are always safe.
  private var isEscaping: Bool {
    isForTerminal && !format.isForPeople && !(format.isJSON && style.isColored)
  }

  /// The part of an answer that a table or tree leaves out.
  enum Omission {
    /// A table's columns by their titles, and fields that have no column by their paths.
    case columns([String])
    /// Branches of a tree.
    case branches
    /// The records that belong to a single one.
    case children([ChildrenCommand])
  }

  // MARK: Writing

  /// Writes an answer.
  ///
  /// - Parameters:
  ///   - answer: has the sources and errors for `--meta`.
  ///   - head: is written first.
  /// - Returns: the part that a table or tree leaves out.
  /// - Throws: also ``WideTable``; then nothing is written.
  @discardableResult
  func write<Value>(
    _ content: PrintedContent, of answer: Answer<Value>, after head: ResponseHeadText? = nil
  ) throws -> Omission? {
    var omission: Omission?
    do {
      try destination.write(escaping: isEscaping) { output in
        // A head (--include) comes with JSON only, which is never too wide, so nothing throws after this.
        if let head {
          output.append(head.text(forTerminal: isForTerminal))
        }
        omission = try writeContent(content, answer, to: &output)
      }
    } catch let error as Table.Excess {
      throw WideTable(error, of: answer.sources)
    }
    return omission
  }

  /// Writes jpfetch's own facts.
  func writeFacts(_ lines: [String], _ json: JSONTree) throws {
    try write(.facts(lines, json), of: Answer((), sources: []))
  }

  /// Writes a response that can't be used, on standard output only.
  func writeUnusable(_ head: ResponseHeadText, _ body: [UInt8]) throws {
    guard destination.isStandardOutput else { return }
    let body = body[...]
    try destination.write(escaping: isForTerminal) { output in
      output.append(head.text(forTerminal: isForTerminal))
      output.append(body.span.bytes)
    }
  }
}
