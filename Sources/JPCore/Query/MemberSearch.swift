/// Finds out which of many paths lead to members of objects, in one pass over each object.
struct MemberSearch {
  /// A name in the paths.
  private struct Member {
    /// The names that follow this one.
    var inner = MemberSearch()
    /// Whether an object has a member with the name.
    var isFound = false
    /// Whether the value of such a member is an array.
    var isArray = false
    /// The index of the value in the object that was searched last.
    var value = 0

    /// Searches the object that is a value, or the objects in an array.
    mutating func search(_ value: Int, of view: JSONDocument.View) {
      guard view.opening(of: view.nodes[value]) == .leftBracket else {
        return inner.search(value, of: view)
      }
      isArray = true
      for element in view.children(at: value) { search(element, of: view) }
    }
  }

  /// The names with which the paths begin.
  private var list = MemberList()

  /// A member for each name in ``list``.
  private var members: [Member] = []

  mutating func add(_ path: ArraySlice<MemberName>) {
    guard let name = path.first else { return }
    let index = list.add(name)
    if index == members.count { members.append(Member()) }
    members[index].inner.add(path.dropFirst())
  }

  /// Searches an object. If a name is repeated in it, the last member counts.
  mutating func search(_ object: Int, of view: JSONDocument.View) {
    guard view.opening(of: view.nodes[object]) == .leftBrace else { return }
    var outer: [Int] = []
    for (position, child) in view.children(at: object).enumerated() {
      guard let index = list.index(of: view.nodes[child], at: position, in: view) else { continue }
      members[index].isFound = true
      members[index].value = child
      if !members[index].inner.members.isEmpty { outer.append(index) }
    }
    for index in outer { members[index].search(members[index].value, of: view) }
  }

  /// Whether a path leads to a member, and whether it leads through an array.
  func occurrence(of path: [MemberName]) -> FieldOccurrence {
    var occurrence = FieldOccurrence(isKnown: true)
    var search = self
    for (depth, name) in path.enumerated() {
      guard let index = search.list.known(name) else { return FieldOccurrence(isKnown: false) }
      let member = search.members[index]
      occurrence.isKnown = member.isFound
      if member.isArray, depth < path.count - 1 { occurrence.canRepeat = true }
      search = member.inner
    }
    return occurrence
  }
}

/// Whether records have a field.
package struct FieldOccurrence {
  /// Whether a record has the field, even as `null`; true if there are no records.
  package fileprivate(set) var isKnown: Bool

  /// Whether an array is on the way to the field, so that a record can have several values.
  package fileprivate(set) var canRepeat = false
}

extension Records {
  /// Which of several fields the records have: in their own members, all that are shown; in embedded
  /// records, all of the last relation. A field of an empty or a missing list may occur.
  package func occurrences(of fields: [FieldPath]) -> [FieldOccurrence] {
    var occurrences = fields.map { _ in FieldOccurrence(isKnown: true) }
    if rows.isEmpty { return occurrences }
    var rest = Array(fields.indices)
    while let first = rest.first {
      let relations = fields[first].relations
      let together = rest.filter { index in fields[index].relations == relations }
      rest.removeAll { index in fields[index].relations == relations }
      guard let (list, rows) = searched(after: relations), !rows.isEmpty else { continue }
      var search = MemberSearch()
      for index in together { search.add(fields[index].members[...]) }
      list.document.withView { view in
        for row in rows { search.search(Int(list.objects[row]), of: view) }
      }
      for index in together { occurrences[index] = search.occurrence(of: fields[index].members) }
    }
    return occurrences
  }

  /// The list to which relations lead, and the rows to search; `nil` if a list is missing.
  private func searched(after relations: [Relation]) -> (List, rows: [Int])? {
    if relations.isEmpty { return (list, rows) }
    var list = list
    for relation in relations {
      guard let step = join.step(relation, of: list.resource) else { return nil }
      list = step.list
    }
    return (list, Array(list.objects.indices))
  }
}
