/// The index of a whole text: one node for each of its values, in the text's order.
final class JSONNodes: Sendable {
  private let memory: GrowingMemory<JSONNode>
  /// How many values the text has.
  let count: Int

  /// - Parameter count: how many of the memory's nodes have been written.
  init(_ memory: consuming GrowingMemory<JSONNode>, count: Int) {
    self.memory = memory
    self.count = count
  }

  /// The index of a single value without children.
  convenience init(of node: JSONNode) {
    var memory = GrowingMemory<JSONNode>()
    memory.reserveCapacity(1)
    memory.elements.initializeElement(at: 0, to: node)
    self.init(memory, count: 1)
  }

  subscript(index: Int) -> JSONNode {
    withUnsafeBufferPointer { nodes in
      precondition(nodes.indices.contains(index), "no such value")
      return nodes[index]
    }
  }

  /// Access for hot code, which reads many nodes.
  func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<JSONNode>) throws -> Result
  ) rethrows -> Result {
    // The caller may release this object after its last visible use, before `body` ends.
    try withExtendedLifetime(self) {
      try body(UnsafeBufferPointer(rebasing: memory.elements[..<count]))
    }
  }
}
