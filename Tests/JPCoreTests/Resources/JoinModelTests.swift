import TestSupport
import Testing

@testable import JPCore

@Suite("Joining, compared with a naive join of random lists", .limited)
struct JoinModelTests {
  private func joined(
    _ model: JoinModel, _ name: String, with path: String
  ) async throws -> (String, [Irregularity]) {
    func list(_ records: [JoinModel.Record]) -> String {
      "[" + records.map { "{\($0.members)}" }.joined(separator: ",") + "]"
    }
    let resource = try #require(Resource.named(name))
    let (records, irregularities) = try await fetcher(
      users: list(model.users), albums: list(model.albums), photos: list(model.photos)
    ).joined(RecordQuery(resource, embeddings: Embedding.tree([path])))
    let bytes = OutputBuffer.bytes { RecordsJSON(.compact).write(records, to: &$0) }
    return (String(decoding: bytes, as: UTF8.self), irregularities)
  }

  private func inWords(_ irregularity: Irregularity) -> String {
    switch irregularity.kind {
    case .repeatedIDs: "\(irregularity.count) \(irregularity.list) repeat"
    case .orphans: "\(irregularity.count) \(irregularity.list) without a parent"
    case .mixedKeys: "\(irregularity.count) \(irregularity.list) by text"
    case .danglingReferences, .misfits, .unusableStore: "\(irregularity)"
    }
  }

  @Test(
    "Records, places and irregularities are those of the naive join",
    arguments: Seed.seeds(8, all: 500))
  func equalsModel(seed: Seed) async throws {
    var random = seed.numbers
    for _ in 0..<20 {
      let model = JoinModel(&random)
      let (tree, irregularities) = try await joined(model, "users", with: "albums.photos")
      try #require(tree == model.tree, "\(seed)")
      let told = irregularities.map { inWords($0) }.sorted()
      try #require(told == model.irregularities, "\(seed): \(model)")
      let (parents, _) = try await joined(model, "photos", with: "album.user")
      try #require(parents == model.parents, "\(seed)")
    }
  }
}
