/// The index of a whole text: a node for each of its values, in the text's order.
final class JSONNodes: Sendable {
  private let memory: GrowingMemory<JSONNodeWord>
  private let wordCount: Int

  /// How many values the text has.
  let count: Int

  /// - Parameters:
  ///   - wordCount: how many of the memory's words have been written.
  ///   - count: how many nodes they are.
  init(_ memory: consuming GrowingMemory<JSONNodeWord>, wordCount: Int, count: Int) {
    self.memory = memory
    self.wordCount = wordCount
    self.count = count
  }

  /// The index of the text `[]`.
  convenience init() {
    var memory = GrowingMemory<JSONNodeWord>()
    memory.reserveCapacity(2)
    memory.elements.initializeElement(at: 0, to: JSONNodeWord(start: 0, next: 2))
    memory.elements.initializeElement(at: 1, to: JSONNodeWord(name: 0, end: 2))
    self.init(memory, wordCount: 2, count: 1)
  }

  subscript(index: Int) -> JSONNode {
    withUnsafeWords { nodes in
      precondition(nodes.words.indices.contains(index), "no such value")
      return nodes[index]
    }
  }

  /// The index of the value that follows in the text, inside this one or after it.
  func following(_ index: Int) -> Int { withUnsafeWords { $0.following(index) } }

  /// Access for hot code, which reads many nodes.
  func withUnsafeWords<Result>(_ body: (JSONNodeWords) throws -> Result) rethrows -> Result {
    // The caller may release this object after its last visible use, before `body` ends.
    try withExtendedLifetime(self) {
      try body(JSONNodeWords(words: UnsafeBufferPointer(rebasing: memory.elements[..<wordCount])))
    }
  }
}

/// One value of a document: where it stands, and where its next sibling is.
struct JSONNode {
  /// The offset of the `"` that opens the member's name; ``start`` where the value isn't a member.
  let name: UInt32

  /// The offset of the value's first byte, which also gives its type.
  let start: UInt32

  /// The offset after the value's last byte.
  let end: UInt32

  /// The index after the value and everything inside it: the next sibling's, if there is one.
  let next: UInt32

  /// The index of the first value inside an array or object, whose own node has two words. It is
  /// ``next`` where there is none.
  @inline(__always)
  static func firstChild(of index: Int) -> Int { index &+ 2 }
}

/// Nodes as they stand in memory. A value's index is the place of its node's first word.
struct JSONNodeWords {
  let words: UnsafeBufferPointer<JSONNodeWord>

  @inline(__always)
  subscript(index: Int) -> JSONNode {
    let word = words[index]
    guard word.isScalar else {
      let second = words[index &+ 1]
      return JSONNode(name: second.start, start: word.start, end: second.upper, next: word.upper)
    }
    return JSONNode(
      name: word.start &- word.nameLength, start: word.start, end: word.scalarEnd,
      next: UInt32(truncatingIfNeeded: index &+ 1))
  }

  /// The index of the value that follows in the text, inside this one or after it.
  func following(_ index: Int) -> Int { index + (words[index].isScalar ? 1 : 2) }
}

/// A node, or half of one.
///
/// | node | bits 0 to 30 | 31 | 32 to 62 | 63 |
/// | --- | --- | --- | --- | --- |
/// | scalar | its start | 0 | how far its name begins before that (7 bits), plain (1), length (23) | 0 |
/// | all else: first word | its start | 1 | the next sibling's index | 0 |
/// | second word | its name | 1 | its end | 1 |
struct JSONNodeWord: BitwiseCopyable {
  private let bits: UInt64

  /// The largest offset or index that a word can hold.
  static let max = UInt32.max >> 1

  private static let mark: UInt32 = 1 << 31

  @inline(__always)
  private init(_ lower: UInt32, _ upper: UInt32) {
    bits = UInt64(upper) << 32 | UInt64(lower)
  }

  /// A scalar; `nil` where it or its name is too long.
  @inline(__always)
  init?(name: UInt32, start: Int, end: Int, isPlain: Bool) {
    let start32 = UInt32(truncatingIfNeeded: start)
    let (nameLength, length) = (start32 &- name, end &- start)
    guard nameLength < 1 << 7, length < 1 << 23 else { return nil }
    self.init(
      start32, UInt32(truncatingIfNeeded: length) << 8 | (isPlain ? 1 << 7 : 0) | nameLength)
  }

  /// The first of two words.
  @inline(__always)
  init(start: UInt32, next: UInt32) { self.init(start | Self.mark, next) }

  /// The second of two words.
  @inline(__always)
  init(name: UInt32, end: UInt32) { self.init(name | Self.mark, end | Self.mark) }

  @inline(__always)
  private var lower: UInt32 { UInt32(truncatingIfNeeded: bits) }

  /// A whole node's start, or the second word's name.
  @inline(__always)
  var start: UInt32 { lower & ~Self.mark }

  /// The next sibling's index, or the second word's end.
  @inline(__always)
  var upper: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) & ~Self.mark }

  /// How many bytes before a scalar its name begins; 0 where it has none.
  @inline(__always)
  var nameLength: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) & 0x7F }

  /// Whether it is a whole node, of a scalar that is printable ASCII without a backslash.
  @inline(__always)
  var isPlain: Bool { isScalar && bits >> 39 & 1 == 1 }

  /// Where a scalar ends.
  @inline(__always)
  var scalarEnd: UInt32 { lower &+ UInt32(truncatingIfNeeded: bits >> 40) }

  /// Whether it is a whole node; else it is half of one.
  @inline(__always)
  var isScalar: Bool { lower < Self.mark }

  /// Whether it is the second half of a node.
  @inline(__always)
  var isSecondOfTwo: Bool { bits >> 63 == 1 }
}
