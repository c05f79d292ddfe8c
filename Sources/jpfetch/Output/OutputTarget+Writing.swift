import JPCore

extension OutputTarget {
  /// Writes what `write` appends, in pieces, as soon as they are full. So `write` may throw only
  /// before it appends anything.
  ///
  /// - Parameter isEscaping: whether to escape, on standard output, what could steer a terminal:
  ///   the format copies the server's bytes.
  func write(
    escaping isEscaping: Bool = false, _ write: (inout OutputBuffer) throws -> Void
  ) throws {
    ProgressLine.erase()
    switch self {
    case .standardOutput:
      try OutputBuffer.stream(
        escaping: isEscaping, to: { try StandardStream.output.write($0) }, write)
    case .file(let path):
      try OutputFile.write(to: path, write)
    }
  }
}

extension Settings.Display {
  /// The width and the colours of a stream. `--wide` doesn't change the width: an answer may be
  /// wider than the terminal, but messages are still wrapped.
  func style(of stream: StandardStream) -> TextStyle {
    let isTerminal = Terminal.isTerminal(stream)
    var width: Int?
    if isTerminal { width = columns ?? Terminal.width(stream) }
    return TextStyle(width: width, isColored: isColored ?? isTerminal)
  }

  /// The width and the colours of a destination; a file gets plain text.
  func style(for target: OutputTarget) -> TextStyle {
    if target.isStandardOutput { return style(of: .output) }
    return .plain
  }

  /// The style of an answer in a format. JSON that doesn't go to a terminal is for programs:
  /// FORCE_COLOR and the like, which a CI job sets for all programs, don't colour it; only `--color`
  /// does.
  func style(for target: OutputTarget, _ format: OutputFormat) -> TextStyle {
    var style = style(for: target)
    if format.isJSON, !Terminal.isTerminal(.output), !isColorTyped { style.isColored = false }
    return style
  }
}
