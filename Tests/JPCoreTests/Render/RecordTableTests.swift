import TestSupport
import Testing

@testable import JPCore

@Suite("Widths of columns", .limited)
struct RecordTableTests {
  @Test(
    "Optional columns are left out, the least important first, until the table fits the width",
    arguments: [
      (200, [0, 1, 2, 3, 4, 5]), (44, [0, 1, 2, 3, 4, 5]), (43, [0, 1, 2, 4, 5]),
      (36, [0, 1, 2, 4, 5]), (35, [0, 1, 4, 5]), (26, [0, 1, 4, 5]), (25, nil),
    ] as [(Int, [Int]?)])
  func shown(width: Int, columns: [Int]?) {
    // 0, 1, 4 and 5 are named; 2 is more important than 3.
    let least = [4, 10, 8, 6, 4, 2]
    let shown = ColumnWidths.columnsThatFit(
      least, optional: [2, 3], extra: [], usual: least, to: width)
    #expect(shown == columns)
  }

  @Test(
    "An extra column is added when the others have their usual widths",
    arguments: [(200, [0, 1, 2]), (41, [0, 1, 2]), (40, [0, 1]), (16, [0, 1]), (15, [0])])
  func extra(width: Int, columns: [Int]) {
    let shown = ColumnWidths.columnsThatFit(
      [4, 10, 8], optional: [1], extra: [2], usual: [5, 24, 8], to: width)
    #expect(shown == columns)
  }

  @Test(
    "The widest columns are narrowed first, but none below its minimum width",
    arguments: [
      ([2, 10, 20], [2, 8, 8], 32, [2, 10, 20]), ([20, 2, 10], [8, 2, 8], 31, [19, 2, 10]),
      ([2, 10, 20], [2, 8, 8], 19, [2, 9, 8]), ([2, 5, 20], [4, 8, 8], 17, [2, 5, 10]),
      ([30, 25, 3], [8, 20, 4], 40, [17, 20, 3]), ([5, 1_000_000], [5, 8], 20, [5, 15]),
      ([], [], 5, []),
    ] as [([Int], [Int], Int, [Int])])
  func fitted(natural: [Int], least: [Int], room: Int, expected: [Int]) {
    #expect(ColumnWidths.widthsThatFit(natural, least: least, to: room) == expected)
  }
}
