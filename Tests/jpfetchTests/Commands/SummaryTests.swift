import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("The line below a table")
struct SummaryTests {
  private static func stored(_ age: Duration) -> Source {
    let response = HTTPResponse(status: 200, body: [], url: "http://h/posts")
    return Source(response, origin: .fresh, storedAgo: age, age: age)
  }

  @Test("The line below a table leaves out empty parts")
  func parts() {
    let stored = [Self.stored(.seconds(119)), Self.stored(.seconds(3))]
    let counts: [(name: String, count: Int?)] = [("posts", 5), ("comments", 25), ("users", nil)]
    #expect(
      Summary.text(counts: counts, total: 100, sources: stored, rest: "more: body (--wide)")
        == "5 of 100 posts, 25 comments · cached 1m ago · more: body (--wide)")
    #expect(Summary.text(counts: [("posts", 1)], total: 1, sources: [], rest: nil) == "1 post")
    let old = [Self.stored(.seconds(7200))]
    #expect(Summary.text(counts: [], sources: old, rest: nil) == "cached 2h ago")
    #expect(Summary.text(counts: [], sources: [], rest: nil) == "")
  }

  @Test("--wide shows every field, the usual columns first")
  func wide() async throws {
    let posts = try await jpfetch("posts -n 1 --sample --wide")
    #expect(posts.text.hasPrefix("id  userId  title"))
    #expect(posts.text.prefix { $0 != "\n" }.hasSuffix("body"))
    let users = try await jpfetch("users -n 1 -e none --sample --wide")
    let titles = users.text.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
    #expect(
      titles == [
        "id", "name", "username", "email", "city", "company", "street", "suite", "zipcode", "lat",
        "lng", "phone", "website", "catchPhrase", "bs",
      ])
  }
}
