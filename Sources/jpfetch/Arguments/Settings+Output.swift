import JPCore

/// The destination of an answer or a report.
enum OutputTarget {
  case standardOutput
  case file(String)

  /// - Parameter path: the path as it is typed; `-` is standard output.
  init(_ path: String) {
    if path == "-" {
      self = .standardOutput
    } else {
      self = .file(path)
    }
  }

  var isStandardOutput: Bool {
    if case .standardOutput = self { return true }
    return false
  }
}

extension Settings {
  /// The destination of the answer or of the first report.
  var target: OutputTarget {
    guard let value = options.value(.output) else { return .standardOutput }
    return OutputTarget(value.text)
  }

  /// The reports of `--report`, in the order of the command line.
  var reports: [Report] {
    var reports: [Report] = []
    for text in options.texts(.report) {
      if let report = Report(text) { reports.append(report) }
    }
    return reports
  }

  /// A report that `--report` asks for.
  struct Report {
    let format: ReportFormat
    let target: OutputTarget

    /// Reads a value of `--report`: `junit.xml`, whose ending says the format, `junit=FILE` or
    /// `github=-`.
    init?(_ text: String) {
      let halves = text.utf8.split(
        separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
      var path = text
      var choice = ReportFormat.choices.withEnding(text.fileEnding ?? "")
      if halves.count == 2 {
        choice = ReportFormat.choices.named(String(utf8: halves[0]).lowercased())
        path = String(utf8: halves[1])
      }
      guard let choice, !path.isEmpty,
        let format = ReportFormat(rawValue: choice.word)
      else { return nil }
      self.format = format
      target = OutputTarget(path)
    }
  }

  /// The width and the colours of standard output and standard error.
  struct Display {
    /// Whether to use colours; `nil` to use them on a terminal only.
    let isColored: Bool?

    /// Whether `--color` is typed, which wins over the variables.
    let isColorTyped: Bool

    /// The width that COLUMNS sets; `nil` if it isn't set.
    let columns: Int?

    /// Whether to show every field, and cut nothing (`--wide`).
    let isWide: Bool

    /// Whether TERM names a terminal that can erase a line.
    let canEraseLines: Bool

    init(_ options: Options) {
      isColored = Self.isColored(options)
      isColorTyped = options.has(.color)
      isWide = options.has(.wide)
      if let text = options.variable("COLUMNS"), let columns = Int(text), columns > 0 {
        // Limited, so that sums of widths can't overflow.
        self.columns = min(columns, 1 << 20)
      } else {
        columns = nil
      }
      canEraseLines = Self.canControl(options)
    }

    /// Whether colours are demanded or forbidden; `nil` to use them on a terminal only. The first
    /// of these to say so wins: `--color`, NO_COLOR, `FORCE_COLOR=0`, CLICOLOR_FORCE, FORCE_COLOR,
    /// TERM. Of the variables, `--color auto` asks only TERM, which says what the terminal can do.
    private static func isColored(_ options: Options) -> Bool? {
      if let word = options.value(.color)?.text {
        switch ColorChoice(rawValue: word) {
        case .always: return true
        case .never: return false
        case .auto where canControl(options): return nil
        case .auto: return false
        case nil: break
        }
      }
      func isOff(_ value: String?) -> Bool { value == "0" || value == "false" }
      if options.variable("NO_COLOR") != nil { return false }
      if isOff(options.variable("FORCE_COLOR")) { return false }
      for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
        if let value = options.variable(name), !isOff(value) {
          return true
        }
      }
      if !canControl(options) { return false }
      return nil
    }

    /// Whether TERM is set, and isn't `dumb`, so that the terminal can do more than print,
    /// terminfo(5).
    private static func canControl(_ options: Options) -> Bool {
      let type = options.variable("TERM")
      return type != nil && type != "dumb"
    }
  }
}
