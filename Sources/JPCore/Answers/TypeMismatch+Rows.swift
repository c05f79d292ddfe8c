extension JSONDocument {
  /// Why there isn't a row for each element; `nil` for an array of objects, and for one object that
  /// holds no such array.
  package var mismatchOfRows: TypeMismatch? {
    switch root.kind {
    case .array:
      let elements = children(at: 0).enumerated()
      return elements.first { kind(at: $1) != .object }.map { place, element in
        TypeMismatch(in: self, at: element, path: "[\(place)]", expected: .object)
      }
    case .object where listMember == nil: return nil
    default: return TypeMismatch(in: self, at: 0, path: "", expected: .array)
    }
  }

  /// The name of the outermost object's first member that is an array of objects.
  var listMember: String? {
    guard root.kind == .object else { return nil }
    let member = children(at: 0).first { member in
      kind(at: member) == .array && children(at: member).contains { kind(at: $0) == .object }
    }
    return member.map { name(at: $0) }
  }
}
