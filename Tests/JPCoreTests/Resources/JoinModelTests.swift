import TestSupport
import Testing

@testable import JPCore

@Suite("Joining, compared with a naive join of random lists", .limited)
struct JoinModelTests {
  private func summary(_ issue: DataIssue) -> String {
    switch issue.kind {
    case .repeatedIDs: "\(issue.count) \(issue.list) repeat"
    case .orphans: "\(issue.count) \(issue.list) without a parent"
    case .leftOutWithParent: "\(issue.count) \(issue.list) left out with their parent"
    case .danglingReferences, .misfits, .unusableStore: "\(issue)"
    }
  }

  @Test(
    "Records, their order and their issues are those of the naive join",
    arguments: Seed.seeds(8, all: 500))
  func equalsModel(seed: Seed) async throws {
    func list(_ records: [JoinModel.Record]) -> String {
      "[" + records.map { "{\($0.members)}" }.joined(separator: ",") + "]"
    }
    var random = seed.numbers
    for _ in 0..<20 {
      let model = JoinModel(&random)
      let fetcher = fetcher(
        users: list(model.users), albums: list(model.albums), photos: list(model.photos))
      let tree = try await fetcher.joined(.users, with: "albums.photos")
      try #require(difference(between: tree.json, and: model.tree) == nil, "\(seed)")
      let issues = tree.issues.map { issue in summary(issue) }.sorted()
      try #require(issues == model.issues, "\(seed): \(model)")
      let parents = try await fetcher.joined(.photos, with: "album.user")
      try #require(difference(between: parents.json, and: model.parents) == nil, "\(seed)")
    }
  }
}
