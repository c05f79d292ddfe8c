import TestSupport
import Testing

@testable import JPCore

/// JoinModelTests compares random lists with a naive join.
@Suite("Joining", .limited)
struct NestingTests {
  @Test(
    "Children are embedded in their parent as its last member",
    arguments: [
      (  // of a repeated name the last counts, escaped or not
        #"[{"id":1,"\u0069d":2}]"#, #"[{"id":1,"userId":1,"user\u0049d":2}]"#,
        #"[{"id":1,"\u0069d":2,"albums":[{"id":1,"userId":1,"user\u0049d":2}]}]"#
      ),
      (  // a member that has the relation's name gives way to it
        #"[{"albums":"old","id":1,"z":[{}]}]"#, #"[{"id":1,"userId":1}]"#,
        #"[{"id":1,"z":[{}],"albums":[{"id":1,"userId":1}]}]"#
      ),
    ])
  func nests(users: String, albums: String, expected: String) async throws {
    let fetcher = fetcher(users: users, albums: albums)
    #expect(try await fetcher.joined(.users, with: "albums").json == expected)
  }

  /// ServerTests has the issues of embedded children.
  @Test("Missing parents and repeated ids are counted, and the first is named")
  func issues() async throws {
    let fetcher = fetcher(
      users: #"[{"id":1},{"id":2},{"id":1},{"id":2}]"#,
      albums: #"[{"id":5,"userId":1},{"id":6,"userId":7},{"id":4,"userId":8}]"#,
      photos: #"[{"id":1,"albumId":5},{"id":3,"albumId":99},{"id":2,"albumId":6}]"#)
    let user = DataIssue.Reference(parent: "user", field: "userId", key: "7")
    let album = DataIssue.Reference(parent: "album", field: "albumId", key: "99")
    #expect(
      try await fetcher.joined(.photos, with: "album.user").issues == [
        DataIssue(kind: .repeatedIDs, list: "users", count: 2, first: "1"),
        DataIssue(kind: .danglingReferences(user), list: "albums", count: 2, first: "6"),
        DataIssue(kind: .danglingReferences(album), list: "photos", count: 1, first: "3"),
      ])
  }

  @Test(
    "The time to embed children grows linearly with the number of records",
    arguments: [false, true])
  func linear(hashed: Bool) throws {
    func seconds(toJoin count: Int) throws -> Double {
      let ids = (0..<count).map { hashed ? "\"k\($0)\"" : "\($0)" }
      let users = ids.map { #"{"id":\#($0)}"# }
      let albums = ids.reversed().map { #"{"id":\#($0),"userId":\#($0)}"# }
      let documents = [try document(users), try document(albums)]
      let start = secondsOfThisThread()
      let lists = [
        try List(documents[0], of: .users), try List(documents[1], of: .albums),
      ]
      let join = Join(lists, linking: Resource.users.embeddings(["albums"]), of: .users)
      let end = secondsOfThisThread()
      let step = try #require(join.step(Resource.users.children[0], of: .users))
      #expect(step.rows(from: 0) == [UInt32(count - 1)])
      return end - start
    }
    // Sixteen times the records: 16 if it is linear, 256 if it is not.
    #expect(try seconds(toJoin: 16_000) / seconds(toJoin: 1000) < 64)
  }

  @Test("The time to find parents grows linearly with the number of records")
  func linearParents() throws {
    func seconds(toFindParentsOf count: Int) throws -> Double {
      let users = try List(document([#"{"id":1}"#]), of: .users)
      let records = (0..<count).map { #"{"id":\#($0),"userId":1}"# }
      let albums = try List(document(records), of: .albums)
      let user = try #require(Resource.albums.parent)
      let join = Join(
        [users, albums], linking: Resource.albums.embeddings(["user"]), of: .albums)
      let start = secondsOfThisThread()
      let parents = join.follow(user, from: Array(0..<count), of: .albums)
      let end = secondsOfThisThread()
      #expect(parents == [0])
      return end - start
    }
    // Sixteen times the records: 16 if it is linear, 256 if it is not.
    #expect(try seconds(toFindParentsOf: 16_000) / seconds(toFindParentsOf: 1000) < 64)
  }

  private func document(_ records: [String]) throws -> JSONDocument {
    try JSONDocument("[\(records.joined(separator: ","))]")
  }
}
