/// How a stored response stands in its file: a line of fixed length, a head of text, the content.
///
///     jpfetch response v3 CHECKSUM HEADBYTES BODYBYTES
///     url: https://…
///     …
///
/// The line's checksum covers all of the line and the head behind it, among which is the content's,
/// so that a head can be used without reading the content. The mark before it is compared as it is.
enum EntryFormat {
  /// The first line, read.
  struct FirstLine: Equatable {
    let checksum: UInt64
    let headBytes: Int
    let bodyBytes: Int

    /// The lengths as they stand in the line, which the checksum covers.
    fileprivate let lengths: [UInt8]
  }

  /// A head, read: the response without its content, and the content's checksum.
  struct Head: Equatable {
    let response: StoredResponse
    let bodyChecksum: UInt64
  }

  static let firstLineBytes = mark.utf8.count + 16 + 1 + 8 + 1 + 16 + 1

  private static let mark = "jpfetch response v3 "

  /// What the files of all versions begin with.
  private static let anyMark = "jpfetch response v"

  // MARK: Writing

  /// The first line and the head; the content follows.
  static func header(of response: StoredResponse) -> [UInt8] {
    let head = Array(head(of: response).utf8)
    let lengths = " \(hex(head.count, digits: 8)) \(hex(response.body.count, digits: 16))\n"
    let checksum = checksum(of: Array(lengths.utf8), head)
    return Array((mark + hex(checksum, digits: 16) + lengths).utf8) + head
  }

  private static func head(of response: StoredResponse) -> String {
    var lines = [
      "url: \(response.url)", "status: \(response.status)", "verdict: \(response.verdict.rawValue)",
      "requested: \(response.requested.seconds)", "received: \(response.received.seconds)",
      "redirected: \(response.isRedirected)", "order: \(response.order)",
      "variant: \(response.variant)", "own: \(response.own)",
      "content: \(hex(response.known.checksum ?? checksum(of: response.body), digits: 16))",
    ]
    if let line = response.statusLine { lines.append("line: \(line)") }
    lines += response.fields.all.map { "field: \($0.name): \($0.value)" }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  // MARK: Reading

  static func firstLine(_ bytes: ArraySlice<UInt8>) throws(StoreError.Problem) -> FirstLine {
    guard bytes.starts(with: anyMark.utf8) else { throw .foreign }
    guard bytes.starts(with: mark.utf8) else { throw .otherVersion }
    let fields = bytes.dropFirst(mark.utf8.count)
    guard bytes.count == firstLineBytes, bytes.last == UInt8(ascii: "\n"),
      let checksum = number(fields.prefix(16)),
      let headBytes = number(fields.dropFirst(17).prefix(8)),
      let bodyBytes = number(fields.dropFirst(26).prefix(16)),
      let head = Int(exactly: headBytes), let body = Int(exactly: bodyBytes)
    else { throw .damaged }
    return FirstLine(
      checksum: checksum, headBytes: head, bodyBytes: body, lengths: Array(fields.dropFirst(16)))
  }

  /// Checks the head against the first line's checksum and reads it.
  static func head(_ head: [UInt8], behind line: FirstLine) throws(StoreError.Problem) -> Head {
    guard line.checksum == checksum(of: line.lengths, head) else { throw .damaged }
    return try Self.head(head)
  }

  /// The response with its content, which is checked.
  static func response(_ head: Head, body: [UInt8]) throws(StoreError.Problem) -> StoredResponse {
    guard checksum(of: body) == head.bodyChecksum else { throw .damaged }
    var response = head.response
    response.body = body
    response.known.checksum = head.bodyChecksum
    return response
  }

  static func head(_ head: [UInt8]) throws(StoreError.Problem) -> Head {
    var lines: [HeaderFields.Field] = []
    for line in head.split(separator: UInt8(ascii: "\n")) { lines.append(try field(line)) }
    var fields: [HeaderFields.Field] = []
    for line in lines where line.name == "field" {
      fields.append(try field(Array(line.value.utf8)[...]))
    }
    func single(_ name: String) -> String? { lines.first { $0.name == name }?.value }
    guard let url = single("url"), let status = single("status").flatMap({ Int($0) }),
      let verdict = single("verdict").flatMap({ Verdict(rawValue: $0) }),
      let requested = seconds(single("requested")), let received = seconds(single("received")),
      let redirected = single("redirected").flatMap({ Bool($0) }),
      let order = single("order").flatMap({ Int($0) }), (0..<1 << 40).contains(order),
      let variant = single("variant"),
      let own = single("own"),
      let content = single("content").flatMap({ number(Array($0.utf8)[...]) })
    else { throw .damaged }
    var response = StoredResponse(
      url: url, status: status, statusLine: single("line"), verdict: verdict,
      fields: HeaderFields(fields),
      variant: variant, own: own, requested: HTTPDate(seconds: requested),
      received: HTTPDate(seconds: received), isRedirected: redirected, body: [])
    response.order = order
    return Head(response: response, bodyChecksum: content)
  }

  /// A time from the year 0 to 9999, so that no sum of two overflows.
  private static func seconds(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (-62_167_219_200...253_402_300_799).contains($0) ? $0 : nil }
  }

  /// Splits a line at its first `: `.
  private static func field(
    _ line: ArraySlice<UInt8>
  ) throws(StoreError.Problem) -> HeaderFields.Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.endIndex else {
      throw .damaged
    }
    return HeaderFields.Field(
      name: String(decoding: line[..<colon], as: UTF8.self),
      value: String(decoding: line[(colon + 2)...], as: UTF8.self))
  }

  /// Reads hexadecimal digits in lower case, as they are written.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    let isWritten = { (byte: UInt8) in
      byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard digits.allSatisfy(isWritten) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func checksum(of parts: [UInt8]...) -> UInt64 {
    var checksum = Checksum()
    for part in parts { checksum.update(part.span.bytes) }
    return checksum.value
  }
}
