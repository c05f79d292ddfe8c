extension JSONDocument {
  /// Whether it is an array without elements.
  package var isEmptyArray: Bool { root.kind == .array && children(at: 0).isEmpty }

  /// Whether no row has a field: the object, or each in the array.
  package var hasNoFields: Bool {
    var rows = [0]
    if root.kind == .array { rows = children(at: 0) }
    return rows.allSatisfy { children(at: $0).isEmpty }
  }

  /// Why there isn't a row for each element; `nil` for an array of objects, and for one object.
  package var mismatchOfRows: TypeMismatch? {
    switch root.kind {
    case .array:
      for (row, element) in children(at: 0).enumerated() where kind(at: element) != .object {
        return TypeMismatch(in: self, at: element, path: "[\(row)]", expected: .object)
      }
      return nil
    case .object: return nil
    default:
      let expected = TypeMismatch.Expectation.described("an object or a list of objects")
      return TypeMismatch(in: self, at: 0, path: "", expected: expected)
    }
  }
}
