extension JSONDocument {
  /// A document's memory, for code that reads many values. Nothing is checked: indices and offsets
  /// have to come from the document's own index.
  struct View {
    let base: UnsafeRawPointer
    let count: Int
    let nodes: UnsafeBufferPointer<JSONNode>
  }

  /// Calls `body` with a view that is valid during the call.
  func withView<Result>(_ body: (View) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { bytes in
      // A document has at least one byte.
      let base = bytes.baseAddress.unsafelyUnwrapped
      return try nodes.withUnsafeBufferPointer {
        try body(View(base: base, count: bytes.count, nodes: $0))
      }
    }
  }
}

extension JSONDocument.View {
  func byte(at offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// A node's first byte, which gives its type.
  func opening(of node: JSONNode) -> UInt8 { byte(at: Int(node.start)) }

  func slice(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + Int(start), count: Int(end) &- Int(start))
  }

  /// The text of a member's name. Only white space and a colon can follow before the value.
  func nameText(of node: JSONNode) -> UnsafeRawBufferPointer {
    var end = Int(node.start)
    while byte(at: end &- 1) != .quote { end &-= 1 }
    return slice(node.nameStart, UInt32(truncatingIfNeeded: end))
  }

  /// The indices of an array's elements or an object's members; none for a scalar.
  func children(at index: Int) -> JSONChildren {
    JSONChildren(nodes: nodes, child: index + 1, end: Int(nodes[index].next))
  }
}

/// The indices of an array's elements or an object's members.
struct JSONChildren: Sequence, IteratorProtocol {
  fileprivate let nodes: UnsafeBufferPointer<JSONNode>
  fileprivate var child: Int
  fileprivate let end: Int

  mutating func next() -> Int? {
    guard child < end else { return nil }
    defer { child = Int(nodes[child].next) }
    return child
  }
}
