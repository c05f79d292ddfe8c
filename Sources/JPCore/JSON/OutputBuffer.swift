/// Collects output and hands it on in large pieces.
///
/// Failure is sticky: once the destination refuses a piece, the rest is thrown away and ``finish()``
/// reports it, so that nothing in between has to.
///
/// Hot code, hence the raw memory: an append is a comparison and a copy.
package struct OutputBuffer: ~Copyable {
  /// Takes a piece of the output; the bytes are valid during the call only.
  package typealias Destination = (UnsafeRawBufferPointer) throws -> Void

  private let memory: UnsafeMutableRawBufferPointer
  private let destination: Destination
  private var count = 0
  private var failure: (any Error)?

  /// - Parameters:
  ///   - capacity: how many bytes are collected before they are handed on.
  ///   - destination: where they go.
  package init(capacity: Int = 1 << 16, to destination: @escaping Destination) {
    memory = .allocate(byteCount: capacity, alignment: 16)
    self.destination = destination
  }

  deinit { memory.deallocate() }

  /// What `write` appends, as one array.
  package static func bytes(_ write: (inout OutputBuffer) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = OutputBuffer { bytes.append(contentsOf: $0) }
    write(&buffer)
    buffer.drain()
    return bytes
  }

  /// Hands on what is left.
  ///
  /// - Throws: the first error of the destination.
  package mutating func finish() throws {
    drain()
    if let failure { throw failure }
  }

  mutating func append(_ byte: UInt8) {
    if count == memory.count { drain() }
    memory[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= memory.count - count else { return appendLarge(bytes) }
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  mutating func append(repeating byte: UInt8, count repeats: Int) {
    for _ in 0..<repeats { append(byte) }
  }

  private mutating func appendLarge(_ bytes: UnsafeRawBufferPointer) {
    drain()
    guard bytes.count > memory.count else { return append(bytes) }
    handOn(bytes)
  }

  private mutating func drain() {
    handOn(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    count = 0
  }

  private mutating func handOn(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, !bytes.isEmpty else { return }
    do { try destination(bytes) } catch { failure = error }
  }
}
