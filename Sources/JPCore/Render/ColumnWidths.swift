/// Which columns of a table are shown, and how wide they are.
enum ColumnWidths {
  /// The number of spaces between two columns.
  static let gap = 2

  /// The columns for which a line has room. Only their least widths count, so the choice doesn't
  /// depend on the rows.
  ///
  /// - Parameters:
  ///   - optional: the columns that may be left out, the most important first.
  ///   - extra: further columns, which are shown if all others have their usual widths.
  ///   - usual: the width of each column that most values need.
  static func columnsThatFit(
    _ least: [Int], optional: [Int], extra: [Int], usual: [Int], to width: Int
  ) -> [Int]? {
    var shown = Set(least.indices).subtracting(optional + extra)
    var room = width + gap
    for column in shown { room -= least[column] + gap }
    if room < 0 { return nil }
    for column in optional {
      room -= least[column] + gap
      if room < 0 { return shown.sorted() }
      shown.insert(column)
    }
    room = width + gap
    for column in shown { room -= usual[column] + gap }
    for column in extra {
      room -= least[column] + gap
      if room < 0 { break }
      shown.insert(column)
    }
    return shown.sorted()
  }

  /// Makes columns narrower until they fit: the widest first, and none narrower than its least
  /// width.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's widest cell.
  ///   - least: the least width of each column.
  ///   - room: the width for all columns together, without the gaps; at least the sum of the least
  ///     widths.
  static func widthsThatFit(_ natural: [Int], least: [Int], to room: Int) -> [Int] {
    func widths(limit: Int) -> [Int] {
      zip(natural, least).map { natural, least in min(natural, max(least, limit)) }
    }
    // The largest limit with which the columns fit is between these two.
    var limit = 0
    var tooWide = (natural.max() ?? 0) + 1
    while tooWide - limit > 1 {
      let middle = (limit + tooWide) / 2
      let sum = widths(limit: middle).reduce(0, +)
      if sum <= room {
        limit = middle
      } else {
        tooWide = middle
      }
    }
    var widths = widths(limit: limit)
    var rest = room - widths.reduce(0, +)
    for column in widths.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }
}
