extension JSONDocument {
  /// Finds the last member with a name; `nil` without one, or if the value is not an object.
  func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    withView { $0.member(named: name, ofObjectAt: object) }
  }

  /// Finds the last member of a name in each of several values.
  func members(named name: MemberName, ofValuesAt values: [UInt32?]) -> [UInt32?] {
    withView { view in
      values.map { value in
        value.flatMap { view.member(named: name, ofObjectAt: Int($0)) }.map { UInt32($0) }
      }
    }
  }
}

extension JSONDocument.View {
  fileprivate func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    guard opening(of: nodes[object]) == .leftBrace else { return nil }
    var found: Int?
    for child in children(at: object) where hasName(name, at: nodes[child]) { found = child }
    return found
  }
}
