@testable import JPCore

extension FuzzTarget {
  /// Parses files of stored responses. A parsed response survives a round trip.
  ///
  /// An input is a file, or a head and content separated by an empty line: the target adds the
  /// checksums, which random changes would never get right.
  static let entry = FuzzTarget(
    name: "entry",
    seeds: {
      let response = storedResponse
      return [
        EntryFormat.header(of: response) + response.body,
        Array(EntryFormat.header(of: response).dropFirst(EntryFormat.firstLineBytes))
          + [.lineFeed] + response.body,
        Array(
          """
          url: x
          status: 200
          verdict: refusal
          requested: 0
          received: 0
          redirected: true
          order: 0
          variant: 00000000000000000000000000000000
          own: 
          content: 0000000000000000


          """.utf8),
      ]
    },
    run: { input in
      let line = input.prefix(EntryFormat.firstLineBytes)
      if let first = try? EntryFormat.firstLine(line) {
        let rest = input.dropFirst(line.count)
        let (head, body) = (rest.prefix(first.headBytes), rest.dropFirst(first.headBytes))
        let read = try? EntryFormat.head(Array(head), after: first)
        if let read { _ = try? EntryFormat.response(read, body: Array(body)) }
      }
      let end = input.indices.first { input[$0...].starts(with: [.lineFeed, .lineFeed]) }
      let (head, body) = (input[..<(end ?? input.endIndex)], input.dropFirst((end ?? 0) + 2))
      check(head: Array(head), body: Array(body))
    })

  private static func check(head: [UInt8], body: [UInt8]) {
    let read = try? EntryFormat.head(head)
    let line = firstLine(head: head, body: body)
    let checked = try? EntryFormat.head(head, after: EntryFormat.firstLine(line[...]))
    demand(checked == read, "a right checksum changes nothing")
    guard let read else { return }
    let response = StoredResponse(
      url: read.url, status: read.status, statusLine: read.statusLine, verdict: read.verdict,
      fields: read.fields, variant: read.variant, own: read.own, requested: read.requested,
      received: read.received, isRedirected: read.isRedirected, body: body)
    let header = EntryFormat.header(of: response)
    let again = try? EntryFormat.head(
      Array(header.dropFirst(EntryFormat.firstLineBytes)),
      after: EntryFormat.firstLine(header.prefix(EntryFormat.firstLineBytes)))
    let whole = again.flatMap { try? EntryFormat.response($0, body: body) }
    demand(whole?.body == body, "content survives a round trip")
    demand(
      whole.map { EntryFormat.header(of: $0) } == header, "a head survives a round trip")
  }

  /// The first line of an entry with any head.
  private static func firstLine(head: [UInt8], body: [UInt8]) -> [UInt8] {
    let lengths = Array(" \(hex(head.count, digits: 8)) \(hex(body.count, digits: 16))\n".utf8)
    var checksum = Checksum()
    for part in [lengths, head] { checksum.update(part.span.bytes) }
    return Array("jpfetch response v3 \(hex(checksum.value, digits: 16))".utf8) + lengths
  }

  private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  private static let storedResponse = StoredResponse(
    url: "https://jsonplaceholder.typicode.com/users", status: 200, statusLine: "HTTP/2 200",
    verdict: .document,
    fields: [
      .init(name: "Cache-Control", value: "max-age=43200"), .init(name: "ETag", value: "W/\"1\""),
      .init(name: "Vary", value: "Accept, Origin"),
    ],
    variant: "0123456789abcdef0123456789abcdef", own: "",
    requested: HTTPDate(seconds: 1_760_000_000), received: HTTPDate(seconds: 1_760_000_001),
    isRedirected: false, body: Array("[]".utf8))
}
