extension String {
  /// Whether the text contains these bytes.
  ///
  /// The standard library's search for a substring is in its regular-expression module, which adds
  /// 2.2 MB to a static program of 14.9 MB.
  package func contains(ascii part: StaticString) -> Bool {
    let part = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
    var rest = utf8[...]
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
