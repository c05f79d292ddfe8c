/// Tells the system what memory will be used for, madvise(2), which takes fewer page faults. A
/// system that can't take the advice refuses, which does no harm.
extension UnsafeMutableBufferPointer {
  /// Asks for huge pages for many megabytes that are not yet written: that takes hundreds of page
  /// faults instead of tens of thousands.
  ///
  /// - Parameter expected: how many bytes will probably be written: a huge page is taken as a whole.
  func adviseHugePages(expecting expected: Int) {
    #if canImport(Glibc)
      if expected >= 8 << 20 { advise(MADV_HUGEPAGE) }
    #endif
  }

  /// Has all whole pages of memory that will be written mapped at once, where that are many: for
  /// each it costs half of what a fault does.
  func populate() {
    #if canImport(Glibc)
      // MADV_POPULATE_WRITE, Linux 5.14; C libraries of that time don't name it.
      if UnsafeRawBufferPointer(self).count >= 1 << 16 { advise(23) }
    #endif
  }

  #if canImport(Glibc)
    private func advise(_ advice: Int32) {
      let bytes = UnsafeMutableRawBufferPointer(self)
      guard let start = bytes.baseAddress else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      let aligned = start.alignedUp(toMultipleOf: page)
      _ = madvise(aligned, bytes.count - (aligned - start), advice)
    }
  #endif
}
