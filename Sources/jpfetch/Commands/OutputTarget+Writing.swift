import JPCore

extension OutputTarget {
  /// The file that the output goes to; `nil` if standard output isn't a regular file.
  var identity: FileIdentity? {
    switch self {
    case .file(let path, _): return FileIdentity(of: path)
    // A shell may have redirected standard output to a file.
    case .standardOutput:
      return FileIdentity(ofDescriptor: StandardStream.output.rawValue)
    }
  }

  /// Writes what `write` appends. On standard output, each buffer is written as soon as it is full,
  /// so `write` has to throw before it appends.
  ///
  /// - Parameter isEscaping: whether to escape, on standard output, what could steer a terminal,
  ///   because the format copies the server's bytes.
  func write(
    escaping isEscaping: Bool = false, _ write: (inout OutputBuffer) throws -> Void
  ) throws {
    ProgressLine.erase()
    switch self {
    case .standardOutput where isEscaping:
      let bytes = try OutputBuffer.safeForTerminal(OutputBuffer.bytes(write))[...]
      try StandardStream.output.write(bytes.span.bytes)
    case .standardOutput:
      var buffer = OutputBuffer { try StandardStream.output.write($0) }
      try write(&buffer)
      try buffer.finish()
    case .file(let path, let limit):
      try OutputFile.write(OutputBuffer.bytes(write), to: path, waiting: limit)
    }
  }
}

extension Settings.Display {
  /// The width and the colours of a stream. `--wide` doesn't change the width: only an answer may
  /// be wider, not the messages.
  func style(of stream: StandardStream) -> TextStyle {
    let isTerminal = Terminal.isTerminal(stream)
    var width: Int?
    if isTerminal { width = columns ?? Terminal.width(stream) }
    // If nothing is set, only terminals get colours.
    return TextStyle(width: width, isColored: isColored ?? isTerminal)
  }

  /// The width and the colours of a destination; a file gets plain text.
  func style(for target: OutputTarget) -> TextStyle {
    if target.isStandardOutput { return style(of: .output) }
    return .plain
  }
}
