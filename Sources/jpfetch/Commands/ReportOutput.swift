import JPCore

/// Where the reports about checks go: one is printed, others are written beside it.
struct ReportOutput {
  private let format: ReportFormat
  private let destination: OutputTarget
  private let style: TextStyle
  private let others: [Other]

  private struct Other {
    let format: ReportFormat
    let target: OutputTarget
  }

  init(_ options: OptionValues) throws(UsageError) {
    format = try Self.format(options)
    destination = try options.reportDestination(for: format)
    style = try options.style(for: destination)
    others = try Self.others(options)
    if let beside = others.first(where: \.target.isStandardOutput),
      format != .text || !destination.isStandardOutput
    {
      throw UsageError(
        code: .usageValue,
        message: "--report FORMAT=- works only with --format text on standard output",
        hint: .advice("write that report to a file: --report \(beside.format.rawValue)=FILE"))
    }
  }

  /// Writes all of them, the printed one first.
  ///
  /// - Throws: the first error, when the others are written.
  func write(_ report: CheckReport) throws {
    var failure: (any Error)?
    do {
      try destination.write { report.write(as: format, style: style, to: &$0) }
    } catch {
      failure = error
    }
    for other in others {
      do {
        try other.target.write { report.write(as: other.format, to: &$0) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// The report's format. JPFETCH_FORMAT is ignored, because it is for answers.
  private static func format(_ options: OptionValues) throws(UsageError) -> ReportFormat {
    guard options.isTyped(.format), let (place, value) = options.value(of: .format) else {
      return .text
    }
    guard let format = ReportFormat(rawValue: value) else {
      throw .badChoice(place, value, ReportFormat.choices)
    }
    return format
  }

  /// `junit=FILE`, `markdown+=FILE`, `github=-`.
  private static func others(_ options: OptionValues) throws(UsageError) -> [Other] {
    var others: [Other] = []
    var places: Set<String> = []
    if case .file(let path) = try options.destination {
      places.insert(OutputFile.identity(of: path))
    }
    let place = OptionName.report.typed
    for text in options.values(of: .report) {
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[1].isEmpty else {
        throw .badValue(place, text, expected: "<format>=<file>")
      }
      let path = String(halves[1])
      let isAppended = halves[0].last == "+" || options.isSummary(path)
      let word = String(halves[0].last == "+" ? halves[0].dropLast() : halves[0])
      guard let format = ReportFormat(rawValue: word) else {
        throw .badChoice(place, word, ReportFormat.choices)
      }
      if isAppended, !format.canBeAppended {
        throw .badValue(place, text, expected: "a file of its own for \(word)")
      }
      guard places.insert(path == "-" ? text : OutputFile.identity(of: path)).inserted else {
        throw .badValue(place, text, expected: "each file once")
      }
      let target: OutputTarget =
        path == "-" ? .standardOutput : isAppended ? .end(ofFile: path) : .file(path)
      others.append(Other(format: format, target: target))
    }
    return others
  }
}

extension OptionValues {
  /// Whether a file is the summary of a GitHub job, which several steps write.
  fileprivate func isSummary(_ path: String) -> Bool {
    variable("GITHUB_STEP_SUMMARY").map {
      OutputFile.identity(of: $0) == OutputFile.identity(of: path)
    }
      ?? false
  }

  fileprivate func reportDestination(for format: ReportFormat) throws(UsageError) -> OutputTarget {
    let destination = try destination
    guard case .file(let path) = destination, isSummary(path) else { return destination }
    guard format.canBeAppended else {
      throw .badValue(
        OptionName.output.typed, path, expected: "a file of its own for \(format.rawValue)")
    }
    return .end(ofFile: path)
  }
}

extension ReportFormat {
  /// Whether a file may hold something else before it.
  fileprivate var canBeAppended: Bool {
    switch self {
    case .text, .github, .markdown: true
    case .tap, .junit, .json: false
    }
  }
}

extension CheckReport {
  fileprivate func write(
    as format: ReportFormat, style: TextStyle = .plain, to output: inout OutputBuffer
  ) {
    switch format {
    case .text: writeText(style: style, to: &output)
    case .tap: writeTAP(to: &output)
    case .junit: writeJUnit(to: &output)
    case .json: JSONWriter(.pretty).write(tree, to: &output)
    case .github: writeGitHub(to: &output)
    case .markdown: writeMarkdown(to: &output)
    }
  }
}
