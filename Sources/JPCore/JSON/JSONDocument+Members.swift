extension JSONDocument {
  /// Finds the last member of an object that has a name.
  ///
  /// - Parameters:
  ///   - name: as UTF-8, with its escapes resolved.
  ///   - quoted: the same, where it is looked for again and again.
  func member(
    named name: [UInt8], quoted: QuotedName = .none, ofObjectAt object: Int
  ) -> Int? {
    // These never stand for themselves in a text, which the comparison below relies on.
    guard !name.contains(where: { $0 < 0x20 || $0 == .quote || $0 == .backslash }) else {
      return children(at: object).filter { utf8(quoted: nameRange(at: $0)) == name }.last
    }
    return bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in
        name.withUnsafeBufferPointer { name in
          var found: Int?
          var child = object + 1
          let end = Int(nodes[object].next)
          while child < end {
            let node = nodes[child]
            if bytes.surelyHasName(quoted, at: node) || bytes.hasName(name, at: node) {
              found = child
            }
            child = Int(nodes[child].next)
          }
          return found
        }
      }
    }
  }

  /// Whether a member has one of these names, which have nothing in them that a text has to escape.
  func name(at index: Int, isAmong names: [[UInt8]]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      names.contains { name in
        name.withUnsafeBufferPointer { bytes.hasName($0, at: nodes[index]) }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares a member's name byte for byte; where an escape stands in the way, resolved.
  ///
  /// The name's closing quote is a byte that `wanted` doesn't have, so nothing behind it is read.
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

  @inline(never)
  private func hasEscapedName(_ wanted: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var end = start
    while self[end] != .quote { end += self[end] == .backslash ? 2 : 1 }
    return JSONDocument.unescaped(Array(self[start..<end])).elementsEqual(wanted)
  }
}
