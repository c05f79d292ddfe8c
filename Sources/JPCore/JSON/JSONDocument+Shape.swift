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
    let cellCount = objects.count * columnCount
    var columns = [IntegerOrIndex](repeating: .none, count: cellCount)
    withView { view in
      shape.members.withUnsafeBufferPointer { members in
        columns.withUnsafeMutableBufferPointer { columns in
          let scan = ShapeScan(view: view, required: required, columns: columns)
          for (row, object) in objects.enumerated() {
            let row = ShapeScan.Row(object: object, start: row &* columnCount)
            guard let misfit = scan.misfit(inObjectAt: Int(object), members, row) else { continue }
            guard continueAfter(misfit) else { return }
          }
        }
      }
    }
    return columns
  }
}

/// Compares one object at a time. Hot code, hence the pointers: it looks at every member of every
/// record. Rare paths are not inlined.
private struct ShapeScan {
  typealias Members = UnsafeBufferPointer<ObjectShape.Member>
  typealias Member = UnsafePointer<ObjectShape.Member>
  typealias Misfit = JSONDocument.Misfit

  /// An outermost object, and where its values begin in ``columns``.
  struct Row {
    let object: UInt32
    let start: Int
  }

  let view: JSONDocument.View
  let required: ObjectShape.Required
  /// The values of all rows, those of one row together.
  let columns: UnsafeMutableBufferPointer<IntegerOrIndex>

  /// The first value in an object that doesn't fit, or the object itself.
  ///
  /// Servers send members in the same order again and again, so a name is first compared with the
  /// member after the last one found.
  @inline(never)
  func misfit(inObjectAt index: Int, _ members: Members, _ row: Row) -> Misfit? {
    let object = view.nodes[index]
    guard view.opening(of: object) == .leftBrace, let first = members.baseAddress else {
      return misfit(at: index, nil, row)
    }
    let end = first + members.count
    var expected = first
    var found: UInt64 = 0
    for child in view.children(at: index) {
      let node = view.nodes[child]
      if expected == end || !view.hasName(expected.pointee.name, at: node) {
        guard let other = member(of: node, from: first, to: end) else { continue }
        expected = other
      }
      let member = expected
      expected = member + 1
      found |= member.pointee.bit
      guard let value = value(at: child, node, member) else {
        if isRepeated(member, after: node, until: object.next) { continue }
        return misfit(at: child, member, row)
      }
      if let column = member.pointee.column { columns[row.start &+ column] = value }
      guard member.pointee.type == .object else { continue }
      let inner = misfit(inInnerObjectAt: child, member, row)
      if let inner, !isRepeated(member, after: node, until: object.next) { return inner }
    }
    var member = first
    while member < end {
      let isMissing = found & member.pointee.bit == 0
      if isMissing, isRequired(member) { return misfit(at: index, member, row) }
      member += 1
    }
    return nil
  }

  /// - Parameter index: the index of an object or `null`.
  private func misfit(inInnerObjectAt index: Int, _ member: Member, _ row: Row) -> Misfit? {
    guard view.opening(of: view.nodes[index]) == .leftBrace else { return nil }
    return member.pointee.children.withUnsafeBufferPointer { children in
      misfit(inObjectAt: index, children, row)
    }
  }

  @inline(never)
  private func misfit(at index: Int, _ member: Member?, _ row: Row) -> Misfit {
    Misfit(object: row.object, index: UInt32(index), member: member?.pointee)
  }

  @inline(never)
  private func member(of node: JSONNode, from first: Member, to end: Member) -> Member? {
    var member = first
    while member < end {
      if view.hasName(member.pointee.name, at: node) { return member }
      member += 1
    }
    return nil
  }

  /// A value for a column; `nil` if it doesn't fit.
  @inline(__always)
  private func value(at index: Int, _ node: JSONNode, _ member: Member) -> IntegerOrIndex? {
    let type = member.pointee.type
    switch view.opening(of: node) {
    case .quote where type == .string, .leftBrace where type == .object,
      "t" where type == .boolean, "f" where type == .boolean:
      return IntegerOrIndex(index: index)
    case "n":
      return isRequired(member) ? nil : IntegerOrIndex.none
    default:
      guard type == .integer else { return nil }
      if let integer = smallInteger(node) { return IntegerOrIndex(integer: integer) }
      return view.isInteger(node) ? IntegerOrIndex(index: index) : nil
    }
  }

  /// The value of a short integer, such as an id.
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
    case .columns(let count):
      guard let column = member.pointee.column else { return false }
      return column < count
    case .all:
      return true
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

/// A member's value in a column: a small integer itself, which needs no second look-up, or the index
/// of any other value.
struct IntegerOrIndex: Equatable {
  private let code: Int32

  /// A missing member, or `null`.
  static let none = IntegerOrIndex(code: .min)

  private init(code: Int32) { self.code = code }

  /// - Parameter integer: from 0, with up to ``maxDigits``.
  init(integer: Int32) { code = integer }

  /// How many digits an integer may have.
  static let maxDigits = 9

  /// - Parameter index: the value's, in its document.
  init(index: Int) { code = ~Int32(truncatingIfNeeded: index) }

  /// The integer, if it is one.
  var integer: Int64? {
    guard code >= 0 else { return nil }
    return Int64(code)
  }

  /// The value's index, if it is one.
  var index: Int? {
    guard code < 0, self != .none else { return nil }
    return Int(~code)
  }
}
