extension String {
  /// The known word that this one was probably meant to be: the first that begins with it, or else
  /// the nearest of those that it becomes by inserting and removing at most two letters.
  func nearest(in known: [String]) -> String? {
    let letters = drop { $0 == "-" }.count
    let longer = known.first { letters > 0 && $0.hasPrefix(self) }
    let near = known.map { ($0, changes: $0.difference(from: self).count) }
      .filter { letters > 1 && $0.changes <= 2 }
    return longer ?? near.min { $0.changes < $1.changes }?.0
  }
}
