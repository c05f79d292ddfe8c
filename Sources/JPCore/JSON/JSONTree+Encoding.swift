extension JSONTree {
  /// Encodes a value, as Foundation's `JSONEncoder` does without settings, with the members in their
  /// order.
  ///
  /// - Throws: `EncodingError` for a number that isn't finite; errors that the type itself throws.
  init(encoding value: some Encodable) throws {
    let node = EncodedNode()
    try ValueEncoder(into: node, codingPath: []).encode(value)
    self = node.tree
  }
}

/// A value that is being encoded: containers fill it in one after the other.
private final class EncodedNode {
  enum Content {
    case scalar(JSONTree)
    case array([EncodedNode])
    case object([(name: String, value: EncodedNode)])
  }

  /// A value that encodes nothing is an empty object.
  var content = Content.object([])

  var tree: JSONTree {
    switch content {
    case .scalar(let tree): tree
    case .array(let elements): .array(elements.map(\.tree))
    case .object(let members): .object(members.map { ($0.name, $0.value.tree) })
    }
  }

  func member(named name: String) -> EncodedNode {
    var members: [(name: String, value: EncodedNode)] = []
    if case .object(let earlier) = content { members = earlier }
    // If the content still held the array, appending would copy all of it.
    content = .object([])
    let node = EncodedNode()
    members.append((name, node))
    content = .object(members)
    return node
  }

  func nextElement() -> EncodedNode {
    var elements: [EncodedNode] = []
    if case .array(let earlier) = content { elements = earlier }
    // If the content still held the array, appending would copy all of it.
    content = .array([])
    let node = EncodedNode()
    elements.append(node)
    content = .array(elements)
    return node
  }

  var count: Int {
    switch content {
    case .scalar: 1
    case .array(let elements): elements.count
    case .object(let members): members.count
    }
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(into node: EncodedNode, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberEncoder<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if node.count == 0 { node.content = .array([]) }
    return ElementEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.content = .scalar(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: node.content = .scalar(.string(text))
    case let isTrue as Bool: node.content = .scalar(.boolean(isTrue))
    case let number as any BinaryInteger: node.content = .scalar(.spelled("\(number)"))
    case let number as any BinaryFloatingPoint: try encode(number, value)
    default: try value.encode(to: self)
    }
  }

  private func encode(_ number: any BinaryFloatingPoint, _ value: some Encodable) throws {
    let double = Double(number)
    guard double.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "\(number) isn't a number of JSON"))
    }
    node.content = .scalar(.spelled("\(value)"))
  }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  private func encoder(for key: some CodingKey) -> ValueEncoder {
    ValueEncoder(into: node.member(named: key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { encoder(for: key).encodeNil() }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder(for: key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(for: SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  private func encoder() -> ValueEncoder {
    ValueEncoder(into: node.nextElement(), codingPath: codingPath)
  }

  func encodeNil() { encoder().encodeNil() }
  func encode(_ value: some Encodable) throws { try encoder().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }
}

/// The name of the member for a superclass, as Foundation's encoder has it.
private struct SuperKey: CodingKey {
  let stringValue = "super"
  let intValue: Int? = nil

  init() {}
  init?(stringValue: String) {}
  init?(intValue: Int) {}
}
