extension JSONDocument {
  /// A value that doesn't have the type that a shape gives.
  package struct Misfit: Sendable {
    /// The object that contains it.
    let object: UInt32
    /// The value's index; the object's that should have it if it is missing.
    let index: UInt32
    /// The shape's member; `nil` if the object itself is not an object.
    let member: ObjectShape.Member?
  }

  /// Compares objects with a shape, one pass over each.
  ///
  /// Members that the shape doesn't have are ignored; if a name is repeated, the last member
  /// counts.
  ///
  /// - Parameters:
  ///   - required: the members that may be neither missing nor `null`.
  ///   - continueAfter: receives the first misfit of each object that has one, and returns whether
  ///     to look at the following objects.
  /// - Returns: for each object, the values of the shape's columns.
  func compare(
    objectsAt objects: [UInt32], with shape: ObjectShape, requiring required: ObjectShape.Required,
    continueAfter: (Misfit) -> Bool
  ) -> [IntegerOrIndex] {
    let columnCount = shape.columnCount
    var notes = [IntegerOrIndex](repeating: .none, count: objects.count * columnCount)
    withView { view in
      shape.members.withUnsafeBufferPointer { members in
        notes.withUnsafeMutableBufferPointer { notes in
          let scan = ShapeScan(view: view, required: required, notes: notes)
          for (row, object) in objects.enumerated() {
            let misfit = scan.misfit(inObjectAt: Int(object), members, row &* columnCount)
            guard let (index, member) = misfit else { continue }
            let found = Misfit(object: object, index: UInt32(index), member: member?.pointee)
            guard continueAfter(found) else { return }
          }
        }
      }
    }
    return notes
  }
}

/// Compares one object at a time. Hot code, hence the pointers: it looks at every member of every
/// record. Rare paths are not inlined.
private struct ShapeScan {
  typealias Members = UnsafeBufferPointer<ObjectShape.Member>
  typealias Member = UnsafePointer<ObjectShape.Member>
  /// A value's index, and the shape's member.
  typealias Misfit = (index: Int, member: Member?)

  let view: JSONDocument.View
  let required: ObjectShape.Required
  /// Those of each object together.
  let notes: UnsafeMutableBufferPointer<IntegerOrIndex>

  /// The first value in an object that doesn't fit, or the object itself.
  ///
  /// Servers send members in the same order again and again, so a name is first compared with the
  /// member after the last one found.
  ///
  /// - Parameter firstNote: the index of the outermost object's first note.
  @inline(never)
  func misfit(inObjectAt index: Int, _ members: Members, _ firstNote: Int) -> Misfit? {
    let object = view.nodes[index]
    guard view.opening(of: object) == .leftBrace, let first = members.baseAddress else {
      return (index, nil)
    }
    let end = first + members.count
    var expected = first
    var found: UInt64 = 0
    for child in view.children(at: index) {
      let node = view.nodes[child]
      if expected == end || !view.hasName(expected.pointee.name, at: node) {
        guard let other = member(of: node, in: members) else { continue }
        expected = other
      }
      let member = expected
      expected = member + 1
      found |= member.pointee.bit
      guard let note = note(on: child, node, member) else {
        if isRepeated(member, after: node, until: object.next) { continue }
        return (child, member)
      }
      if let column = member.pointee.column { notes[firstNote &+ column] = note }
      guard member.pointee.type == .object else { continue }
      let inner = misfit(inInnerObjectAt: child, member, firstNote)
      if let inner, !isRepeated(member, after: node, until: object.next) { return inner }
    }
    let missing = members.indices.first {
      found & members[$0].bit == 0 && isRequired(first + $0)
    }
    return missing.map { (index, first + $0) }
  }

  /// - Parameter index: the index of an object or `null`.
  private func misfit(
    inInnerObjectAt index: Int, _ member: Member, _ firstNote: Int
  ) -> Misfit? {
    guard view.opening(of: view.nodes[index]) == .leftBrace else { return nil }
    return member.pointee.children.withUnsafeBufferPointer {
      misfit(inObjectAt: index, $0, firstNote)
    }
  }

  @inline(never)
  private func member(of node: JSONNode, in members: Members) -> Member? {
    let place = members.indices.first { view.hasName(members[$0].name, at: node) }
    return place.flatMap { place in members.baseAddress.map { $0 + place } }
  }

  /// What to note on a value; `nil` if it doesn't fit.
  @inline(__always)
  private func note(on value: Int, _ node: JSONNode, _ member: Member) -> IntegerOrIndex? {
    let type = member.pointee.type
    switch view.opening(of: node) {
    case .quote where type == .string, .leftBrace where type == .object,
      "t" where type == .boolean, "f" where type == .boolean:
      return IntegerOrIndex(index: value)
    case "n": return isRequired(member) ? nil : IntegerOrIndex.none
    default:
      guard type == .integer else { return nil }
      return smallInteger(node).map { IntegerOrIndex(integer: $0) }
        ?? (view.isInteger(node) ? IntegerOrIndex(index: value) : nil)
    }
  }

  /// Short integers, such as ids, are noted by value.
  @inline(__always)
  private func smallInteger(_ node: JSONNode) -> Int32? {
    guard node.end &- node.start <= IntegerOrIndex.maxDigits else { return nil }
    var value: Int32 = 0
    for digit in view.slice(node.start, node.end) {
      guard digit.isDigit else { return nil }
      value = value &* 10 &+ Int32(digit &- .zero)
    }
    return value
  }

  @inline(never)
  private func isRequired(_ member: Member) -> Bool {
    switch required {
    case .columns(let count): member.pointee.column.map { $0 < count } ?? false
    case .all: true
    }
  }

  /// Whether another member of the same name follows; that one counts instead.
  @inline(never)
  private func isRepeated(_ member: Member, after node: JSONNode, until end: UInt32) -> Bool {
    var later = node.next
    while later < end {
      let node = view.nodes[Int(later)]
      if view.hasName(member.pointee.name, at: node) { return true }
      later = node.next
    }
    return false
  }
}
