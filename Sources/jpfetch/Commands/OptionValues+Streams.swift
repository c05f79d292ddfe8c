import JPCore

extension OptionValues {
  /// What standard output can show; a file gets plain text.
  func style(for target: OutputTarget) -> TextStyle {
    target.isStandardOutput ? style(of: .output) : .plain
  }

  func style(of stream: StandardStream) -> TextStyle {
    style(isTerminal: Terminal.isTerminal(stream), columns: Terminal.width(stream))
  }
}
