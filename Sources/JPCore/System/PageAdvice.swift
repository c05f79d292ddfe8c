extension UnsafeMutableBufferPointer {
  /// Maps all whole pages of memory that will be written, if there are many. This takes half the
  /// time of a page fault for each. Systems without this advice refuse it, which does no harm.
  func populate() {
    #if canImport(Glibc)
      let bytes = UnsafeMutableRawBufferPointer(self)
      guard bytes.count >= 1 << 16, let start = bytes.baseAddress else { return }
      let aligned = start.alignedUp(toMultipleOf: sysconf(Int32(_SC_PAGESIZE)))
      // MADV_POPULATE_WRITE, Linux 5.14; older C libraries don't define it.
      _ = madvise(aligned, bytes.count - (aligned - start), 23)
    #endif
  }
}
