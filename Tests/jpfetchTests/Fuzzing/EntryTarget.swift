@testable import JPCore

extension FuzzTarget {
  /// Parses files of stored responses. A parsed response survives a round trip.
  ///
  /// An input is a file, or what follows its first line: the target adds the checksum, which random
  /// changes would never get right.
  static let entry = FuzzTarget(
    name: "entry",
    seeds: {
      [
        Array("jpfetch response v7 0123456789abcdef\nurl: x\n\n[]".utf8),
        Array(
          """
          url: https://jsonplaceholder.typicode.com/users
          user-fields: accept,x-tenant
          user-fields-digest: x
          user-fields:
          status: 200
          requested: 1760000000
          received: 1760000001
          redirected: true
          line: HTTP/2 200
          field: ETag: W/"1"
          field: Vary: Accept, Origin

          []
          """.utf8),
      ]
    },
    run: { input in
      check(file: input)
      let end = input.indices.first { input[$0...].starts(with: [.lineFeed, .lineFeed]) }
      guard let end else { return }
      let (head, content) = (input[..<(end + 2)], input[(end + 2)...])
      check(file: EntryFile.firstLine(before: head, content) + input)
    })

  private static func check(file: [UInt8]) {
    guard let end = EntryFile.lengthOfHead(in: file),
      let response = EntryFile.parse(head: file[..<end], content: Array(file[end...]))
    else { return }
    let head = EntryFile.headBytes(of: response)
    let again = EntryFile.parse(head: head[...], content: response.response.body)
    demand(again == response, "a response survives a round trip")
  }
}
