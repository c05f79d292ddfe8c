import JPCore

/// The destinations of a report: one copy is printed, others are written to files.
struct ReportOutput {
  let format: ReportFormat
  private let destination: OutputTarget
  private let style: TextStyle
  private let isQuiet: Bool
  private let others: [Other]

  private typealias Other = (format: ReportFormat, target: OutputTarget)

  init(_ options: OptionValues) throws(UsageError) {
    format = options.value(of: .format).flatMap { ReportFormat(rawValue: $0.value) } ?? .text
    destination = try options.destination
    style = options.style(for: destination)
    isQuiet = options.has(.quiet)
    others = try Self.others(options)
    if let printed = others.first(where: \.target.isStandardOutput),
      format != .text || !destination.isStandardOutput
    {
      let name = printed.format.rawValue
      throw UsageError(
        "--report FORMAT=- works only with --format text on standard output",
        .sentence("write --report \(name)=FILE"))
    }
  }

  /// Writes all of them, the printed one first.
  ///
  /// - Throws: the first error, when the others are written.
  func write(_ report: CheckReport) throws {
    let hasSigns = destination.isStandardOutput && Terminal.isTerminal(.output)
    var failure: (any Error)?
    for (index, other) in ([(format, destination)] + others).enumerated() {
      do {
        try other.target.write { output in
          if index == 0, format == .text {
            report.writeText(style: style, hasSigns: hasSigns, isQuiet: isQuiet, to: &output)
          } else {
            report.write(as: other.format, to: &output)
          }
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// `junit=FILE`, `github=-`.
  private static func others(_ options: OptionValues) throws(UsageError) -> [Other] {
    var others: [Other] = []
    var printed: Set<String> = []
    var files: Set<FileIdentity> = []
    switch try options.destination {
    case .file(let path, _): files.insert(FileIdentity(of: path))
    case .standardOutput:
      // A shell may have opened the file of a report.
      if let file = FileIdentity(ofDescriptor: StandardStream.output.rawValue) {
        files.insert(file)
      }
    }
    let place = OptionName.report.typed
    for text in options.values(of: .report) {
      let halves = text.unicodeScalars
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[1].isEmpty else {
        throw .badValue(place, text, expected: "<format>=<file>")
      }
      let path = String(halves[1])
      let word = String(halves[0])
      guard let format = ReportFormat(rawValue: word) else {
        throw .badChoice(place, word, ReportFormat.choices)
      }
      let isPrinted = path == "-"
      let isNew =
        isPrinted
        ? printed.insert(word).inserted : files.insert(FileIdentity(of: path)).inserted
      guard isNew else { throw .badValue(place, text, expected: "each file once") }
      let target: OutputTarget =
        isPrinted ? .standardOutput : .file(path, waiting: try options.pipeLimit)
      others.append((format, target))
    }
    return others
  }
}

extension CheckReport {
  func write(as format: ReportFormat, to output: inout OutputBuffer) {
    switch format {
    case .text: writeText(to: &output)
    case .tap: writeTAP(to: &output)
    case .junit: writeJUnit(to: &output)
    case .json: writeJSON(to: &output)
    case .github: writeGitHub(to: &output)
    case .markdown: writeMarkdown(to: &output)
    }
  }
}
