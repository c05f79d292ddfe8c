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

  @Test(
    "The line below a table leaves out its last parts until it fits the terminal",
    arguments: [
      (80, "5 of 100 posts, 25 comments · cached 1m ago · more: body, phone (--wide)"),
      (71, "5 of 100 posts, 25 comments · cached 1m ago · more: 2 fields (--wide)"),
      (68, "5 of 100 posts, 25 comments · cached 1m ago"),
      (42, "5 of 100 posts, 25 comments"), (26, "5 of 100 posts"), (13, "5 of 100 pos…"),
      (nil, "5 of 100 posts, 25 comments · cached 1m ago · more: body, phone (--wide)"),
    ] as [(Int?, String)])
  func width(width: Int?, line: String) {
    let summary = Summary(
      counts: [("posts", 5), ("comments", 25), ("users", nil)], total: 100,
      sources: [Self.stored(.seconds(119)), Self.stored(.seconds(3))],
      omission: .columns(["body", "phone"]))
    #expect(summary.text(width: width) == line)
  }

  @Test("The line below a table leaves out empty parts")
  func parts() {
    let all = Summary(counts: [("posts", 1)], total: 1, sources: [], omission: nil)
    #expect(all.text(width: 80) == "1 post")
    let single = Summary(counts: [], sources: [Self.stored(.seconds(7200))], omission: nil)
    #expect(single.text(width: 80) == "cached 2h ago")
    let tree = Summary(counts: [("users", 2)], total: 10, sources: [], omission: .branches)
    #expect(tree.text(width: 80) == "2 of 10 users · folded: --wide shows all")
    #expect(Summary(counts: [], sources: [], omission: nil).text(width: 80) == "")
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
