import JPCore

extension OutputTarget {
  /// Writes what `write` appends.
  ///
  /// - Parameter isEscaping: whether standard output gets escapes for what could steer a terminal,
  ///   in formats that copy the server's bytes.
  func write(escaping isEscaping: Bool = false, _ write: (inout OutputBuffer) -> Void) throws {
    switch self {
    case .standardOutput where isEscaping:
      try StandardStream.output.write(OutputBuffer.bytesForTerminal(write).span.bytes)
    case .standardOutput:
      var buffer = OutputBuffer { try StandardStream.output.write($0) }
      write(&buffer)
      try buffer.finish()
    case .file(let path, let isAppended):
      try OutputFile.write(path, appending: isAppended) { isForTerminal in
        isForTerminal ? OutputBuffer.bytesForTerminal(write) : OutputBuffer.bytes(write)
      }
    }
  }
}

extension OutputBuffer {
  fileprivate static func bytesForTerminal(_ write: (inout OutputBuffer) -> Void) -> [UInt8] {
    Array(String(utf8: bytes(write)).safeLinesForTerminal.utf8)
  }
}
