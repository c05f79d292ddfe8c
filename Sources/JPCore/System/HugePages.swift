#if canImport(Glibc)
  import Glibc
#endif

extension UnsafeMutableBufferPointer {
  /// Asks the system for huge pages, madvise(2), before memory of many megabytes is first written: it
  /// is then there after hundreds of page faults instead of tens of thousands.
  ///
  /// A system that has none refuses, which costs time and nothing else.
  ///
  /// - Parameter expected: how many bytes will be written, as far as that is known: of a huge page
  ///   all is taken.
  func adviseHugePages(expecting expected: Int) {
    #if canImport(Glibc)
      let bytes = UnsafeMutableRawBufferPointer(self)
      guard expected >= 8 << 20, let start = bytes.baseAddress else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      let aligned = start.alignedUp(toMultipleOf: page)
      _ = madvise(aligned, bytes.count - (aligned - start), MADV_HUGEPAGE)
    #endif
  }
}
