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
        EntryFile.firstLine(before: [], bodyBytes: 2),
        Array(
          """
          url: https://jsonplaceholder.typicode.com/users
          user-fields: accept,x-tenant
          user-fields-digest: x
          vary-digest: 0123456789abcdef0123456789abcdef
          status: 200
          requested: 1760000000
          received: 1760000001
          redirected: true
          content: 0000000000000000
          line: HTTP/2 200
          field: ETag: W/"1"
          field: Vary: Accept, Origin

          []
          """.utf8),
      ]
    },
    run: { input in
      _ = try? EntryFile.lengths(in: Array(input.prefix(EntryFile.firstLineBytes)))
      let end = input.indices.first { input[$0...].starts(with: [.lineFeed, .lineFeed]) }
      let (head, body) = (input[..<(end ?? input.endIndex)], input.dropFirst((end ?? 0) + 2))
      check(head: Array(head), body: Array(body))
    })

  private static func check(head: [UInt8], body: [UInt8]) {
    let line = EntryFile.firstLine(before: head, bodyBytes: body.count)
    let lengths = try? EntryFile.lengths(in: line)
    demand(
      lengths?.head == head.count && lengths?.body == body.count, "a first line gives its lengths")
    guard var response = EntryFile.parse(head)?.0 else { return }
    response.body = body
    let header = EntryFile.header(of: response)
    var again = EntryFile.parse(Array(header.dropFirst(EntryFile.firstLineBytes)))?.0
    again?.body = body
    demand(again == response, "a response survives a round trip")
  }
}
