extension Array where Element: Equatable {
  /// The elements without repetitions, in quadratic time.
  package var eachOnce: [Element] {
    var elements: [Element] = []
    for element in self where !elements.contains(element) { elements.append(element) }
    return elements
  }
}
