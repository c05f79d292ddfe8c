/// An entry of a store whose file is open: its head is read, its content can be.
final class StoredEntry {
  /// The file's path; empty where there is none.
  let path: String

  /// The response; of a file without its content.
  var head: StoredResponse {
    switch source {
    case .file(_, _, _, let head): head.response
    case .memory(let response): response
    }
  }

  private let source: Source

  private enum Source {
    case file(descriptor: Int32, bodyStart: Int, bodyBytes: Int, EntryFormat.Head)
    case memory(StoredResponse)
  }

  /// An entry without a file.
  init(inMemory response: StoredResponse) {
    path = ""
    source = .memory(response)
  }

  /// The longest head of an entry, in bytes: several times what a transport accepts.
  private static let maxHeadBytes = 1 << 20

  /// Opens a file; `nil` where there is none.
  ///
  /// - Parameter maxBytes: a longer content is damage.
  init?(_ path: String, maxBytes: Int) throws(StoreError.Problem) {
    let descriptor = open(path.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      let error = SystemError.last.errno
      if error == ENOENT || error == ENOTDIR { return nil }
      // Links are not followed.
      if error == ELOOP { throw .notAFile }
      throw .unreadable(errno: error)
    }
    do throws(StoreError.Problem) {
      let (line, head) = try Self.head(in: descriptor, maxBytes: maxBytes)
      self.path = path
      source = .file(
        descriptor: descriptor, bodyStart: EntryFormat.firstLineBytes + line.headBytes,
        bodyBytes: line.bodyBytes, head)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    if case .file(let descriptor, _, _, _) = source { close(descriptor) }
  }

  /// Reads the content and compares its checksum.
  func response() throws(StoreError) -> StoredResponse {
    switch source {
    case .memory(let response): return response
    case .file(let descriptor, let bodyStart, let bodyBytes, let head):
      do throws(StoreError.Problem) {
        let body = try Self.bytes(bodyBytes, at: bodyStart, descriptor)
        return try EntryFormat.response(head, body: body)
      } catch {
        throw StoreError(path: path, problem: error)
      }
    }
  }

  private static func head(
    in descriptor: Int32, maxBytes: Int
  ) throws(StoreError.Problem) -> (EntryFormat.FirstLine, EntryFormat.Head) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: SystemError.last.errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.isOurs else { throw .notOurs }
    let first = try Self.bytes(
      min(EntryFormat.firstLineBytes, Int(status.st_size)), at: 0, descriptor)
    let line = try EntryFormat.firstLine(first[...])
    let (rest, overflows) = line.headBytes.addingReportingOverflow(line.bodyBytes)
    guard !overflows, Int(status.st_size) - EntryFormat.firstLineBytes == rest,
      line.headBytes <= maxHeadBytes, line.bodyBytes <= maxBytes
    else { throw .damaged }
    let head = try Self.bytes(line.headBytes, at: first.count, descriptor)
    return (line, try EntryFormat.head(head, behind: line))
  }

  /// Reads exactly as many bytes; fewer are damage.
  private static func bytes(
    _ count: Int, at offset: Int, _ descriptor: Int32
  ) throws(StoreError.Problem) -> [UInt8] {
    do {
      let bytes = try SystemFile.bytes(upTo: count, at: offset, of: descriptor)
      if bytes.count == count { return bytes }
    } catch {
      throw .unreadable(errno: error.errno)
    }
    throw .damaged
  }
}

extension stat {
  /// Whether it belongs to this user or to root.
  var isOurs: Bool { st_uid == geteuid() || st_uid == 0 }
}
