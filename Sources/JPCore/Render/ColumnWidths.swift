/// How wide the columns of a table are.
enum ColumnWidths {
  /// Between two columns.
  static let gap = 2

  /// The narrowest that a column is cut to: a character and `…`.
  private static let smallest = 2

  /// Shrinks the widest columns first, until a line fits or no column can shrink further.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's cells.
  ///   - canShrink: whether a column may be cut.
  ///   - width: the longest line, in terminal columns.
  static func fitted(_ natural: [Int], canShrink: [Bool], to width: Int) -> [Int] {
    var widths = natural
    var excess = natural.reduce(0, +) + gap * max(0, natural.count - 1) - width
    while excess > 0 {
      let candidates = widths.indices.filter { canShrink[$0] && widths[$0] > smallest }
      guard let widest = candidates.map({ widths[$0] }).max() else { break }
      // Straight down to the next width, so that a huge cell doesn't take one round for each
      // column.
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
