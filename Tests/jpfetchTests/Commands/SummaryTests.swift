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
    let amounts = ["5 of 100 posts", "25 comments"]
    #expect(
      Summary.text(amounts, sources: stored, rest: "more: body (--wide)")
        == "5 of 100 posts, 25 comments · cached 1m ago · more: body (--wide)")
    let old = [Self.stored(.seconds(7200))]
    #expect(Summary.text([], sources: old, rest: nil) == "cached 2h ago")
    #expect(Summary.text([], sources: [], rest: nil) == "")
  }

  @Test(
    "The amount says how many are shown, how many match and how many there are",
    arguments: [
      (5, 29, 100, true, 0, "5 of 29 posts that match, 100 in all"),
      (29, 29, 100, true, 0, "29 posts that match, 100 in all"),
      (1, 1, 100, true, 0, "1 post that matches, 100 in all"),
      (0, 29, 100, true, 40, "0 of 29 posts that match, 100 in all (--skip 40)"),
      (0, 0, 100, true, 5, "no posts match"), (0, 0, 0, true, 0, "no posts"),
      (5, 100, 100, false, 0, "5 of 100 posts"), (1, 1, 1, false, 0, "1 post"),
      (0, 100, 100, false, 100, "0 of 100 posts (--skip 100)"),
      (0, 100, 100, false, 0, "0 of 100 posts"), (0, 0, 0, false, 3, "no posts"),
      // A record that was left out doesn't match anything.
      (9, 9, 10, false, 0, "9 of 10 posts"),
    ])
  func amounts(
    shown: Int, matching: Int, total: Int, isFiltered: Bool, skip: Int, words: String
  ) {
    let amount = RecordAmount(
      list: "posts", shown: shown, matching: matching, total: total, isFiltered: isFiltered,
      skip: skip)
    #expect(amount.inWords == words)
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
