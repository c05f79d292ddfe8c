import JPCore

extension OptionValues {
  /// The width and the colours of a stream.
  ///
  /// - Parameter columns: the terminal's width, if it is known.
  func style(isTerminal: Bool, columns: @autoclosure () -> Int?) -> TextStyle {
    TextStyle(
      width: isTerminal && !has(.wide) ? self.columns ?? columns() : nil,
      isColored: isColored(isTerminal: isTerminal))
  }

  /// The width that COLUMNS sets.
  var columns: Int? {
    guard let text = variable("COLUMNS"), let columns = Int(text), columns > 0 else { return nil }
    // Widths are added up.
    return min(columns, 1 << 20)
  }

  /// Whether terminals are of a type that can erase a line, terminfo(5).
  var canEraseLines: Bool {
    guard let type = variable("TERM") else { return false }
    return type != "dumb"
  }

  /// The option, then NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM, then the terminal.
  private func isColored(isTerminal: Bool) -> Bool {
    switch value(of: .color).flatMap({ ColorChoice(rawValue: $0.value) }) ?? .auto {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func isOff(_ value: String?) -> Bool { value == "0" || value == "false" }
    if variable("NO_COLOR") != nil || isOff(variable("FORCE_COLOR")) { return false }
    let isForced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains { name in
      let value = variable(name)
      return value != nil && !isOff(value)
    }
    return isForced || isTerminal && variable("TERM") != "dumb"
  }
}
