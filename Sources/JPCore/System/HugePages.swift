#if canImport(Glibc)
  import Glibc
#endif

extension UnsafeMutableBufferPointer {
  /// Asks the system for huge pages, madvise(2), for many megabytes that are not yet written: that
  /// takes hundreds of page faults instead of tens of thousands.
  ///
  /// A system without them refuses, which does no harm.
  ///
  /// - Parameter expected: how many bytes will probably be written: a huge page is taken as a whole.
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
