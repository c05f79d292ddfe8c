import JPCore

/// The destination of an answer.
enum OutputTarget {
  case standardOutput
  /// A file to replace; created if it is missing. The reader of a named pipe may take as long.
  case file(String, waiting: Duration)

  var isStandardOutput: Bool {
    if case .standardOutput = self { return true }
    return false
  }
}

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
