extension JSONTree {
  /// Encodes a value much as Foundation's `JSONEncoder` does without settings. But members keep the
  /// order in which they are encoded, `1.0` keeps its fraction, and Foundation's types encode
  /// themselves.
  ///
  /// - Throws: `EncodingError` for a number that isn't finite; errors that the type itself throws.
  init(encoding value: some Encodable) throws {
    let node = EncodedNode()
    try ValueEncoder(into: node, codingPath: []).encode(value)
    self = node.tree
  }
}

/// A value that is being encoded. The encoding containers add its members and elements.
private final class EncodedNode {
  enum Kind {
    case scalar(JSONTree)
    case array
    case object
  }

  /// A value that encodes nothing is an empty object.
  var kind = Kind.object

  // Elements and members aren't associated values of the kind, because appending to an array in an
  // enum would copy it each time.
  private(set) var elements: [EncodedNode] = []
  private var members: [(name: String, value: EncodedNode)] = []

  var tree: JSONTree {
    switch kind {
    case .scalar(let tree): tree
    case .array: .array(elements.map(\.tree))
    case .object: .object(members.map { ($0.name, $0.value.tree) })
    }
  }

  func addMember(named name: String) -> EncodedNode {
    let node = EncodedNode()
    members.append((name, node))
    return node
  }

  func addElement() -> EncodedNode {
    let node = EncodedNode()
    elements.append(node)
    return node
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
    node.kind = .object
    return KeyedEncodingContainer(MemberEncoder<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.kind = .array
    return ElementEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.kind = .scalar(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: node.kind = .scalar(.string(text))
    case let isTrue as Bool: node.kind = .scalar(.boolean(isTrue))
    case let number as any BinaryInteger: node.kind = .scalar(.spelled("\(number)"))
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
    node.kind = .scalar(.spelled("\(value)"))
  }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  private func encoder(for key: some CodingKey) -> ValueEncoder {
    ValueEncoder(into: node.addMember(named: key.stringValue), codingPath: codingPath + [key])
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
  var count: Int { node.elements.count }

  private func encoder() -> ValueEncoder {
    ValueEncoder(into: node.addElement(), codingPath: codingPath)
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

/// The key for the value of a superclass, which has the same name in Foundation's encoder.
private struct SuperKey: CodingKey {
  let stringValue = "super"
  let intValue: Int? = nil

  init() {}
  init?(stringValue: String) {}
  init?(intValue: Int) {}
}
