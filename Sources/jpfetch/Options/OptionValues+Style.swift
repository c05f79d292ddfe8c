import JPCore

extension OptionValues {
  /// What standard output can show; a file gets plain text.
  func style(for target: OutputTarget) throws(UsageError) -> TextStyle {
    guard case .standardOutput = target else { return .plain }
    let isTerminal = Terminal.isTerminal(.output)
    let width = isTerminal && !has(.wide) ? self.width(of: .output) : nil
    return TextStyle(width: width, isColored: try isColored(isTerminal: isTerminal))
  }

  /// What standard error can show.
  var errorStyle: TextStyle {
    // A wrong value of --color is told without colour.
    let isTerminal = Terminal.isTerminal(.error)
    return TextStyle(
      width: isTerminal ? width(of: .error) : nil,
      isColored: (try? isColored(isTerminal: isTerminal)) ?? false)
  }

  /// COLUMNS, then the terminal.
  private func width(of stream: StandardStream) -> Int? {
    variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? Terminal.width(stream)
  }

  /// The option, then NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM, then the terminal.
  private func isColored(isTerminal: Bool) throws(UsageError) -> Bool {
    switch value(of: .color).flatMap({ ColorChoice(rawValue: $0.value) }) ?? .auto {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if variable("NO_COLOR") != nil || variable("FORCE_COLOR") == "0" { return false }
    let isForced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains { name in
      variable(name).map { $0 != "0" && $0 != "false" } ?? false
    }
    return isForced || isTerminal && variable("TERM") != "dumb"
  }
}
