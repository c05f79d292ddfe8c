extension String {
  /// The known word that this one was probably meant to be: the first that begins with it, or else
  /// the nearest of those that it becomes by inserting and removing at most two letters.
  func nearest(in known: [String]) -> String? {
    let letters = drop { $0 == "-" }.count
    let longer = known.first { letters > 0 && $0.hasPrefix(self) }
    if let longer { return longer }
    var nearest: (word: String, changes: Int)?
    // Words of other lengths aren't measured: that takes time by the square of the length.
    for word in known where letters > 1 && abs(word.count - count) <= 2 {
      let changes = word.difference(from: self).count
      if changes <= 2, changes < nearest?.changes ?? .max { nearest = (word, changes) }
    }
    return nearest?.word
  }
}
