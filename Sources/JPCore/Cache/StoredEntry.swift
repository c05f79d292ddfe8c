/// A stored response; one in a file is open, with its head read and its content to be read.
final class StoredEntry {
  /// The file's path; of one in memory its name.
  let path: String

  /// The response; of a file without its content.
  let head: StoredResponse

  private let content: Content?

  private struct Content {
    let descriptor: Int32
    let start: Int
    let bytes: Int
  }

  /// The last part of the path.
  var name: String { path.lastIndex(of: "/").map { String(path[$0...].dropFirst()) } ?? path }

  /// An entry without a file.
  init(inMemory response: StoredResponse, name: String) {
    (path, head, content) = (name, response, nil)
  }

  /// The longest head of an entry, in bytes: several times what a transport accepts.
  static let maxHeadBytes = 1 << 20

  /// Opens a file; `nil` if there is none.
  ///
  /// - Parameter maxBytes: a longer content is damage.
  init?(_ path: String, maxBytes: Int) throws(StoreError.Problem) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
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
      self.head = head
      content = Content(
        descriptor: descriptor, start: EntryFormat.firstLineBytes + line.headBytes,
        bytes: line.bodyBytes)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    if let content { close(content.descriptor) }
  }

  /// Reads the content and compares its checksum.
  func response() throws(StoreError) -> StoredResponse {
    guard let content else { return head }
    do throws(StoreError.Problem) {
      let body = try Self.bytes(content.bytes, at: content.start, content.descriptor)
      return try EntryFormat.response(head, body: body)
    } catch {
      throw StoreError(path: path, problem: error)
    }
  }

  private static func head(
    in descriptor: Int32, maxBytes: Int
  ) throws(StoreError.Problem) -> (EntryFormat.FirstLine, StoredResponse) {
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
    return (line, try EntryFormat.head(head, after: line))
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
