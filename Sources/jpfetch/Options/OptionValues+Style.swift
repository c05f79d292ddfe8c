import JPCore

extension OptionValues {
  /// The width and the colours of a stream.
  ///
  /// - Parameter columns: the terminal's width, if it is known.
  func style(isTerminal: Bool, columns: @autoclosure () -> Int?) -> TextStyle {
    var width: Int?
    if let text = variable("COLUMNS"), let number = Int(text), number > 0 {
      // Widths are added up.
      width = min(number, 1 << 20)
    }
    return TextStyle(
      width: isTerminal && !has(.wide) ? width ?? columns() : nil,
      isColored: isColored(isTerminal: isTerminal))
  }

  /// The option, then NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM, then the terminal.
  private func isColored(isTerminal: Bool) -> Bool {
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
