import TestSupport
import Testing

@testable import JPCore

@Suite("Trees on a terminal", .limited)
struct RecordTreeTests {
  @Test(
    "A tree leaves out the rest of a branch only if that is more than one record",
    arguments: [(6, false), (7, true)])
  func foldedBranch(count: Int, isFolded: Bool) async throws {
    let photos = (1...count).map { #"{"id":\#($0),"albumId":1,"title":"t"}"# }
    let records = try await records(
      of: .albums, ["photos"], albums: #"[{"id":1,"userId":1,"title":"a"}]"#,
      photos: "[\(photos.joined(separator: ","))]")
    var tree = try RecordTree(records, style: TextStyle(width: 80))
    let lines = printed { tree.write(to: &$0) }.split(separator: "\n")
    #expect(tree.isFolded == isFolded)
    #expect(lines.count == 7)
    #expect(lines.last == (isFolded ? "└── … 2 more photos" : "└── 6 t"))
  }
}
