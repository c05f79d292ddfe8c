extension JSONValue {
  /// Makes a value of any `Decodable` type from this one, straight from the document's index.
  ///
  /// The result is that of Foundation's `JSONDecoder` with its default settings; <doc:Decoding>
  /// lists the differences.
  ///
  /// A number decodes as an integer type if its value is an integer that fits in the type. If it is
  /// spelled like `2.0` or `2e3`, it must also be less than 2⁵³. A number decodes as a
  /// floating-point type if the result is finite. If a name is repeated, the last member is used. A
  /// string with an unpaired surrogate doesn't decode as `String`.
  ///
  /// - Throws: `DecodingError`, whose coding path begins at this value; errors that the type itself
  ///   throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try DecodingStep(value: self, parent: nil).decode()
  }
}

/// A value to decode, with the decoder of the array or object that contains it. The coding path is
/// built from these only when it is needed.
private struct DecodingStep {
  let value: JSONValue
  /// The decoder of the array or object that contains the value; `nil` for the value on which
  /// `decode` was called.
  let parent: ValueDecoder?
  /// The value's index in its array; `nil` if the value is a member of an object.
  var element: Int?

  private var key: PathKey {
    if let element { return PathKey(intValue: element) }
    return PathKey(stringValue: value.document.memberName(at: value.index))
  }

  var codingPath: [any CodingKey] {
    guard let parent else { return [] }
    return parent.codingPath + [key]
  }

  func decode<Value: Decodable>() throws -> Value {
    let scalar: Any? =
      switch Value.self {
      case is Bool.Type: try decodeBoolean()
      case is String.Type: try decodeString()
      case let type as any FixedWidthInteger.Type: try decodeInteger(type)
      case let type as any ParsableFloat.Type: try decodeFloat(type)
      default: nil
      }
    // Without a scalar, the type decodes itself. `scalar` is unwrapped before the cast, because the
    // cast would succeed if `Value` is an optional type, and turn the missing scalar into `nil`.
    guard let scalar, let value = scalar as? Value else {
      return try Value(from: ValueDecoder(self))
    }
    return value
  }
}

/// The floating-point types that can be parsed from a text.
private typealias ParsableFloat = BinaryFloatingPoint & LosslessStringConvertible

private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

private final class ValueDecoder: Decoder {
  let step: DecodingStep

  /// The members' indices by name; `nil` for up to 32 members, which are searched one by one.
  private var indices: [[UInt8]: Int]?

  /// Whether ``indexMembersByName()`` was called.
  private var hasMembers = false

  init(_ step: DecodingStep) {
    self.step = step
  }

  /// Prepares for ``member(named:)``. Only the first call has an effect.
  func indexMembersByName() {
    if hasMembers { return }
    hasMembers = true
    let document = step.value.document
    let members = document.children(at: step.value.index)
    if members.count <= 32 { return }
    var indices: [[UInt8]: Int] = [:]
    // If a name is repeated, the last member replaces the earlier ones.
    for member in members { indices[document.nameContent(at: member)] = member }
    self.indices = indices
  }

  /// The last member with a name; `nil` if there is none.
  func member(named name: String) -> JSONValue? {
    let object = step.value
    if let indices {
      guard let index = indices[Array(name.utf8)] else { return nil }
      return object.document.value(at: index)
    }
    return object[name]
  }

  var codingPath: [any CodingKey] { step.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try MemberContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ElementContainer(self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

// MARK: Containers

private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private var object: JSONValue { decoder.step.value }

  init(_ decoder: ValueDecoder) throws {
    guard decoder.step.value.kind == .object else {
      throw decoder.step.mismatch([String: Any].self)
    }
    decoder.indexMembersByName()
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var seen: Set<[UInt8]> = []
    var keys: [Key] = []
    for (name, _) in object.members where seen.insert(Array(name.utf8)).inserted {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  private func step(toMember key: some CodingKey) throws -> DecodingStep {
    let name = key.stringValue
    guard let member = decoder.member(named: name) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "no member \"\(name)\""))
    }
    return DecodingStep(value: member, parent: decoder)
  }

  func contains(_ key: Key) -> Bool { decoder.member(named: key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try step(toMember: key).value.kind == .null }

  // Without these three overloads, the type of each member would be looked up at run time.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try step(toMember: key).decodeBoolean()
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try step(toMember: key).decodeInteger(type)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try step(toMember: key).decodeString()
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try step(toMember: key).decode()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try ValueDecoder(step(toMember: key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ValueDecoder(step(toMember: key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(try step(toMember: PathKey(stringValue: "super")))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(try step(toMember: key)) }
}

private struct ElementContainer: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder) throws {
    guard decoder.step.value.kind == .array else { throw decoder.step.mismatch([Any].self) }
    self.decoder = decoder
    elements = decoder.step.value.elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Reads the next element. If that fails, it stays the next one.
  private mutating func decodeNext<Value>(_ read: (DecodingStep) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      let path = codingPath + [PathKey(intValue: currentIndex)]
      throw DecodingError.valueNotFound(
        Value.self, .init(codingPath: path, debugDescription: "the array has no more elements"))
    }
    let step = DecodingStep(value: elements[currentIndex], parent: decoder, element: currentIndex)
    let value = try read(step)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try decodeNext { _ in true } }
    let isNull = elements[currentIndex].kind == .null
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decodeNext { step in try step.decode() }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try decodeNext { try ValueDecoder($0).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decodeNext { try ValueDecoder($0).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try decodeNext { ValueDecoder($0) } }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { step.value.kind == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try step.decode() }
}

// MARK: Scalars

extension DecodingStep {
  fileprivate func decodeBoolean() throws -> Bool {
    guard let boolean = value.boolean else { throw mismatch(Bool.self) }
    return boolean
  }

  fileprivate func decodeString() throws -> String {
    guard value.kind == .string else { throw mismatch(String.self) }
    guard let string = String(validating: value.content, as: UTF8.self) else {
      throw mismatch("half a surrogate pair", String.self)
    }
    return string
  }

  fileprivate func decodeInteger<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let text = try numberText(type)
    if let number = Number(text) { return number }
    // From 2⁵³ on, the nearest Double may be a different integer.
    guard let double = Double(text), double.magnitude < 0x1p53,
      let number = Number(exactly: double)
    else { throw mismatch(text, type) }
    return number
  }

  fileprivate func decodeFloat<Number: ParsableFloat>(_ type: Number.Type) throws -> Number {
    let text = try numberText(type)
    guard let number = Number(text), number.isFinite else { throw mismatch(text, type) }
    return number
  }

  private func numberText(_ type: Any.Type) throws -> String {
    guard value.kind == .number else { throw mismatch(type) }
    return String(utf8: value.text)
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(type), found \(value.kind)")
    if value.kind == .null { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  private func mismatch(_ text: String, _ type: Any.Type) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "\(text.cut(toCharacters: 40)) does not fit in \(type)"))
  }
}
