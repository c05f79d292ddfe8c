@testable import JPCore

extension FuzzTarget {
  /// Parses files of stored responses. A parsed response survives a round trip.
  ///
  /// An input is a first line, or a head and content separated by an empty line: the target adds
  /// the checksums, which random changes would never get right.
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
      _ = try? EntryFormat.lengths(in: Array(input.prefix(EntryFormat.firstLineBytes)))
      let end = input.indices.first { input[$0...].starts(with: [.lineFeed, .lineFeed]) }
      let (head, body) = (input[..<(end ?? input.endIndex)], input.dropFirst((end ?? 0) + 2))
      check(head: Array(head), body: Array(body))
    })

  private static func check(head: [UInt8], body: [UInt8]) {
    let line = EntryFormat.firstLine(before: head, bodyBytes: body.count)
    let lengths = try? EntryFormat.lengths(in: line)
    demand(
      lengths?.head == head.count && lengths?.body == body.count, "a first line gives its lengths")
    guard let (read, _) = EntryFormat.response(head) else { return }
    let response = StoredResponse(
      url: read.url, status: read.status, statusLine: read.statusLine, verdict: read.verdict,
      fields: read.fields, variant: read.variant, userFields: read.userFields,
      requested: read.requested,
      received: read.received, isRedirected: read.isRedirected, body: body)
    let header = EntryFormat.header(of: response)
    var again = EntryFormat.response(Array(header.dropFirst(EntryFormat.firstLineBytes)))?.0
    again?.body = body
    demand(again == response, "a response survives a round trip")
  }

  private static let storedResponse = StoredResponse(
    url: "https://jsonplaceholder.typicode.com/users", status: 200, statusLine: "HTTP/2 200",
    verdict: .document,
    fields: [
      .init(name: "Cache-Control", value: "max-age=43200"), .init(name: "ETag", value: "W/\"1\""),
      .init(name: "Vary", value: "Accept, Origin"),
    ],
    variant: "0123456789abcdef0123456789abcdef", userFields: "",
    requested: HTTPDate(seconds: 1_760_000_000), received: HTTPDate(seconds: 1_760_000_001),
    isRedirected: false, body: Array("[]".utf8))
}
