extension UnsafeMutableBufferPointer {
  /// Maps all whole pages of memory that will be written, where that are many: for each it costs half
  /// of what a fault does. A system that can't take the advice refuses, which does no harm.
  func populate() {
    #if canImport(Glibc)
      let bytes = UnsafeMutableRawBufferPointer(self)
      guard bytes.count >= 1 << 16, let start = bytes.baseAddress else { return }
      let aligned = start.alignedUp(toMultipleOf: sysconf(Int32(_SC_PAGESIZE)))
      // MADV_POPULATE_WRITE, Linux 5.14; C libraries of that time don't name it.
      _ = madvise(aligned, bytes.count - (aligned - start), 23)
    #endif
  }
}
