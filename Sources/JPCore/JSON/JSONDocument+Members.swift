extension JSONDocument {
  /// Finds the members with given names in many objects, one pass over each.
  ///
  /// Hot code, hence the pointers: this looks at every member of every record.
  ///
  /// - Parameters:
  ///   - names: with nothing in them that a text has to escape.
  ///   - objects: the indices of the objects.
  /// - Returns: for each name, an index for each object: the last member's of that name, or 0, which
  ///   is never a member's, where there is none.
  func members(named names: [String], ofObjectsAt objects: [UInt32]) -> [[UInt32]] {
    let names = names.map { Array($0.utf8) }
    var found = names.map { _ in [UInt32](repeating: 0, count: objects.count) }
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in
        for (row, object) in objects.enumerated() {
          var child = object + 1
          let end = nodes[Int(object)].next
          while child < end {
            let node = nodes[Int(child)]
            for column in names.indices where bytes.hasName(names[column], at: node) {
              found[column][row] = child
            }
            child = node.next
          }
        }
      }
    }
    return found
  }

  /// Finds the last member of an object that has a name.
  ///
  /// - Parameter name: as UTF-8, with its escapes resolved.
  func member(named name: [UInt8], ofObjectAt object: Int) -> Int? {
    // These never stand for themselves in a text, which the comparison below relies on.
    guard !name.contains(where: { $0 < 0x20 || $0 == .quote || $0 == .backslash }) else {
      return children(at: object).filter { utf8(quoted: nameRange(at: $0)) == name }.last
    }
    return bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in
        var found: Int?
        var child = object + 1
        let end = Int(nodes[object].next)
        while child < end {
          if bytes.hasName(name, at: nodes[child]) { found = child }
          child = Int(nodes[child].next)
        }
        return found
      }
    }
  }

  /// Whether a member has one of these names, which have nothing in them that a text has to escape.
  func name(at index: Int, isAmong names: [[UInt8]]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      names.contains { bytes.hasName($0, at: nodes[index]) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares a member's name byte for byte; where an escape stands in the way, resolved.
  ///
  /// The name's closing quote is a byte that `wanted` doesn't have, so nothing behind it is read.
  fileprivate func hasName(_ wanted: [UInt8], at node: JSONNode) -> Bool {
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

  @inline(never)
  private func hasEscapedName(_ wanted: [UInt8], from start: Int) -> Bool {
    var end = start
    while self[end] != .quote { end += self[end] == .backslash ? 2 : 1 }
    return JSONDocument.unescaped(Array(self[start..<end])) == wanted
  }
}
