extension String {
  /// The known word that this one was probably meant to be: at most two typing errors away, or
  /// beginning with this one. Of fewer than five letters only one may be wrong. The nearest
  /// counts, of equally near ones the first.
  func nearest(in known: [String]) -> String? {
    let letters = drop { $0 == "-" }
    let near = known.map { ($0, editDistance(to: $0)) }.filter { _, distance in
      distance <= Swift.min(letters.count > 4 ? 2 : 1, letters.count - 1)
    }
    let nearest = near.min { $0.1 < $1.1 }?.0
    return nearest ?? (letters.isEmpty ? nil : known.first { $0.hasPrefix(self) })
  }

  /// How many insertions, deletions, replacements and swaps of neighbours turn this into another
  /// word (optimal string alignment).
  private func editDistance(to other: String) -> Int {
    let (one, other) = (Array(self), Array(other))
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let replaced = last[column] + (one[row] == other[column] ? 0 : 1)
        var best = Swift.min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = Swift.min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[other.count]
  }
}
