/// Which columns of a table are shown, and how wide they are.
enum ColumnWidths {
  /// Between two columns.
  static let gap = 2

  /// The narrowest that a column is cut to.
  private static let smallest = 8

  /// The narrowest that a name or title is cut to.
  private static let smallestLabel = 12

  /// Drops whole columns before anything is cut: the least important first, and each only where it
  /// doesn't fit.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's cells.
  ///   - ranks: how important each column is; 0 is the most important one, 1 the label. These two
  ///     are always shown.
  ///   - width: the longest line, in terminal columns.
  /// - Returns: the shown columns in their order, and the width of each. Only the label may be
  ///   narrower than its cells.
  static func chosen(
    _ natural: [Int], ranks: [Int], to width: Int
  ) -> (columns: [Int], widths: [Int]) {
    let byRank = natural.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    var shown: [Int] = []
    var used = -gap
    for column in byRank where ranks[column] < 2 || used + gap + natural[column] <= width {
      shown.append(column)
      used += gap + natural[column]
    }
    let widths = shown.sorted().map { column in
      let room = max(smallestLabel, natural[column] - max(0, used - width))
      return ranks[column] == 1 ? min(natural[column], room) : natural[column]
    }
    return (shown.sorted(), widths)
  }

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
