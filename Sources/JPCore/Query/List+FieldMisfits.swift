extension List {
  /// For each element that lacks a field of the catalogue, or has one of another type: the first
  /// value that doesn't fit.
  ///
  /// A server may use strings as ids, if it uses them for all. So all ids must have the type of the
  /// first one. References must have the type of the parents' ids or, without `parents`, of the
  /// first reference.
  ///
  /// - Parameter parents: the parents' list; `nil` if they aren't known.
  package func fieldMisfits(parents: List?) -> [FieldMisfit] {
    let members = makeExpectedMembers(parents: parents)
    let elements = document.childIndices(of: 0)
    let columns = document.members(at: members.map(\.path), ofValuesAt: elements)
    var misfits: [FieldMisfit] = []
    document.withView { view in
      for (row, element) in elements.enumerated() {
        if let misfit = view.firstMisfit(inElement: element, row, columns, members) {
          misfits.append(makeFieldMisfit(misfit, inRow: row))
        }
      }
    }
    return misfits
  }

  /// The fields of the catalogue, each after the objects that contain it.
  private func makeExpectedMembers(parents: List?) -> [ExpectedMember] {
    var textKeys: [String] = []
    if hasTextIDs { textKeys.append("id") }
    if let parent = resource.parent, parents?.hasTextIDs ?? hasTextReferences {
      textKeys.append(parent.field)
    }
    var members: [ExpectedMember] = []
    for field in resource.fields {
      let names = field.names
      var owner: Int?
      for depth in 1..<names.count {
        let path = Array(names[..<depth])
        if let known = members.firstIndex(where: { member in member.path == path }) {
          owner = known
        } else {
          members.append(ExpectedMember(path: path, type: .object, owner: owner))
          owner = members.count - 1
        }
      }
      var type = field.type
      if textKeys.contains(field.path) { type = .string }
      members.append(ExpectedMember(path: names, type: type, owner: owner))
    }
    return members
  }

  /// Whether the first id is a string.
  private var hasTextIDs: Bool {
    if objects.isEmpty { return false }
    return isString(idIndex(ofRow: 0))
  }

  /// Whether the first reference that isn't missing is a string.
  private var hasTextReferences: Bool {
    let row = references.firstIndex { reference in reference != JSONDocument.none }
    return isString(row.flatMap(referenceIndex))
  }

  private func isString(_ index: Int?) -> Bool {
    guard let index else { return false }
    return document.kind(at: index) == .string
  }

  private func makeFieldMisfit(_ misfit: FoundMisfit, inRow row: Int) -> FieldMisfit {
    var path: String?
    var type = Resource.FieldType.object
    if let member = misfit.member {
      path = member.path.path
      type = member.type
    }
    return FieldMisfit(
      row: row, field: path, expected: TypeMismatch.Expectation(type),
      value: document.value(at: misfit.index), isMissing: misfit.isMissing)
  }
}

/// A value of a list that is missing or doesn't have the type that is expected.
package struct FieldMisfit {
  /// The element's index in the list.
  package let row: Int
  /// The path of the value in its record; `nil` for the element itself.
  package let field: String?
  package let expected: TypeMismatch.Expectation
  /// The value; for a missing one, the object that lacks it.
  package let value: JSONValue
  package let isMissing: Bool
}

/// A member that each record should have.
private struct ExpectedMember {
  /// The names that lead to the member, such as `address`, `city`.
  let path: [MemberName]
  let type: Resource.FieldType
  /// The index, in the list of expected members, of the object that contains this one; `nil` for a
  /// member of the record itself.
  let owner: Int?
}

/// A value that is missing or doesn't have the type that is expected.
private struct FoundMisfit {
  /// The index of the value; for a missing value, of the object that lacks it.
  let index: Int
  /// What is expected; `nil` if the element isn't an object.
  let member: ExpectedMember?
  var isMissing = false
}

extension JSONDocument.View {
  /// Finds the value that comes first in the text of all values that don't fit. A missing one
  /// counts as the end of the object that lacks it.
  ///
  /// - Parameter columns: for each expected member, its index in each element.
  fileprivate func firstMisfit(
    inElement element: UInt32, _ row: Int, _ columns: [[UInt32]], _ members: [ExpectedMember]
  ) -> FoundMisfit? {
    if !fits(element, .object) { return FoundMisfit(index: Int(element), member: nil) }
    var first: FoundMisfit?
    // Values in the text's order. If two objects end together, the inner one ends first.
    var firstPosition = Int.max
    for (column, member) in members.enumerated() {
      let value = columns[column][row]
      if value == JSONDocument.none {
        var object = element
        if let owner = member.owner { object = columns[owner][row] }
        // An object that is missing, or isn't an object, has its own misfit.
        if object == JSONDocument.none || !fits(object, .object) { continue }
        let depth = member.path.count
        let position = Self.step * Int(nodes[Int(object)].next) - depth
        if position >= firstPosition { continue }
        firstPosition = position
        first = FoundMisfit(index: Int(object), member: member, isMissing: true)
      } else if Self.step * Int(value) < firstPosition, !fits(value, member.type) {
        firstPosition = Self.step * Int(value)
        first = FoundMisfit(index: Int(value), member: member)
      }
    }
    return first
  }

  /// The distance of two values' places, more than the depth of any member.
  private static var step: Int { JSONDocument.maxDepth }

  private func fits(_ index: UInt32, _ type: Resource.FieldType) -> Bool {
    let node = nodes[Int(index)]
    switch firstByte(of: node) {
    case .quote: return type == .string
    case .leftBrace: return type == .object
    case "t", "f": return type == .boolean
    default: return type == .integer && isInteger(node)
    }
  }
}
