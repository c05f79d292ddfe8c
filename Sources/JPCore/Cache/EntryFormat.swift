/// How a stored response stands in its file: a line of fixed length, a head of text, the content.
///
///     jpfetch response v1 CHECKSUM HEADBYTES BODYBYTES
///     url: https://…
///     …
///
/// The checksum covers all that follows it; what precedes it has one spelling only.
enum EntryFormat {
  /// Why a file can't be used as an entry.
  enum Problem: Error, Equatable {
    /// Another program's file.
    case foreign
    /// Written by a later jpfetch.
    case laterVersion
    /// Cut short, or changed since it was written.
    case damaged
  }

  /// The first line, read.
  struct FirstLine: Equatable {
    let checksum: UInt64
    let headBytes: Int
    let bodyBytes: Int
  }

  static let firstLineBytes = mark.utf8.count + 16 + 1 + 8 + 1 + 16 + 1

  private static let mark = "jpfetch response v1 "
  private static let anyMark = "jpfetch response v"

  // MARK: Writing

  /// The first line and the head; the content follows.
  static func header(of response: StoredResponse) -> [UInt8] {
    let head = Array(head(of: response).utf8)
    let lengths = " \(hex(head.count, digits: 8)) \(hex(response.body.count, digits: 16))\n"
    let checksum = checksum(lengths: Array(lengths.utf8), head: head, body: response.body)
    return Array((mark + hex(checksum, digits: 16) + lengths).utf8) + head
  }

  private static func head(of response: StoredResponse) -> String {
    var lines = [
      "url: \(response.url)", "status: \(response.status)",
      "requested: \(response.requested.seconds)", "received: \(response.received.seconds)",
      "redirected: \(response.isRedirected)",
    ]
    lines += response.nominatedFields.all.map { "vary: \($0.name): \($0.value)" }
    lines += response.fields.all.map { "field: \($0.name): \($0.value)" }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  // MARK: Reading

  static func firstLine(_ bytes: ArraySlice<UInt8>) throws(Problem) -> FirstLine {
    guard bytes.starts(with: anyMark.utf8) else { throw .foreign }
    guard bytes.starts(with: mark.utf8) else { throw .laterVersion }
    let fields = bytes.dropFirst(mark.utf8.count)
    guard bytes.count == firstLineBytes, bytes.last == UInt8(ascii: "\n"),
      let checksum = number(fields.prefix(16)),
      let headBytes = number(fields.dropFirst(17).prefix(8)),
      let bodyBytes = number(fields.dropFirst(26).prefix(16)),
      let head = Int(exactly: headBytes), let body = Int(exactly: bodyBytes)
    else { throw .damaged }
    return FirstLine(checksum: checksum, headBytes: head, bodyBytes: body)
  }

  /// Checks the parts against the first line's checksum and puts them together.
  static func response(
    firstLine bytes: ArraySlice<UInt8>, head: [UInt8], body: [UInt8]
  ) throws(Problem) -> StoredResponse {
    let lengths = Array(bytes.dropFirst(mark.utf8.count + 16))
    guard try firstLine(bytes).checksum == checksum(lengths: lengths, head: head, body: body) else {
      throw .damaged
    }
    return try response(head: head, body: body)
  }

  static func response(head: [UInt8], body: [UInt8]) throws(Problem) -> StoredResponse {
    var single: [String: String] = [:]
    var nominated: [HTTPFields.Field] = []
    var fields: [HTTPFields.Field] = []
    for line in head.split(separator: UInt8(ascii: "\n")) {
      guard let (key, value) = split(line) else { throw .damaged }
      switch key {
      case "vary", "field":
        guard let (name, content) = split(Array(value.utf8)[...]) else { throw .damaged }
        let field = HTTPFields.Field(name: name, value: content)
        if key == "vary" { nominated.append(field) } else { fields.append(field) }
      default: single[key] = value
      }
    }
    guard let url = single["url"], let status = single["status"].flatMap({ Int($0) }),
      let requested = seconds(single["requested"]), let received = seconds(single["received"]),
      let redirected = single["redirected"].flatMap({ Bool($0) })
    else { throw .damaged }
    return StoredResponse(
      url: url, status: status, fields: HTTPFields(fields),
      nominatedFields: HTTPFields(nominated),
      requested: HTTPDate(seconds: requested), received: HTTPDate(seconds: received),
      isRedirected: redirected, body: body)
  }

  /// A time from the year 0 to 9999, so that no sum of two overflows.
  private static func seconds(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (-62_167_219_200...253_402_300_799).contains($0) ? $0 : nil }
  }

  /// At the first `: `.
  private static func split(_ line: ArraySlice<UInt8>) -> (String, String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.endIndex else {
      return nil
    }
    return (
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: line[(colon + 2)...], as: UTF8.self)
    )
  }

  /// Reads hexadecimal digits in lower case, as they are written.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    let isWritten = { (byte: UInt8) in
      byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard digits.allSatisfy(isWritten) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func checksum(lengths: [UInt8], head: [UInt8], body: [UInt8]) -> UInt64 {
    var checksum = Checksum()
    for part in [lengths, head, body] { checksum.update(part.span.bytes) }
    return checksum.value
  }
}
