/// Reads the file of a stored response.
enum EntryFile {
  /// The maximum size of an entry's head, in bytes: several times the transport's limit.
  static let maxHeadBytes = 1 << 20

  /// - Parameter hasContent: whether to read the content as well, decided by the head.
  /// - Returns: `nil` if the file doesn't exist.
  static func response(
    at path: String, content hasContent: (StoredResponse) -> Bool
  ) throws(StoreError.Problem) -> StoredResponse? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return nil }
      // O_NOFOLLOW found a link.
      throw error == ELOOP ? .notAFile : .unreadable(errno: error)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.kind == S_IFREG else { throw .notAFile }
    guard status.isOurs else { throw .notOurs }
    let line = try bytes(EntryFormat.firstLineBytes, descriptor)
    let (headBytes, bodyBytes) = try EntryFormat.lengths(in: line)
    let size = Int(status.st_size) - line.count
    guard 0...maxHeadBytes ~= headBytes, bodyBytes == size - headBytes else { throw .damaged }
    let head = try bytes(headBytes, descriptor)
    guard EntryFormat.firstLine(before: head, bodyBytes: bodyBytes) == line,
      let (stored, sum) = EntryFormat.response(head)
    else { throw .damaged }
    var response = stored
    if hasContent(response) {
      response.body = try bytes(bodyBytes, descriptor)
      guard checksum(of: response.body) == sum else { throw .damaged }
    }
    return response
  }

  private static func bytes(
    _ count: Int, _ descriptor: Int32
  ) throws(StoreError.Problem) -> [UInt8] {
    do { return try SystemFile.bytes(upTo: count, of: descriptor) } catch {
      throw .unreadable(errno: error.number)
    }
  }
}

extension stat {
  /// Whether this user or root owns the file.
  var isOurs: Bool { st_uid == geteuid() || st_uid == 0 }
}
