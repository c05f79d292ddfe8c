import TestSupport
import Testing

@Suite("Names of fields, columns and members", .limited)
struct FieldNameTests {
  @Test(
    "A column is titled with a word that -F, -w and -S take",
    arguments: [
      ("users", "albums.photos,posts.comments,todos"), ("albums", "photos,user"),
      ("photos", "album.user"), ("posts", "comments,user"), ("comments", "post.user"),
      ("todos", "user"),
    ])
  func titles(resource: String, relations: String) async throws {
    let table = try await jpfetch("\(resource) -n 1 -e \(relations) --wide", fromSampleFiles)
    let header = try #require(table.text.split(separator: "\n").first)
    let titles = header.split(separator: "  ").map { $0.filter { $0 != " " } }
    #expect(titles.count > 3)
    for title in titles {
      var condition = "\(title) = 1"
      if title == "completed" { condition = title }
      let outcome = try await jpfetch(
        "\(resource) -F \(title) -S \(title) -w", [condition] + fromSampleFiles)
      outcome.expect(status: 0)
    }
  }
}
