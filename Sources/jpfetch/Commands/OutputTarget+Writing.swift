import JPCore

extension OutputTarget {
  /// The file that it leads to; `nil` if standard output isn't a regular file.
  var identity: FileIdentity? {
    switch self {
    case .file(let path, _): return FileIdentity(of: path)
    // A shell may have opened the file.
    case .standardOutput:
      return FileIdentity(ofDescriptor: StandardStream.output.rawValue)
    }
  }

  /// Writes what `write` appends. On standard output, full buffers are written at once, so `write`
  /// has to throw before it appends.
  ///
  /// - Parameter isEscaping: whether standard output gets escapes for what could steer a terminal,
  ///   in formats that copy the server's bytes.
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
  /// What standard output can show; a file gets plain text.
  func style(for target: OutputTarget) -> TextStyle {
    if target.isStandardOutput { return style(of: .output) }
    return .plain
  }

  func style(of stream: StandardStream) -> TextStyle {
    style(isTerminal: Terminal.isTerminal(stream), terminalColumns: Terminal.width(stream))
  }
}
