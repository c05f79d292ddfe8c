extension JSONDocument {
  /// Finds the last member of an object that has a name.
  ///
  /// - Parameters:
  ///   - name: as UTF-8, with its escapes resolved.
  ///   - quoted: the same, prepared by callers that search for it repeatedly.
  func member(
    named name: [UInt8], quoted: QuotedName = .none, ofObjectAt object: Int
  ) -> Int? {
    guard name.standsForItself else {
      return children(at: object).filter { utf8(quoted: nameRange(at: $0)) == name }.last
    }
    return withSearch(for: name, quoted) { $0.member(ofObjectAt: object) }
  }

  /// Finds the first member of an object that has a name; the same where no name is repeated.
  func firstMember(named name: [UInt8], ofObjectAt object: Int) -> Int? {
    guard name.standsForItself else {
      return children(at: object).first { utf8(quoted: nameRange(at: $0)) == name }
    }
    return withSearch(for: name, .none) { $0.firstMember(ofObjectAt: object) }
  }

  /// Finds such a member in each of several values; `nil` if it is missing or the value is not an
  /// object.
  func members(named name: MemberName, ofValuesAt values: [UInt32?]) -> [UInt32?] {
    guard name.utf8.standsForItself else {
      return values.map { value in
        guard let value, kind(at: Int(value)) == .object else { return nil }
        return member(named: name.utf8, ofObjectAt: Int(value)).map { UInt32($0) }
      }
    }
    return withSearch(for: name.utf8, name.quoted) { search in
      values.map { value in
        guard let value, search.isObject(at: Int(value)) else { return nil }
        return search.member(ofObjectAt: Int(value)).map { UInt32($0) }
      }
    }
  }

  /// Calls `body` with each member of one of these names in each of some objects, in one pass over
  /// each object; with each of several members of the same name, in their order.
  ///
  /// Records usually have the same members in the same order, so a name is first compared with the
  /// one at its place in the first of them.
  ///
  /// - Parameters:
  ///   - names: different ones that need no escapes.
  ///   - body: takes the object's place among the objects, the name's among the names, and the
  ///     first word of the member's node.
  @inline(__always)
  func forEachMember(
    named names: [MemberName], ofObjectsAt objects: [UInt32],
    _ body: (Int, Int, JSONNodeWord) -> Void
  ) {
    let usual = objects.first.map { usualMembers(of: Int($0), among: names) } ?? []
    let places = names.indices.map { name in usual.firstIndex { $0.name == name } }
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeWords { nodes in
        for (row, object) in objects.enumerated() {
          let node = nodes[Int(object)]
          guard bytes[Int(node.start)] == .leftBrace else { continue }
          var child = JSONNode.firstChild(of: Int(object))
          var place = 0
          while child < node.next {
            let member = nodes[child]
            var name: Int?
            if place < usual.count, bytes.surelyHasName(usual[place].quoted, at: member) {
              name = usual[place].name
            } else {
              name = names.firstIndex { bytes.hasName($0, at: member) }
              // Behind a member more or less, the usual order goes on from here.
              place = name.flatMap { places[$0] } ?? place
            }
            if let name { body(row, name, nodes.words[child]) }
            place &+= 1
            child = Int(member.next)
          }
        }
      }
    }
  }

  /// The names of an object's members as they are spelled, and the place of each among some names.
  private func usualMembers(
    of object: Int, among names: [MemberName]
  ) -> [(quoted: QuotedName, name: Int?)] {
    guard kind(at: object) == .object else { return [] }
    return children(at: object).map { member in
      let spelled = bytes[nameRange(at: member)].dropFirst().dropLast()
      return (
        QuotedName(spelled), names.firstIndex { name(at: member, isAmong: [$0.utf8]) }
      )
    }
  }

  private func withSearch<Result>(
    for name: [UInt8], _ quoted: QuotedName, _ body: (MemberSearch) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeWords { nodes in
        name.withUnsafeBufferPointer { name in
          body(MemberSearch(bytes: bytes, nodes: nodes, name: name, quoted: quoted))
        }
      }
    }
  }

  /// Whether a member has one of these names; the names need no escapes.
  func name(at index: Int, isAmong names: [[UInt8]]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      names.contains { name in
        name.withUnsafeBufferPointer { bytes.hasName($0, at: nodes[index]) }
      }
    }
  }
}

extension [UInt8] {
  /// Whether JSON never requires an escape in it, so that a text may have the name byte for byte.
  var standsForItself: Bool {
    !contains { $0 < 0x20 || $0 == .quote || $0 == .backslash }
  }
}

/// A search for a name that needs no escapes. Hot code, hence the pointers: it looks at every
/// member of every record.
private struct MemberSearch {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: JSONNodeWords
  let name: UnsafeBufferPointer<UInt8>
  let quoted: QuotedName

  func isObject(at index: Int) -> Bool { bytes[Int(nodes[index].start)] == .leftBrace }

  @inline(__always)
  func member(ofObjectAt object: Int) -> Int? {
    var found: Int?
    var child = JSONNode.firstChild(of: object)
    let end = Int(nodes[object].next)
    while child < end {
      let node = nodes[child]
      if bytes.surelyHasName(quoted, at: node) || bytes.hasName(name, at: node) { found = child }
      child = Int(node.next)
    }
    return found
  }

  func firstMember(ofObjectAt object: Int) -> Int? {
    var child = JSONNode.firstChild(of: object)
    let end = Int(nodes[object].next)
    while child < end {
      if bytes.hasName(name, at: nodes[child]) { return child }
      child = Int(nodes[child].next)
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares a member's name byte for byte; a name with escapes is resolved first.
  ///
  /// The name's closing quote never equals a byte of `wanted`, so nothing after the quote is read.
  @inline(__always)
  func hasName(_ wanted: UnsafeBufferPointer<UInt8>, at node: JSONNode) -> Bool {
    let start = Int(node.name) + 1
    for index in wanted.indices where self[start + index] != wanted[index] {
      return self[start + index] == .backslash && hasEscapedName(wanted, from: start)
    }
    switch self[start + wanted.count] {
    case .quote: return true
    case .backslash: return hasEscapedName(wanted, from: start)
    default: return false
    }
  }

  func hasName(_ wanted: MemberName, at node: JSONNode) -> Bool {
    wanted.utf8.withUnsafeBufferPointer { hasName($0, at: node) }
  }

  @inline(never)
  private func hasEscapedName(_ wanted: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var end = start
    while self[end] != .quote { end += self[end] == .backslash ? 2 : 1 }
    return JSONDocument.unescaped(Array(self[start..<end])).elementsEqual(wanted)
  }
}
