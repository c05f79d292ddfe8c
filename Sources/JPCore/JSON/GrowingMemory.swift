/// Memory for elements without a lifetime of their own. It mostly grows without a copy: Linux moves
/// large blocks page by page, mremap(2).
///
/// Pages that were never written cost nothing, so there may be far more room than is used.
struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The elements; the owner knows which of them have been written.
  private(set) var elements = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit { free(elements.baseAddress) }

  /// Makes room for at least this many elements.
  mutating func reserveCapacity(_ count: Int) {
    guard count > elements.count else { return }
    let bytes = count * MemoryLayout<Element>.stride
    guard let memory = realloc(elements.baseAddress, bytes) else {
      preconditionFailure("out of memory")
    }
    elements = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: Element.self, capacity: count), count: count)
  }
}
