/// An entry, the file of a stored response: a first line, the lines of the head, an empty line, and
/// the content.
///
///     jpfetch response v7 CHECKSUM
///     url: https://…
///     …
///     field: ETag: "1"
///
///     [{"id": 1}]
///
/// The checksum covers everything after the first line.
enum EntryFile {
  /// The maximum size of an entry's head, in bytes: several times libcurl's limit for the head of a
  /// response.
  static let maxHeadBytes = 1 << 20

  /// The maximum size of an entry's content, in bytes. Larger entries aren't read, because a store
  /// that was copied from elsewhere could fill the memory.
  static let maxContentBytes = 128 << 20

  private static let firstWords = "jpfetch response v7 "

  private static let firstLineBytes = firstWords.utf8.count + 16 + 1

  // MARK: Writing

  /// The bytes of an entry before the content: the first line, the head and the empty line.
  static func headBytes(of response: StoredResponse) -> [UInt8] {
    let head = Array(headText(of: response).utf8)
    return firstLine(before: head[...], response.response.body[...]) + head
  }

  /// The first line of an entry, with the checksum of the bytes that follow it.
  static func firstLine(
    before head: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>
  ) -> [UInt8] {
    let sum = checksum(of: head, content)
    return Array("\(firstWords)\(String(hex: sum, digits: 16))\n".utf8)
  }

  private static func headText(of stored: StoredResponse) -> String {
    let key = stored.key
    let response = stored.response
    var lines = [
      "url: \(key.url)",
      "user-fields: \(key.userFields)",
      "user-fields-digest: \(key.userFieldsDigest)",
      "status: \(response.status)",
      "requested: \(response.requested.seconds)",
      "received: \(response.received.seconds)",
      "redirected: \(stored.isRedirected)",
    ]
    if let line = response.statusLine { lines.append("line: \(line)") }
    for field in response.headerFields { lines.append("field: \(field.name): \(field.value)") }
    return lines.joined(separator: "\n") + "\n\n"
  }

  // MARK: Reading

  /// Reads the entry at a path; `nil` if the file doesn't exist.
  ///
  /// Reads the content into memory of its own, after the head, so that it needn't be moved.
  ///
  /// - Throws: ``StoreError`` if the file can't be used, for example because it is damaged.
  static func read(at path: String) throws(StoreError) -> StoredResponse? {
    guard let file = try openEntry(path) else { return nil }
    defer { close(file.descriptor) }
    func bytes(
      after start: ArraySlice<UInt8> = [], upTo count: Int
    ) throws(StoreError) -> [UInt8] {
      do {
        return try SystemFile.readBytes(after: start, upTo: count, of: file.descriptor)
      } catch {
        throw StoreError(path: path, problem: .unreadable(errno: error.number))
      }
    }
    // Most heads are shorter than a page.
    var start = try bytes(upTo: min(file.size, 1 << 12))
    guard start.starts(with: firstWords.utf8) else {
      throw StoreError(path: path, problem: .foreign)
    }
    if lengthOfHead(in: start) == nil {
      start = try bytes(after: start[...], upTo: min(file.size, maxHeadBytes))
    }
    guard let headBytes = lengthOfHead(in: start) else {
      throw StoreError(path: path, problem: .damaged)
    }
    let content = try bytes(after: start[headBytes...], upTo: file.size - headBytes)
    guard let response = parse(head: start[..<headBytes], content: content) else {
      throw StoreError(path: path, problem: .damaged)
    }
    return response
  }

  /// Parses an entry; `nil` if it was truncated or changed.
  ///
  /// - Parameter head: the first ``lengthOfHead(in:)`` bytes of the entry.
  static func parse(head: ArraySlice<UInt8>, content: [UInt8]) -> StoredResponse? {
    guard content.count <= maxContentBytes else { return nil }
    let lines = head.dropFirst(firstLineBytes)
    guard head.starts(with: firstLine(before: lines, content[...])) else { return nil }
    var response = parseHead(lines)
    response?.response.body = content
    return response
  }

  /// The number of bytes before the content; `nil` if no empty line follows the first line.
  static func lengthOfHead(in file: [UInt8]) -> Int? {
    var previous: UInt8?
    for (index, byte) in file.prefix(maxHeadBytes).enumerated() {
      if index >= firstLineBytes, byte == .lineFeed, previous == .lineFeed { return index + 1 }
      previous = byte
    }
    return nil
  }

  /// Opens a file, and finds its size.
  ///
  /// - Returns: `nil` if the file doesn't exist.
  /// - Throws: ``StoreError`` if the file can't be read, isn't a regular file, belongs to neither
  ///   this user nor root, may be written by others, or is too large for an entry.
  private static func openEntry(
    _ path: String
  ) throws(StoreError) -> (descriptor: Int32, size: Int)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor < 0 {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return nil }
      // With O_NOFOLLOW, open(2) reports a link as ELOOP.
      if error == ELOOP { throw StoreError(path: path, problem: .notAFile) }
      throw StoreError(path: path, problem: .unreadable(errno: error))
    }
    var status = stat()
    let problem: StoreError.Problem?
    if fstat(descriptor, &status) != 0 {
      problem = .unreadable(errno: errno)
    } else if status.fileType != S_IFREG {
      problem = .notAFile
    } else if status.st_size > maxHeadBytes + maxContentBytes {
      problem = status.problemOfTrust ?? .damaged
    } else {
      problem = status.problemOfTrust
    }
    if let problem {
      close(descriptor)
      throw StoreError(path: path, problem: problem)
    }
    return (descriptor, Int(status.st_size))
  }

  /// Parses the head after the first line; `nil` if a value is missing or invalid.
  private static func parseHead(_ head: ArraySlice<UInt8>) -> StoredResponse? {
    var lines: HeaderFields = []
    var fields: HeaderFields = []
    for line in String(utf8: head).utf8.split(separator: .lineFeed) {
      guard let line = HeaderFields.Field(splitting: line) else { return nil }
      if line.name == "field" {
        guard let field = HeaderFields.Field(splitting: line.value.utf8[...]) else { return nil }
        fields.append(field)
      } else {
        lines.append(line)
      }
    }
    func text(_ name: HeaderFields.Name) -> String? { lines.first { $0.name == name }?.value }
    func number(_ name: HeaderFields.Name) -> Int? {
      guard let text = text(name) else { return nil }
      return Int(text)
    }
    guard let url = text("url"), let userFields = text("user-fields"),
      let userFieldsDigest = text("user-fields-digest"), let status = number("status")
    else { return nil }
    guard let requested = validTime(number("requested")),
      let received = validTime(number("received")),
      let redirected = text("redirected"), let isRedirected = Bool(redirected)
    else { return nil }
    let key = CacheKey(url: url, userFields: userFields, userFieldsDigest: userFieldsDigest)
    var response = HTTPResponse(
      status: status, statusLine: text("line"), headerFields: fields, body: [], url: url)
    response.requested = requested
    response.received = received
    return StoredResponse(response, for: key, isRedirected: isRedirected)
  }

  /// Makes a time; `nil` if it isn't in the years 0 to 9999, so that differences can't overflow.
  private static func validTime(_ seconds: Int?) -> HTTPDate? {
    guard let seconds, -62_167_219_200...253_402_300_799 ~= seconds else { return nil }
    return HTTPDate(seconds: seconds)
  }

  // MARK: Checksum

  /// A 64-bit checksum that detects accidents, not forgery: anyone can make bytes with a given sum.
  /// Each look-up computes it for the complete content, and it is much faster than SHA-256.
  private static func checksum(
    of head: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>
  ) -> UInt64 {
    let sum = checksum(of: head, after: 0x9E37_79B9_7F4A_7C15)
    return checksum(of: content, after: sum)
  }

  /// The checksum of bytes that follow those of an earlier sum.
  ///
  /// Of each 32 bytes, each word belongs to another sum, because a processor works on four
  /// independent sums at the same time.
  private static func checksum(of slice: ArraySlice<UInt8>, after earlier: UInt64) -> UInt64 {
    let bytes = slice.span.bytes
    var offset = 0
    func nextWord() -> UInt64 {
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      offset &+= 8
      return word.littleEndian
    }
    var first = earlier
    var second = earlier
    var third = earlier
    var fourth = earlier
    while offset &+ 32 <= bytes.byteCount {
      first = checksum(first, adding: nextWord())
      second = checksum(second, adding: nextWord())
      third = checksum(third, adding: nextWord())
      fourth = checksum(fourth, adding: nextWord())
    }
    var sum = checksum(checksum(checksum(first, adding: second), adding: third), adding: fourth)
    while offset &+ 8 <= bytes.byteCount { sum = checksum(sum, adding: nextWord()) }
    for byte in slice.dropFirst(offset) { sum = checksum(sum, adding: UInt64(byte)) }
    return sum
  }

  /// Adds a word to a sum.
  ///
  /// `sum ^ word` is multiplied by an odd number, so different words, or different earlier sums,
  /// give different sums. So a change of one aligned word of the content is always noticed, any
  /// other change almost always.
  private static func checksum(_ sum: UInt64, adding word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0xD6E8_FEB8_6659_FD93
    // The rotation moves high bits down, which a multiplication never does.
    return product << 29 | product >> 35
  }
}

extension stat {
  /// Whether this user or root owns the file.
  var isOurs: Bool { st_uid == geteuid() || st_uid == 0 }

  /// The reason why somebody else could have forged the file or directory; `nil` if only this user
  /// or root could have written it.
  var problemOfTrust: StoreError.Problem? {
    if !isOurs { return .notOurs }
    if st_mode & 0o022 != 0 { return .writableByOthers }
    return nil
  }
}
