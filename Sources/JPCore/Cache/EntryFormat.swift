/// The file format of a stored response: a line of fixed length, a head of text, then the content.
///
///     jpfetch response v4 CHECKSUM HEADBYTES BODYBYTES
///     url: https://…
///     …
///
/// The line's checksum covers the lengths and the head. The content's checksum is in the head, so
/// that listing entries needs no content.
enum EntryFormat {
  static let firstLineBytes = mark.utf8.count + 16 + 1 + 8 + 1 + 16 + 1

  private static let mark = "jpfetch response v4 "

  /// The files of every version begin with this.
  private static let anyMark = "jpfetch response v"

  // MARK: Writing

  /// The first line and the head, which come before the content.
  static func header(of response: StoredResponse) -> [UInt8] {
    let head = Array(head(of: response).utf8)
    return firstLine(before: head, bodyBytes: response.body.count) + head
  }

  static func firstLine(before head: [UInt8], bodyBytes: Int) -> [UInt8] {
    let lengths =
      " \(String(hex: head.count, digits: 8)) \(String(hex: bodyBytes, digits: 16))\n"
    let sum = checksum(of: Array(lengths.utf8), head)
    return Array((mark + String(hex: sum, digits: 16) + lengths).utf8)
  }

  private static func head(of response: StoredResponse) -> String {
    var lines = [
      "url: \(response.url)", "status: \(response.status)", "verdict: \(response.verdict.rawValue)",
      "requested: \(response.requested.seconds)", "received: \(response.received.seconds)",
      "redirected: \(response.isRedirected)", "order: \(response.order)",
      "variant: \(response.variant)", "own: \(response.userFields)",
      "content: \(String(hex: checksum(of: response.body), digits: 16))",
    ]
    if let line = response.statusLine { lines.append("line: \(line)") }
    lines += response.fields.map { "field: \($0.name): \($0.value)" }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Reading

  /// Parses the lengths in a first line, in bytes.
  static func lengths(in line: [UInt8]) throws(StoreError.Problem) -> (head: Int, body: Int) {
    guard line.starts(with: anyMark.utf8) else { throw .foreign }
    guard line.starts(with: mark.utf8) else { throw .otherVersion }
    let words = String(utf8: line).split { $0 == " " || $0 == "\n" }
    guard words.count == 6, let head = Int(words[4], radix: 16),
      let body = Int(words[5], radix: 16)
    else { throw .damaged }
    return (head, body)
  }

  /// Parses a head; `nil` if a value is missing or out of range.
  ///
  /// - Returns: the response without its content, and the content's checksum.
  static func response(_ head: [UInt8]) -> (StoredResponse, contentChecksum: UInt64)? {
    let lines = head.split(separator: .lineFeed).map(field)
    func single(_ name: String) -> String? { lines.first { $0.name == name }?.value }
    func number(_ name: String) -> Int? { single(name).flatMap { Int($0) } }
    guard let url = single("url"), let status = number("status"),
      let verdict = single("verdict").flatMap({ Verdict(rawValue: $0) }),
      let requested = time(number("requested")), let received = time(number("received")),
      let redirected = single("redirected").flatMap({ Bool($0) }),
      let order = number("order"), (0..<1 << 40).contains(order),
      let variant = single("variant"), let userFields = single("own"),
      let content = single("content").flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    let fields = lines.filter { $0.name == "field" }.map { field(ArraySlice($0.value.utf8)) }
    let response = StoredResponse(
      url: url, status: status, statusLine: single("line"), verdict: verdict,
      fields: HeaderFields(fields), variant: variant, userFields: userFields, order: order,
      requested: requested, received: received, isRedirected: redirected, body: [])
    return (response, content)
  }

  /// A time in the years 0 to 9999, so that adding two can't overflow.
  private static func time(_ seconds: Int?) -> HTTPDate? {
    guard let seconds, -62_167_219_200...253_402_300_799 ~= seconds else { return nil }
    return HTTPDate(seconds: seconds)
  }

  /// Splits a line at its first `: `.
  private static func field(_ line: ArraySlice<UInt8>) -> HeaderFields.Field {
    let name = line.prefix { $0 != .colon }
    return HeaderFields.Field(
      name: String(utf8: name),
      value: String(utf8: line.dropFirst(name.count + 2)))
  }
}
