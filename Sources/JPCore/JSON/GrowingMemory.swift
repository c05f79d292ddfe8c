#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Memory for elements without a lifetime of their own, which becomes more mostly without being copied:
/// Linux moves what is large page by page, mremap(2).
///
/// Pages that nothing has been written to cost nothing, so there may be far more room than is used.
struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// Where the elements are; which of them have been written, the owner knows.
  private(set) var elements = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit { free(elements.baseAddress) }

  /// Makes room for as many elements, at least.
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
