extension String {
  /// This text with the scalars replaced for which `substitute` returns a text.
  package func escaping(_ substitute: (Unicode.Scalar) -> String?) -> String {
    escaping { scalar, _, _ in substitute(scalar) }
  }

  /// This text with the scalars replaced for which `substitute` returns a text.
  ///
  /// - Parameter substitute: called with each scalar, the one before it and all that follow.
  package func escaping(
    _ substitute: (Unicode.Scalar, Unicode.Scalar?, Substring.UnicodeScalarView) -> String?
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if let text = substitute(scalar, before, rest) {
        bytes += text.utf8
      } else {
        bytes += scalar.utf8
      }
      before = scalar
    }
    return String(utf8: bytes)
  }
}
