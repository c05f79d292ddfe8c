extension String {
  /// The known word that this one was probably meant to be: the first that begins with it, or else
  /// the nearest of those that it becomes by inserting and removing at most two letters.
  func nearest(in known: [String]) -> String? {
    let letters = drop { $0 == "-" }.count
    if letters == 0 { return nil }
    if let longer = known.first(where: { $0.hasPrefix(self) }) { return longer }
    if letters == 1 { return nil }
    var nearest: String?
    var fewestChanges = 3
    // Words of other lengths aren't measured: that takes time by the square of the length.
    for word in known where abs(word.count - count) <= 2 {
      let changes = word.difference(from: self).count
      if changes < fewestChanges {
        nearest = word
        fewestChanges = changes
      }
    }
    return nearest
  }
}
