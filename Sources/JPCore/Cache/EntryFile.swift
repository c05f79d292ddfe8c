/// The file of a stored response: a line of fixed length, a head of text, then the content.
///
///     jpfetch response v5 CHECKSUM HEADBYTES BODYBYTES
///     url: https://…
///     …
///
/// The line's checksum covers the lengths and the head. The content's checksum is in the head, so
/// entries can be listed without reading their contents.
enum EntryFile {
  /// The maximum size of an entry's head, in bytes: several times ``CurlTransport``'s limit for the
  /// head of a response.
  static let maxHeadBytes = 1 << 20

  /// The maximum size of an entry's content, in bytes. An entry with more isn't read, because a
  /// store that was copied from elsewhere could fill the memory.
  static let maxBodyBytes = 128 << 20

  static let firstLineBytes = mark.utf8.count + 16 + 1 + 8 + 1 + 16 + 1

  /// The text with which the entries of every version begin.
  static let markOfAnyVersion = "jpfetch response v"

  private static let mark = "jpfetch response v5 "

  // MARK: Writing

  /// The first line and the head, which come before the content.
  static func header(of response: StoredResponse) -> [UInt8] {
    let head = Array(head(of: response).utf8)
    return firstLine(before: head, bodyBytes: response.body.count) + head
  }

  static func firstLine(before head: [UInt8], bodyBytes: Int) -> [UInt8] {
    let lengths = " \(String(hex: head.count, digits: 8)) \(String(hex: bodyBytes, digits: 16))\n"
    let sum = checksum(of: Array(lengths.utf8), head)
    return Array((mark + String(hex: sum, digits: 16) + lengths).utf8)
  }

  private static func head(of response: StoredResponse) -> String {
    var lines = [
      "url: \(response.url)",
      "user-fields: \(response.userFields)",
      "user-fields-digest: \(response.userFieldsDigest)",
      "vary-digest: \(response.variant)",
      "status: \(response.status)",
      "requested: \(response.requested.seconds)",
      "received: \(response.received.seconds)",
      "redirected: \(response.isRedirected)",
      "content: \(String(hex: checksum(of: response.body), digits: 16))",
    ]
    if let line = response.statusLine { lines.append("line: \(line)") }
    for field in response.fields { lines.append("field: \(field.name): \(field.value)") }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Reading

  /// Reads an entry.
  ///
  /// - Parameter hasContent: whether to read the content as well.
  /// - Returns: the response; `nil` if the file doesn't exist.
  static func response(
    at path: String, content hasContent: Bool
  ) throws(UnusableEntry) -> StoredResponse? {
    guard let descriptor = try openEntry(at: path) else { return nil }
    defer { close(descriptor) }
    let fileBytes = try size(of: descriptor)
    let line = try bytes(firstLineBytes, of: descriptor)
    let lengths = try lengths(in: line)
    // The checksum isn't verified yet, so the lengths are compared with the limit and the file's
    // size before memory is allocated.
    guard 0...maxHeadBytes ~= lengths.head, 0...maxBodyBytes ~= lengths.body,
      lengths.body == fileBytes - line.count - lengths.head
    else { throw UnusableEntry(.damaged) }
    let head = try bytes(lengths.head, of: descriptor)
    guard firstLine(before: head, bodyBytes: lengths.body) == line, let parsed = parse(head) else {
      throw UnusableEntry(.damaged)
    }
    var response = parsed.response
    if hasContent {
      response.body = try bytes(lengths.body, of: descriptor)
      guard checksum(of: response.body) == parsed.contentChecksum else {
        throw UnusableEntry(.damaged)
      }
    }
    return response
  }

  /// - Returns: a descriptor; `nil` if the file doesn't exist.
  private static func openEntry(at path: String) throws(UnusableEntry) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor >= 0 { return descriptor }
    let error = errno
    if error == ENOENT || error == ENOTDIR { return nil }
    // With O_NOFOLLOW, open(2) reports a link as ELOOP.
    if error == ELOOP { throw UnusableEntry(.notAFile) }
    throw UnusableEntry(.unreadable(errno: error))
  }

  /// The size of a file in bytes.
  ///
  /// - Throws: ``UnusableEntry`` if the file can't be examined, isn't a regular file, belongs to
  ///   neither this user nor root, or may be written by others.
  private static func size(of descriptor: Int32) throws(UnusableEntry) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UnusableEntry(.unreadable(errno: errno)) }
    guard status.kind == S_IFREG else { throw UnusableEntry(.notAFile) }
    if let problem = status.problemOfTrust { throw UnusableEntry(problem) }
    return Int(status.st_size)
  }

  private static func bytes(
    _ count: Int, of descriptor: Int32
  ) throws(UnusableEntry) -> [UInt8] {
    do { return try SystemFile.bytes(upTo: count, of: descriptor) } catch {
      throw UnusableEntry(.unreadable(errno: error.number))
    }
  }

  /// Parses the lengths of the head and the content, in bytes, from a first line.
  static func lengths(in line: [UInt8]) throws(UnusableEntry) -> (head: Int, body: Int) {
    guard line.starts(with: mark.utf8) else { throw UnusableEntry(.foreign) }
    let words = String(utf8: line).split { $0 == " " || $0 == "\n" }
    guard words.count == 6, let head = Int(words[4], radix: 16), let body = Int(words[5], radix: 16)
    else { throw UnusableEntry(.damaged) }
    return (head, body)
  }

  /// Parses a head; `nil` if a value is missing or invalid.
  ///
  /// - Returns: the response without its content, and the content's checksum.
  static func parse(
    _ head: [UInt8]
  ) -> (response: StoredResponse, contentChecksum: UInt64)? {
    let lines = head.split(separator: .lineFeed).map { Line($0) }
    func text(_ name: String) -> String? { lines.first { $0.name == name }?.value }
    func number(_ name: String) -> Int? {
      guard let text = text(name) else { return nil }
      return Int(text)
    }
    guard let url = text("url"), let userFields = text("user-fields"),
      let userFieldsDigest = text("user-fields-digest"), let variant = text("vary-digest"),
      let status = number("status"), let requested = time(number("requested")),
      let received = time(number("received")), let redirected = text("redirected"),
      let isRedirected = Bool(redirected), let sum = text("content"),
      let contentChecksum = UInt64(sum, radix: 16)
    else { return nil }
    var fields: HeaderFields = []
    for line in lines where line.name == "field" {
      let field = Line(line.value.utf8)
      fields.append(HeaderFields.Field(name: HeaderFields.Name(field.name), value: field.value))
    }
    let response = StoredResponse(
      url: url, userFields: userFields, userFieldsDigest: userFieldsDigest, variant: variant,
      status: status, statusLine: text("line"), fields: fields, requested: requested,
      received: received, isRedirected: isRedirected, body: [])
    return (response, contentChecksum)
  }

  /// Makes a time; `nil` unless it is in the years 0 to 9999, so that differences can't overflow.
  private static func time(_ seconds: Int?) -> HTTPDate? {
    guard let seconds, -62_167_219_200...253_402_300_799 ~= seconds else { return nil }
    return HTTPDate(seconds: seconds)
  }

  /// A line of the head, split at its first `: ` into a name and a value.
  private struct Line {
    let name: String
    let value: String

    init(_ line: some Collection<UInt8>) {
      let name = line.prefix { $0 != .colon }
      self.name = String(utf8: name)
      value = String(utf8: line.dropFirst(name.count + 2))
    }
  }

  // MARK: Checksum

  /// A 64-bit checksum that detects accidents, not forgery: anyone can make bytes with a given sum.
  /// It is twenty times faster than a digest, and a look-up computes it for the whole content.
  ///
  /// Each step `(sum ^ word) * odd` gives different results for different sums, and for different
  /// words. So a change of one aligned word is always noticed, any other change almost always.
  private static func checksum(of parts: [UInt8]...) -> UInt64 {
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
    func add(_ word: UInt64) {
      let product = (sum ^ word) &* 0xD6E8_FEB8_6659_FD93
      // The rotation brings high bits down, which multiplying alone never does.
      sum = product << 29 | product >> 35
    }
    for bytes in parts {
      let slice = bytes[...]
      let words = slice.span.bytes
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = words.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        add(word.littleEndian)
        offset &+= 8
      }
      for byte in bytes[offset...] { add(UInt64(byte)) }
    }
    return sum
  }
}

extension stat {
  /// Whether this user or root owns the file.
  var isOurs: Bool { st_uid == geteuid() || st_uid == 0 }

  /// Why somebody else could have forged the file or directory; `nil` if nobody could.
  var problemOfTrust: StoreError.Problem? {
    if !isOurs { return .notOurs }
    if st_mode & 0o022 != 0 { return .writableByOthers }
    return nil
  }
}

/// The reason why an entry can't be used. ``StoreError`` adds the entry's path.
struct UnusableEntry: Error {
  let problem: StoreError.Problem

  init(_ problem: StoreError.Problem) {
    self.problem = problem
  }
}
