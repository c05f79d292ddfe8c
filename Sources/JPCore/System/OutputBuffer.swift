/// Collects output and passes it on in large pieces.
///
/// After the destination throws, all further output is dropped. ``finish()`` throws that error, so
/// that `append` needn't throw.
///
/// It uses raw memory because it is hot code: an append is a comparison and a copy.
package struct OutputBuffer: ~Copyable {
  /// Receives a piece of the output. The bytes are valid only during the call.
  package typealias Destination = (RawSpan) throws -> Void

  /// The number of bytes in ``memory`` after the capacity. A copy of a fixed size may end there.
  static let margin = 32

  // Not private, because JSONWriter+CopiedMembers.swift appends with copies of a fixed size.
  let memory: UnsafeMutableRawPointer
  let capacity: Int
  var count = 0

  private let destination: Destination
  private var failure: (any Error)?

  /// - Parameter capacity: the number of bytes to collect before passing them on.
  package init(capacity: Int = 1 << 16, to destination: @escaping Destination) {
    memory = .allocate(byteCount: capacity + Self.margin, alignment: 16)
    self.capacity = capacity
    self.destination = destination
  }

  deinit { memory.deallocate() }

  /// The bytes that `write` appends.
  package static func collect(
    _ write: (inout OutputBuffer) throws -> Void
  ) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = OutputBuffer { piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    try write(&buffer)
    buffer.flush()
    return bytes
  }

  /// Passes the bytes that `write` appends to a destination, in pieces.
  ///
  /// - Parameter isEscaping: whether to escape everything that could steer a terminal, except for
  ///   tabs and line ends.
  /// - Throws: the errors of `write` and of the destination.
  package static func stream(
    escaping isEscaping: Bool = false, to destination: @escaping Destination,
    _ write: (inout OutputBuffer) throws -> Void
  ) throws {
    var pieces = TerminalPieces()
    var buffer = OutputBuffer { piece in
      guard isEscaping else { return try destination(piece) }
      let text = pieces.escapePiece(piece)[...]
      try destination(text.span.bytes)
    }
    try write(&buffer)
    try buffer.finish()
    if isEscaping {
      let text = pieces.escapeRest()[...]
      try destination(text.span.bytes)
    }
  }

  /// Passes on the rest of the output.
  ///
  /// - Throws: the first error that the destination threw, now or earlier.
  package mutating func finish() throws {
    flush()
    if let failure { throw failure }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { flush() }
    memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  package mutating func append(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { append($0) }
  }

  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends raw memory, because JSON writers copy slices of a document's memory.
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= capacity &- count, let start = bytes.baseAddress else {
      return appendLarge(bytes)
    }
    (memory + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    text.withUTF8Span { append($0) }
  }

  mutating func append(repeating byte: UInt8, count repeats: Int) {
    guard repeats <= capacity &- count else {
      for _ in 0..<repeats { append(byte) }
      return
    }
    (memory + count).initializeMemory(as: UInt8.self, repeating: byte, count: repeats)
    count &+= repeats
  }

  @inline(never)
  private mutating func appendLarge(_ bytes: UnsafeRawBufferPointer) {
    flush()
    guard bytes.count <= capacity, let start = bytes.baseAddress else { return passOn(bytes) }
    memory.copyMemory(from: start, byteCount: bytes.count)
    count = bytes.count
  }

  @inline(never)
  private mutating func flush() {
    passOn(UnsafeRawBufferPointer(start: memory, count: count))
    count = 0
  }

  private mutating func passOn(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, !bytes.isEmpty else { return }
    do { try destination(bytes.bytes) } catch { failure = error }
  }
}
