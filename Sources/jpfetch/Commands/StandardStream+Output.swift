import JPCore

extension StandardStream {
  /// Writes what `write` appends, in large pieces.
  func write(_ write: (inout OutputBuffer) -> Void) throws {
    var buffer = OutputBuffer { try self.write($0) }
    write(&buffer)
    try buffer.finish()
  }
}
