// Memory that a response, a file or an index is read into. Touched page by page, these blocks took
// half of a run's page faults, and with 100,000 records a third of its time.

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Maps the pages of memory that is going to be written, in one call; from 4 MiB on as huge pages.
  /// Only Linux can do this, since 5.14. An error is ignored, because the pages are then mapped as
  /// usual, each when it is first written.
  func mapPages() {
    #if canImport(Glibc)
      let block = UnsafeMutableRawBufferPointer(self)
      guard block.count >= 1 << 16, let start = block.baseAddress else { return }
      let firstPage = start.alignedUp(toMultipleOf: Int(getpagesize()))
      let rest = block.count - (firstPage - start)
      if block.count >= 1 << 22 { madvise(firstPage, rest, MADV_HUGEPAGE) }
      // MADV_POPULATE_WRITE, which older C libraries don't define.
      madvise(firstPage, rest, 23)
    #endif
  }
}

extension [UInt8] {
  /// Reserves memory for `capacity` bytes, and maps the pages of the first `expected` ones.
  mutating func reserveBlock(_ capacity: Int, expecting expected: Int) {
    reserveCapacity(capacity)
    withUnsafeMutableBufferPointer { bytes in
      // The reserved memory begins with the bytes that are there already.
      UnsafeMutableBufferPointer(start: bytes.baseAddress, count: expected).mapPages()
    }
  }
}
