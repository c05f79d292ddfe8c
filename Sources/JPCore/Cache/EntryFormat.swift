/// How a stored response is written to its file: a line of fixed length, a head of text, the
/// content.
///
///     jpfetch response v3 CHECKSUM HEADBYTES BODYBYTES
///     url: https://…
///     …
///
/// The line's checksum covers the lengths and the head, in which the content's is: a head can be
/// used without reading the content.
enum EntryFormat {
  /// The first line, read.
  struct FirstLine: Equatable {
    var checksum: UInt64 = 0
    let headBytes: Int
    let bodyBytes: Int

    fileprivate var lengths: String {
      " \(hex(headBytes, digits: 8)) \(hex(bodyBytes, digits: 16))\n"
    }

    fileprivate var text: String { mark + hex(checksum, digits: 16) + lengths }

    fileprivate func checksum(of head: [UInt8]) -> UInt64 {
      Checksum(of: Array(lengths.utf8), head).value
    }
  }

  static let firstLineBytes = mark.utf8.count + 16 + 1 + 8 + 1 + 16 + 1

  private static let mark = "jpfetch response v3 "

  /// What the files of all versions begin with.
  private static let anyMark = "jpfetch response v"

  // MARK: Writing

  /// The first line and the head; the content follows.
  static func header(of response: StoredResponse) -> [UInt8] {
    let head = Array(head(of: response).utf8)
    var line = FirstLine(headBytes: head.count, bodyBytes: response.body.count)
    line.checksum = line.checksum(of: head)
    return Array(line.text.utf8) + head
  }

  private static func head(of response: StoredResponse) -> String {
    var lines = [
      "url: \(response.url)", "status: \(response.status)", "verdict: \(response.verdict.rawValue)",
      "requested: \(response.requested.seconds)", "received: \(response.received.seconds)",
      "redirected: \(response.isRedirected)", "order: \(response.order)",
      "variant: \(response.variant)", "own: \(response.own)",
      "content: \(hex(response.checksum, digits: 16))",
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
    guard let checksum = number(fields.prefix(16)),
      let head = number(fields.dropFirst(17).prefix(8)).flatMap({ Int(exactly: $0) }),
      let body = number(fields.dropFirst(26).prefix(16)).flatMap({ Int(exactly: $0) })
    else { throw .damaged }
    let line = FirstLine(checksum: checksum, headBytes: head, bodyBytes: body)
    guard bytes.elementsEqual(line.text.utf8) else { throw .damaged }
    return line
  }

  /// Checks the head by the first line's checksum and reads it.
  static func head(
    _ head: [UInt8], after line: FirstLine
  ) throws(StoreError.Problem) -> StoredResponse {
    guard line.checksum == line.checksum(of: head) else { throw .damaged }
    return try Self.head(head)
  }

  /// The response with its content, which is checked.
  static func response(
    _ head: StoredResponse, body: [UInt8]
  ) throws(StoreError.Problem) -> StoredResponse {
    guard Checksum(of: body).value == head.checksum else { throw .damaged }
    var response = head
    response.body = body
    return response
  }

  static func head(_ head: [UInt8]) throws(StoreError.Problem) -> StoredResponse {
    var lines: [HeaderFields.Field] = []
    for line in head.split(separator: UInt8(ascii: "\n")) { lines.append(try field(line)) }
    var fields: [HeaderFields.Field] = []
    for line in lines where line.name == "field" {
      fields.append(try field(Array(line.value.utf8)[...]))
    }
    func single(_ name: String) -> String? { lines.first { $0.name == name }?.value }
    guard let url = single("url"), let status = single("status").flatMap({ Int($0) }),
      let verdict = single("verdict").flatMap({ Verdict(rawValue: $0) }),
      let requested = time(single("requested")), let received = time(single("received")),
      let redirected = single("redirected").flatMap({ Bool($0) }),
      let order = single("order").flatMap({ Int($0) }), (0..<1 << 40).contains(order),
      let variant = single("variant"), let own = single("own"),
      let content = single("content").flatMap({ number(Array($0.utf8)[...]) })
    else { throw .damaged }
    var response = StoredResponse(
      url: url, status: status, statusLine: single("line"), verdict: verdict,
      fields: HeaderFields(fields), variant: variant, own: own, requested: requested,
      received: received, isRedirected: redirected, body: [], checksum: content)
    response.order = order
    return response
  }

  /// A time from the year 0 to 9999, so that no sum of two overflows.
  private static func time(_ text: String?) -> HTTPDate? {
    guard let seconds = text.flatMap({ Int($0) }),
      (-62_167_219_200...253_402_300_799).contains(seconds)
    else { return nil }
    return HTTPDate(seconds: seconds)
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

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
