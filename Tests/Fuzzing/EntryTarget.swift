@testable import JPCore

extension FuzzTarget {
  /// Parses files of stored responses. A parsed response survives a round trip.
  ///
  /// An input is a first line, or a head and content separated by an empty line: the target adds
  /// the checksums, which random changes would never get right.
  static let entry = FuzzTarget(
    name: "entry",
    seeds: {
      [
        EntryFormat.firstLine(before: [], bodyBytes: 2),
        Array(
          """
          url: https://jsonplaceholder.typicode.com/users
          status: 200
          verdict: refusal
          requested: 1760000000
          received: 1760000001
          redirected: true
          order: 7
          variant: 0123456789abcdef0123456789abcdef
          own: x
          content: 0000000000000000
          line: HTTP/2 200
          field: ETag: W/"1"
          field: Vary: Accept, Origin

          []
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
    guard var response = EntryFormat.response(head)?.0 else { return }
    response.body = body
    let header = EntryFormat.header(of: response)
    var again = EntryFormat.response(Array(header.dropFirst(EntryFormat.firstLineBytes)))?.0
    again?.body = body
    demand(again == response, "a response survives a round trip")
  }
}
