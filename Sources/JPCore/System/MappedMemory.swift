// Memory for the contents of responses and files, and for indexes. When each of its pages caused a
// fault, this was half of a run's page faults and, with 100,000 records, a third of its time.

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Maps all pages of this memory, which is about to be written, with one call; from 4 MiB on as
  /// huge pages. Only Linux 5.14 or later can do this. Less than 64 KiB isn't worth the call.
  ///
  /// Errors are ignored: each page is then mapped as usual, when it is first written.
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
  mutating func reserveMappedCapacity(_ capacity: Int, expecting expected: Int) {
    reserveCapacity(capacity)
    withUnsafeMutableBufferPointer { bytes in
      // `bytes` covers only the existing elements, but has the address of the reserved memory.
      UnsafeMutableBufferPointer(start: bytes.baseAddress, count: expected).mapPages()
    }
  }
}
