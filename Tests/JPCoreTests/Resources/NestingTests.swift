import TestSupport
import Testing

@testable import JPCore

/// JoinModelTests compares random lists with a naive join.
@Suite("Joining", .limited)
struct NestingTests {
  @Test(
    "The time to embed children grows linearly with the number of records",
    arguments: [false, true])
  func linear(hashed: Bool) throws {
    func seconds(toJoin count: Int) throws -> Double {
      let ids = (0..<count).map { hashed ? "\"k\($0)\"" : "\($0)" }
      let users = try records(ids.map { #"{"id":\#($0)}"# }, .users)
      let albums = try records(ids.reversed().map { #"{"id":\#($0),"userId":\#($0)}"# }, .albums)
      let start = secondsOfThisThread()
      let (joined, _) = users.embedding(Resource.users.embeddings(["albums"]), from: [albums])
      let end = secondsOfThisThread()
      #expect(joined.embedded[0].rows(ofParent: 0) == [UInt32(count - 1)])
      return end - start
    }
    // Sixteen times the records: 16 if it is linear, 256 if it is not.
    #expect(try seconds(toJoin: 16_000) / seconds(toJoin: 1000) < 64)
  }

  @Test("The time to find parents grows linearly with the number of records")
  func linearParents() throws {
    func seconds(toFindParentsOf count: Int) throws -> Double {
      let users = try records([#"{"id":1}"#], .users)
      let albums = try records((0..<count).map { #"{"id":\#($0),"userId":1}"# }, .albums)
      let (joined, _) = albums.embedding(Resource.albums.embeddings(["user"]), from: [users])
      let start = secondsOfThisThread()
      let parents = joined.embedded[0].records(embeddedIn: joined.shown)
      let end = secondsOfThisThread()
      #expect(parents.shown == [0])
      return end - start
    }
    // Sixteen times the records: 16 if it is linear, 256 if it is not.
    #expect(try seconds(toFindParentsOf: 16_000) / seconds(toFindParentsOf: 1000) < 64)
  }

  private func records(_ records: [String], _ resource: Resource) throws -> Records {
    let document = try JSONDocument("[\(records.joined(separator: ","))]")
    return try Records(document, of: resource)
  }
}
