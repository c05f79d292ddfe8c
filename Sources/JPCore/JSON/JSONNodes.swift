/// The index of a whole text: a node for each of its values, in the text's order.
final class JSONNodes: Sendable {
  private let memory: NodeMemory

  /// How many values the text has.
  let count: Int

  /// - Parameter count: how many nodes have been written.
  init(_ memory: consuming NodeMemory, count: Int) {
    self.memory = memory
    self.count = count
  }

  subscript(index: Int) -> JSONNode {
    withUnsafeNodes { nodes in
      precondition(nodes.indices.contains(index), "no such value")
      return nodes[index]
    }
  }

  func withUnsafeNodes<Result>(
    _ body: (UnsafeBufferPointer<JSONNode>) throws -> Result
  ) rethrows -> Result {
    // The caller may release this object after its last visible use, before `body` ends.
    try withExtendedLifetime(self) {
      try body(UnsafeBufferPointer(rebasing: memory.nodes[..<count]))
    }
  }
}

/// Memory for nodes. It mostly grows without a copy: Linux moves large blocks page by page,
/// mremap(2). Pages that were never written cost nothing, so there may be far more room than is used.
struct NodeMemory: ~Copyable, @unchecked Sendable {
  /// The owner knows which of them have been written.
  private(set) var nodes = UnsafeMutableBufferPointer<JSONNode>(start: nil, count: 0)

  deinit { free(nodes.baseAddress) }

  /// Makes room for this many nodes, more than before.
  mutating func reserveCapacity(_ count: Int) {
    let bytes = count * MemoryLayout<JSONNode>.stride
    guard let memory = realloc(nodes.baseAddress, bytes) else {
      preconditionFailure("out of memory")
    }
    nodes = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: JSONNode.self, capacity: count), count: count)
  }
}
