/// How wide the columns of a table are.
enum ColumnWidths {
  /// Between two columns.
  static let gap = 2

  /// What is left of a text at least: a character and `…`.
  private static let smallest = 2

  /// Shrinks columns until a line fits, always the widest one that may; numbers stay whole.
  ///
  /// - Parameters:
  ///   - natural: how wide each column's cells are.
  ///   - canShrink: whether a column may be cut.
  ///   - width: how many columns a line may have.
  static func fitted(_ natural: [Int], canShrink: [Bool], to width: Int) -> [Int] {
    var widths = natural
    var excess = natural.reduce(0, +) + gap * max(0, natural.count - 1) - width
    while excess > 0 {
      let candidates = widths.indices.filter { canShrink[$0] && widths[$0] > smallest }
      guard let widest = candidates.map({ widths[$0] }).max() else { break }
      // Down to the next one in one step, so that a huge cell doesn't take a step a column.
      let next = candidates.map { widths[$0] }.filter { $0 < widest }.max() ?? smallest
      let group = candidates.filter { widths[$0] == widest }
      let step = min(widest - max(next, smallest), (excess + group.count - 1) / group.count)
      for column in group where excess > 0 {
        let cut = min(step, excess)
        widths[column] -= cut
        excess -= cut
      }
    }
    return widths
  }
}
