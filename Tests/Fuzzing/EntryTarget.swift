@testable import JPCore

extension FuzzTarget {
  /// Stored responses as they stand in a file: what is read is written and read again as it was.
  ///
  /// An input is an entry, or its head and content with an empty line between them: nothing behind
  /// a checksum would ever be reached by changing bytes.
  static let entry = FuzzTarget(
    name: "entry",
    seeds: {
      let response = storedResponse
      return [
        EntryFormat.header(of: response) + response.body,
        Array(EntryFormat.header(of: response).dropFirst(EntryFormat.firstLineBytes))
          + [.lineFeed] + response.body,
        Array("url: x\nstatus: 200\nrequested: 0\nreceived: 0\nredirected: true\n\n".utf8),
      ]
    },
    run: { input in
      let line = input.prefix(EntryFormat.firstLineBytes)
      if let first = try? EntryFormat.firstLine(line) {
        let rest = input.dropFirst(line.count)
        let (head, body) = (rest.prefix(first.headBytes), rest.dropFirst(first.headBytes))
        _ = try? EntryFormat.response(firstLine: line, head: Array(head), body: Array(body))
      }
      let end = input.indices.first { input[$0...].starts(with: [.lineFeed, .lineFeed]) }
      let (head, body) = (input[..<(end ?? input.endIndex)], input.dropFirst((end ?? 0) + 2))
      check(head: Array(head), body: Array(body))
    })

  private static func check(head: [UInt8], body: [UInt8]) {
    let response = try? EntryFormat.response(head: head, body: body)
    let line = firstLine(head: head, body: body)
    let checked = try? EntryFormat.response(firstLine: line[...], head: head, body: body)
    demand(checked == response, "a right checksum changes nothing")
    guard let response else { return }
    let header = EntryFormat.header(of: response)
    let again = try? EntryFormat.response(
      firstLine: header.prefix(EntryFormat.firstLineBytes),
      head: Array(header.dropFirst(EntryFormat.firstLineBytes)), body: response.body)
    demand(again == response, "what is written is read as it was")
  }

  /// The first line of an entry, whatever its head is.
  private static func firstLine(head: [UInt8], body: [UInt8]) -> [UInt8] {
    let lengths = Array(" \(hex(head.count, digits: 8)) \(hex(body.count, digits: 16))\n".utf8)
    var checksum = Checksum()
    for part in [lengths, head, body] { checksum.update(part.span.bytes) }
    return Array("jpfetch response v1 \(hex(checksum.value, digits: 16))".utf8) + lengths
  }

  private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  private static let storedResponse = StoredResponse(
    url: "https://jsonplaceholder.typicode.com/users", status: 200,
    fields: [
      .init(name: "Cache-Control", value: "max-age=43200"), .init(name: "ETag", value: "W/\"1\""),
      .init(name: "Vary", value: "Accept, Origin"),
    ],
    nominatedFields: [
      .init(name: "accept", value: "application/json"), .init(name: "origin", value: ""),
    ],
    requested: HTTPDate(seconds: 1_760_000_000), received: HTTPDate(seconds: 1_760_000_001),
    isRedirected: false, body: Array("[]".utf8))
}
