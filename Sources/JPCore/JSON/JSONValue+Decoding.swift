extension JSONValue {
  /// Makes a value of any `Decodable` type from this one, straight from the document's index.
  ///
  /// Numbers are read as they are spelled: one decodes as an integer if it is one (`2`, `2.0`, `2e3`)
  /// and fits, as a floating-point number if it is finite. Of a repeated name the last member counts.
  /// Foundation's types that a `JSONDecoder` knows (`URL`, `Date`, `Data`, `Decimal`) decode as their
  /// own conformances say, which is seldom as a string; take a `JSONDecoder` and
  /// ``JSONDocument/bytes`` for those.
  ///
  /// - Throws: `DecodingError`, whose coding path begins at the document's outermost value; what the
  ///   type itself throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(from: ValueDecoder(value: self))
  }
}

/// Gives `Decodable` types what they ask for; where it stands is looked up in the index only when
/// somebody asks.
private struct ValueDecoder: Decoder {
  let value: JSONValue

  var codingPath: [any CodingKey] { value.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try MemberContainer<Key>(value))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ElementContainer(value) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ScalarContainer(value: value)
  }
}

// MARK: Containers

private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let object: JSONValue

  /// Where there are so many members that looking through them for each name would take their square.
  private let indices: [String: Int]?

  init(_ object: JSONValue) throws {
    guard object.kind == .object else { throw object.mismatch([String: Any].self) }
    self.object = object
    let members = object.document.children(at: object.index)
    let isLarge = members.dropFirst(32).contains { _ in true }
    indices =
      isLarge
      ? Dictionary(members.map { (object.document.name(at: $0), $0) }) { $1 } : nil
  }

  var codingPath: [any CodingKey] { object.codingPath }

  var allKeys: [Key] {
    var seen: Set<String> = []
    return object.members.filter { seen.insert($0.name).inserted }.compactMap {
      Key(stringValue: $0.name)
    }
  }

  private func find(_ name: String) -> JSONValue? {
    guard let indices else { return object[name] }
    return indices[name].map { JSONValue(document: object.document, index: $0) }
  }

  private func member(_ key: Key) throws -> JSONValue {
    guard let member = find(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "no member \"\(key.stringValue)\""))
    }
    return member
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).kind == .null }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decodedBoolean() }
  func decode(_: String.Type, forKey key: Key) throws -> String { try member(key).decodedString() }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try member(key).number() }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try member(key).number() }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try member(key).number() }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).number() }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).number() }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).number() }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).number() }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try member(key).number() }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).number() }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(key).number() }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(key).number() }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(key).number() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try MemberContainer<Nested>(member(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ElementContainer(member(key))
  }

  func superDecoder() throws -> any Decoder {
    guard let member = find("super") else {
      let key = PathKey(stringValue: "super")
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "no member \"super\""))
    }
    return ValueDecoder(value: member)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(value: try member(key)) }
}

private struct ElementContainer: UnkeyedDecodingContainer {
  private let array: JSONValue
  private let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(_ array: JSONValue) throws {
    guard array.kind == .array else { throw array.mismatch([Any].self) }
    self.array = array
    elements = array.elements
  }

  var codingPath: [any CodingKey] { array.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Passes on where reading the next element succeeds.
  private mutating func next<Value>(_ read: (JSONValue) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(
          codingPath: codingPath + [PathKey(index: currentIndex)],
          debugDescription: "the array has no more elements"))
    }
    let value = try read(elements[currentIndex])
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next { _ in true } }
    let isNull = elements[currentIndex].kind == .null
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode(_: Bool.Type) throws -> Bool { try next { try $0.decodedBoolean() } }
  mutating func decode(_: String.Type) throws -> String { try next { try $0.decodedString() } }
  mutating func decode(_: Double.Type) throws -> Double { try next { try $0.number() } }
  mutating func decode(_: Float.Type) throws -> Float { try next { try $0.number() } }
  mutating func decode(_: Int.Type) throws -> Int { try next { try $0.number() } }
  mutating func decode(_: Int8.Type) throws -> Int8 { try next { try $0.number() } }
  mutating func decode(_: Int16.Type) throws -> Int16 { try next { try $0.number() } }
  mutating func decode(_: Int32.Type) throws -> Int32 { try next { try $0.number() } }
  mutating func decode(_: Int64.Type) throws -> Int64 { try next { try $0.number() } }
  mutating func decode(_: UInt.Type) throws -> UInt { try next { try $0.number() } }
  mutating func decode(_: UInt8.Type) throws -> UInt8 { try next { try $0.number() } }
  mutating func decode(_: UInt16.Type) throws -> UInt16 { try next { try $0.number() } }
  mutating func decode(_: UInt32.Type) throws -> UInt32 { try next { try $0.number() } }
  mutating func decode(_: UInt64.Type) throws -> UInt64 { try next { try $0.number() } }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode() }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { KeyedDecodingContainer(try MemberContainer<Nested>($0)) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try ElementContainer($0) }
  }

  mutating func superDecoder() throws -> any Decoder { try next { ValueDecoder(value: $0) } }
}

private struct ScalarContainer: SingleValueDecodingContainer {
  let value: JSONValue

  var codingPath: [any CodingKey] { value.codingPath }

  func decodeNil() -> Bool { value.kind == .null }
  func decode(_: Bool.Type) throws -> Bool { try value.decodedBoolean() }
  func decode(_: String.Type) throws -> String { try value.decodedString() }
  func decode(_: Double.Type) throws -> Double { try value.number() }
  func decode(_: Float.Type) throws -> Float { try value.number() }
  func decode(_: Int.Type) throws -> Int { try value.number() }
  func decode(_: Int8.Type) throws -> Int8 { try value.number() }
  func decode(_: Int16.Type) throws -> Int16 { try value.number() }
  func decode(_: Int32.Type) throws -> Int32 { try value.number() }
  func decode(_: Int64.Type) throws -> Int64 { try value.number() }
  func decode(_: UInt.Type) throws -> UInt { try value.number() }
  func decode(_: UInt8.Type) throws -> UInt8 { try value.number() }
  func decode(_: UInt16.Type) throws -> UInt16 { try value.number() }
  func decode(_: UInt32.Type) throws -> UInt32 { try value.number() }
  func decode(_: UInt64.Type) throws -> UInt64 { try value.number() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value.decode() }
}

// MARK: Scalars

extension JSONValue {
  fileprivate func decodedBoolean() throws -> Bool {
    guard let boolean else { throw mismatch(Bool.self) }
    return boolean
  }

  fileprivate func decodedString() throws -> String {
    guard let string else { throw mismatch(String.self) }
    return string
  }

  fileprivate func number<Number: FixedWidthInteger>() throws -> Number {
    guard kind == .number else { throw mismatch(Number.self) }
    let spelling = String(decoding: text, as: UTF8.self)
    let number =
      integer.flatMap { Number(exactly: $0) } ?? Number(spelling)
      ?? Double(spelling).flatMap { Number(exactly: $0) }
    return try number.orThrow(self)
  }

  fileprivate func number<Number: BinaryFloatingPoint & LosslessStringConvertible>() throws
    -> Number
  {
    guard kind == .number else { throw mismatch(Number.self) }
    let number = Number(String(decoding: text, as: UTF8.self))
    return try number.flatMap { $0.isFinite ? $0 : nil }.orThrow(self)
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(type), found \(kind)")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension Optional {
  fileprivate func orThrow(_ value: JSONValue) throws -> Wrapped {
    if let self { return self }
    let text = String(decoding: value.text.prefix(40), as: UTF8.self)
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: value.codingPath, debugDescription: "\(text) does not fit in \(Wrapped.self)"))
  }
}

// MARK: Places

/// A step from a value to one in it.
private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(intValue: Int) { self.init(index: intValue) }
}

extension JSONValue {
  /// The way from the document's outermost value to this one.
  fileprivate var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var parent = 0
    while parent < index {
      let children = Array(document.children(at: parent).prefix { $0 <= index })
      guard let child = children.last else { break }
      let isElement = document.kind(at: parent) == .array
      path.append(
        isElement
          ? PathKey(index: children.count - 1) : PathKey(stringValue: document.name(at: child)))
      parent = child
    }
    return path
  }

  /// The value at a coding path from this one; where the path leads on beyond the document, the last
  /// one on it.
  func last(on path: [any CodingKey]) -> JSONValue {
    var value = self
    for key in path {
      let next = key.intValue.flatMap { $0 < value.elements.count ? value.elements[$0] : nil }
      guard let next = next ?? value[key.stringValue] else { break }
      value = next
    }
    return value
  }
}
