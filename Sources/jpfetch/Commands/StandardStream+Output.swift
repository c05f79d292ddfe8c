import JPCore

extension StandardStream {
  /// Writes what `write` appends, in large pieces.
  ///
  /// - Parameter isEscaping: whether what could steer a terminal is escaped, for formats that hold
  ///   the server's bytes as they are.
  func write(escaping isEscaping: Bool = false, _ write: (inout OutputBuffer) -> Void) throws {
    if isEscaping {
      let text = String(decoding: OutputBuffer.bytes(write), as: UTF8.self)
      return try self.write(Array(text.safeLinesForTerminal.utf8).span.bytes)
    }
    var buffer = OutputBuffer { try self.write($0) }
    write(&buffer)
    try buffer.finish()
  }
}
