import Foundation
import TestSupport
import Testing

@testable import JPCore

func fetcher(users: String = "[]", albums: String = "[]", photos: String = "[]") -> Fetcher {
  let texts = ["/users": users, "/albums": albums, "/photos": photos]
  return Fetcher(CannedTransport(texts.mapValues { .json($0) }), base: .sample)
}

extension Fetcher {
  /// The records of a query, and what did not fit together.
  func joined(_ query: RecordQuery) async throws -> (Records, [Irregularity]) {
    let fetched = try await records(query)
    return (fetched.value, fetched.irregularities)
  }
}

@Suite("Joining", .limited)
struct NestingTests {
  private let users: RecordQuery
  private let usersWithPhotos: RecordQuery

  init() throws {
    let resource = try #require(Resource.named("users"))
    users = RecordQuery(resource, embeddings: Embedding.tree(["albums"]))
    usersWithPhotos = RecordQuery(resource, embeddings: Embedding.tree(["albums.photos"]))
  }

  private func json(_ records: Records) -> String {
    String(
      decoding: OutputBuffer.bytes { RecordsJSON(.compact).write(records, to: &$0) },
      as: UTF8.self)
  }

  @Test(
    "Children are embedded in their parent as its last member, in their own order",
    arguments: [
      ("[]", "[]", "[]\n"),
      (#"[{"id":1}]"#, "[]", #"[{"id":1,"albums":[]}]"# + "\n"),
      (
        #"[{"id":2},{"x":0,"id":1}]"#,
        #"[{"id":9,"userId":1},{"id":8,"userId":2},{"id":7,"userId":1}]"#,
        #"[{"id":2,"albums":[{"id":8,"userId":2}]},"#
          + #"{"x":0,"id":1,"albums":[{"id":9,"userId":1},{"id":7,"userId":1}]}]"# + "\n"
      ),
      (  // keys that are strings, spelled with escapes
        #"[{"id":"é"},{"id":"b"}]"#, #"[{"id":1,"userId":"\u00e9"},{"id":2,"userId":"b"}]"#,
        #"[{"id":"é","albums":[{"id":1,"userId":"\u00e9"}]},"#
          + #"{"id":"b","albums":[{"id":2,"userId":"b"}]}]"#
          + "\n"
      ),
      (  // keys that are huge or negative
        #"[{"id":123456789012345678901},{"id":-5},{"id":0}]"#,
        #"[{"userId":123456789012345678901,"id":1},{"userId":-5,"id":2},{"userId":-0,"id":3}]"#,
        #"[{"id":123456789012345678901,"albums":[{"userId":123456789012345678901,"id":1}]},"#
          + #"{"id":-5,"albums":[{"userId":-5,"id":2}]},"#
          + #"{"id":0,"albums":[{"userId":-0,"id":3}]}]"# + "\n"
      ),
      (  // of a repeated name the last counts, escaped or not
        #"[{"id":1,"\u0069d":2}]"#, #"[{"id":1,"userId":1,"user\u0049d":2}]"#,
        #"[{"id":1,"\u0069d":2,"albums":[{"id":1,"userId":1,"user\u0049d":2}]}]"# + "\n"
      ),
      (  // a member that has the relation's name gives way to it
        #"[{"albums":"old","id":1,"z":[{}]}]"#, #"[{"id":1,"userId":1}]"#,
        #"[{"id":1,"z":[{}],"albums":[{"id":1,"userId":1}]}]"# + "\n"
      ),
    ])
  func nests(users: String, albums: String, expected: String) async throws {
    let (records, _) = try await fetcher(users: users, albums: albums).joined(self.users)
    #expect(json(records) == expected)
  }

  @Test("A string that spells an integer is joined with that integer, and reported")
  func keyTypes() async throws {
    let (records, irregularities) = try await fetcher(
      users: #"[{"id":1}]"#, albums: #"[{"id":3,"userId":"1"}]"#
    ).joined(users)
    #expect(json(records) == #"[{"id":1,"albums":[{"id":3,"userId":"1"}]}]"# + "\n")
    #expect(
      irregularities == [
        Irregularity(
          kind: .mixedKeys(.init(parent: "user", field: "userId", key: "1")), list: "albums",
          count: 1, first: "3")
      ])
    let (others, orphans) = try await fetcher(
      users: #"[{"id":1}]"#, albums: #"[{"id":3,"userId":"01"}]"#
    ).joined(users)
    #expect(json(others) == #"[{"id":1,"albums":[]}]"# + "\n")
    #expect(orphans.count == 2)
  }

  @Test("Orphans and repeated ids are counted, and the first is named")
  func irregularities() async throws {
    let (records, irregularities) = try await fetcher(
      users: #"[{"id":1},{"id":1}]"#,
      albums: #"[{"id":5,"userId":1},{"id":6,"userId":7},{"id":4,"userId":8}]"#,
      photos: #"[{"id":1,"albumId":5},{"id":3,"albumId":99}]"#
    ).joined(usersWithPhotos)
    #expect(
      irregularities == [
        Irregularity(kind: .repeatedIDs, list: "users", count: 1, first: "1"),
        Irregularity(
          kind: .orphans(.init(parent: "album", field: "albumId", key: "99")), list: "photos",
          count: 1, first: "3"),
        Irregularity(
          kind: .orphans(.init(parent: "user", field: "userId", key: "7")), list: "albums",
          count: 2, first: "6"),
      ])
    #expect(records.shown.count == 2)
  }

  @Test("A parent is embedded as one record, or as null")
  func parents() async throws {
    let query = RecordQuery(
      try #require(Resource.named("photos")), embeddings: Embedding.tree(["album.user"]))
    let (records, irregularities) = try await fetcher(
      users: #"[{"id":1}]"#, albums: #"[{"id":5,"userId":1},{"id":6,"userId":9}]"#,
      photos: #"[{"id":1,"albumId":5},{"id":2,"albumId":6},{"id":3,"albumId":7}]"#
    ).joined(query)
    #expect(
      json(records) == #"[{"id":1,"albumId":5,"album":{"id":5,"userId":1,"user":{"id":1}}},"#
        + #"{"id":2,"albumId":6,"album":{"id":6,"userId":9,"user":null}},"#
        + #"{"id":3,"albumId":7,"album":null}]"# + "\n")
    #expect(
      irregularities == [
        Irregularity(
          kind: .danglingReferences(.init(parent: "user", field: "userId", key: "9")),
          list: "albums", count: 1, first: "6"),
        Irregularity(
          kind: .danglingReferences(.init(parent: "album", field: "albumId", key: "7")),
          list: "photos", count: 1, first: "3"),
      ])
  }

  @Test("Sparse keys take no memory for their gaps")
  func sparseKeys() async throws {
    let (records, irregularities) = try await fetcher(
      users: #"[{"id":9223372036854775807},{"id":4000000000}]"#,
      albums: #"[{"id":1,"userId":4000000000},{"id":2,"userId":9223372036854775807}]"#
    ).joined(users)
    #expect(irregularities.isEmpty)
    #expect(records.embedded[0].rows(ofParent: 0) == [1])
    #expect(records.embedded[0].rows(ofParent: 1) == [0])
  }

  @Test("String keys are compared byte by byte, lone surrogates too")
  func canonicalEquivalence() async throws {
    let (records, irregularities) = try await fetcher(
      users: #"[{"id":"\u00e9"},{"id":"e\u0301"},{"id":"\ud800"},{"id":"\udfff"}]"#,
      albums:
        #"[{"id":1,"userId":"e\u0301"},{"id":2,"userId":"\udfff"},{"id":3,"userId":"\ufffd"}]"#
    ).joined(users)
    #expect((0...3).map { Array(records.embedded[0].rows(ofParent: $0)) } == [[], [0], [], [1]])
    #expect(irregularities.count == 1)
  }

  @Test("The time grows linearly with the number of records", arguments: [false, true])
  func linear(hashed: Bool) throws {
    let small = try time(toJoin: 2000, hashed: hashed)
    let large = try time(toJoin: 32_000, hashed: hashed)
    // Sixteen times the records: 16 if it is linear, 256 if it is not.
    #expect(large / small < 64)
  }

  /// The seconds that this thread computes for, whatever else the machine does.
  private func time(toJoin count: Int, hashed: Bool) throws -> Double {
    let ids = (0..<count).map { hashed ? "\"k\($0)\"" : "\($0)" }
    let lists = [
      ("users", ids.map { #"{"id":\#($0)}"# }),
      ("albums", ids.reversed().map { #"{"id":\#($0),"userId":\#($0)}"# }),
    ]
    let records = try lists.map { name, records in
      let document = try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))
      let resource = try #require(Resource.named(name))
      return try Records(document, of: resource, extent: .list)
    }
    let start = secondsOfThisThread()
    let (joined, _) = records[0].nesting(Embedding.tree(["albums"]), from: records)
    let end = secondsOfThisThread()
    #expect(joined.embedded[0].rows(ofParent: 0) == [UInt32(count - 1)])
    #expect(joined.embedded[0].rows(ofParent: count - 1) == [0])
    return end - start
  }
}
