#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed, errno(3).
package struct SystemError: Error, Equatable {
  /// The number of the error.
  package let errno: Int32

  /// Forgets what earlier calls left behind, for those that tell a failure by errno alone.
  static func clearLast() {
    #if canImport(Darwin)
      Darwin.errno = 0
    #else
      Glibc.errno = 0
    #endif
  }

  /// What the last call of this thread left behind.
  static var last: SystemError {
    #if canImport(Darwin)
      SystemError(errno: Darwin.errno)
    #else
      SystemError(errno: Glibc.errno)
    #endif
  }
}

extension SystemError {
  /// Why the process can't have another descriptor now, EMFILE or ENFILE; `nil` where it can.
  static var ofAnotherDescriptor: SystemError? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return [EMFILE, ENFILE].contains(last.errno) ? last : nil
  }
}

/// Files as the system's C library gives them.
package enum SystemFile {
  /// Reads a whole regular file, open(2) and read(2).
  ///
  /// - Returns: its bytes; `nil` if there are more than `limit`.
  static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    // Nonblocking, or a named pipe would be waited for; it has no effect on a regular file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try contents(of: descriptor, atMost: limit)
  }

  static func contents(of descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard Int(status.st_size) <= limit else { return nil }
    var bytes: [UInt8] = []
    // One more than there should be: a file that grows is read to its end, and the array that the
    // first call fills is nearly always the whole.
    var room = Int(status.st_size) + 1
    while bytes.count <= limit {
      let count = try append(upTo: room, from: descriptor, to: &bytes)
      if count == 0 { break }
      room = max(room - count, 4096)
    }
    return bytes.count <= limit ? bytes : nil
  }

  private static func append(
    upTo room: Int, from descriptor: Int32, to bytes: inout [UInt8]
  ) throws(SystemError) -> Int {
    var outcome = Result<Int, SystemError>.success(0)
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
      buffer.adviseHugePages(expecting: room)
      var count = read(descriptor, buffer.baseAddress, room)
      while count < 0 && SystemError.last.errno == EINTR {
        count = read(descriptor, buffer.baseAddress, room)
      }
      outcome = count < 0 ? .failure(.last) : .success(count)
      initialized = max(count, 0)
    }
    // The first piece is nearly always the whole file, and is not copied.
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    return try outcome.get()
  }
}

extension SystemFile {
  /// Reads exactly so many bytes, pread(2).
  ///
  /// - Throws: `failure` where there are fewer, or they can't be read.
  static func bytes<Failure: Error>(
    _ count: Int, at offset: Int, of descriptor: Int32, else failure: Failure
  ) throws(Failure) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.adviseHugePages(expecting: count)
      while initialized < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + initialized }, count - initialized,
          off_t(offset + initialized))
        if got > 0 {
          initialized += got
        } else if got == 0 || SystemError.last.errno != EINTR {
          return
        }
      }
    }
    guard bytes.count == count else { throw failure }
    return bytes
  }

  /// Whether certificates are named by their subjects' hashes in a directory, `5ed36f99.0`.
  static func hasHashedNames(in directory: String) -> Bool {
    // One that can't be read is none.
    let names = (try? names(in: directory)) ?? []
    return names.contains { name in
      name.count == 10 && name.hasSuffix(".0") && name.prefix(8).allSatisfy(\.isHexDigit)
    }
  }

  /// The names in a directory, readdir(3).
  static func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = opendir(directory) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    SystemError.clearLast()
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      names.append(name)
      SystemError.clearLast()
    }
    // The end and a failure look the same but for errno.
    if SystemError.last.errno != 0 { throw .last }
    return names
  }
}
