import JPCore

/// The destinations of a report: that of `--output`, and one for each `--report`.
struct ReportOutput {
  private let format: ReportFormat
  private let destination: OutputTarget
  private let style: TextStyle
  private let isQuiet: Bool
  private let others: [Settings.Output.Report]

  init(_ settings: Settings) throws(UsageError) {
    switch settings.output.format {
    case .report(let format): self.format = format
    case .answer: format = .text
    }
    destination = settings.output.target
    style = settings.display.style(for: destination)
    isQuiet = settings.messages.isQuiet
    others = settings.output.reports
    try checkFiles()
    if let printed = others.first(where: \.target.isStandardOutput),
      format != .text || !destination.isStandardOutput
    {
      let name = printed.format.rawValue
      throw UsageError(
        "--report FORMAT=- works only with --format text on standard output",
        .sentence("write --report \(name)=FILE"))
    }
  }

  /// Writes the report to every destination, that of `--output` first.
  ///
  /// - Throws: the first error, after all destinations have been tried.
  func write(_ report: CheckReport) throws {
    let hasSigns = destination.isStandardOutput && Terminal.isTerminal(.output)
    var failure: (any Error)?
    func write(to target: OutputTarget, _ text: (inout OutputBuffer) -> Void) {
      do {
        try target.write(text)
      } catch {
        if failure == nil { failure = error }
      }
    }
    write(to: destination) { output in
      if format == .text {
        report.writeText(style: style, hasSigns: hasSigns, isQuiet: isQuiet, to: &output)
      } else {
        report.write(as: format, to: &output)
      }
    }
    for other in others {
      write(to: other.target) { report.write(as: other.format, to: &$0) }
    }
    if let failure { throw failure }
  }

  /// Throws if two destinations are the same file, or if a format is printed twice.
  private func checkFiles() throws(UsageError) {
    /// The files so far, each with the option that names it.
    var outputs: [FileIdentity: String] = [:]
    if let file = destination.identity {
      outputs[file] = shownDestination
    }
    var printed: Set<ReportFormat> = []
    for other in others {
      let shown = "\(OptionName.report.typed) \(other.text)"
      switch other.target {
      case .file(let path, _):
        let file = FileIdentity(of: path)
        if let first = outputs[file] {
          throw UsageError(
            "\(shown) and \(first) are the same file", .sentence("name another file"))
        }
        outputs[file] = shown
      case .standardOutput:
        guard printed.insert(other.format).inserted else {
          throw UsageError("\(shown) is given twice", .sentence("leave out one of them"))
        }
      }
    }
  }

  private var shownDestination: String {
    switch destination {
    case .standardOutput: "standard output"
    case .file(let path, _): "\(OptionName.output.typed) \(path)"
    }
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
