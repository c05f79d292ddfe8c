import JPCore

extension OutputTarget {
  /// Writes what `write` appends.
  ///
  /// - Parameter isEscaping: whether standard output gets escapes for what could steer a terminal,
  ///   in formats that copy the server's bytes.
  func write(escaping isEscaping: Bool = false, _ write: (inout OutputBuffer) -> Void) throws {
    ProgressLine.erase()
    switch self {
    case .standardOutput where isEscaping:
      let bytes = OutputBuffer.safeForTerminal(OutputBuffer.bytes(write))
      try StandardStream.output.write(bytes.span.bytes)
    case .standardOutput:
      var buffer = OutputBuffer { try StandardStream.output.write($0) }
      write(&buffer)
      try buffer.finish()
    case .file(let path, let limit):
      try OutputFile.write(OutputBuffer.bytes(write), to: path, waiting: limit)
    }
  }
}

extension OutputBuffer {
  /// The bytes with escapes for what could steer a terminal.
  static func safeForTerminal(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(utf8: bytes).safeLinesForTerminal.utf8)
  }
}

extension OptionValues {
  /// What standard output can show; a file gets plain text.
  func style(for target: OutputTarget) -> TextStyle {
    target.isStandardOutput ? style(of: .output) : .plain
  }

  func style(of stream: StandardStream) -> TextStyle {
    style(isTerminal: Terminal.isTerminal(stream), columns: Terminal.width(stream))
  }
}
