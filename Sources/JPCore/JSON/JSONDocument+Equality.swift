/// Values of two documents, compared.
extension JSONDocument {
  /// Whether a member's name is spelled so, in its quotes.
  func hasName(spelled name: [UInt8], at member: Int) -> Bool {
    bytes[nameRange(at: member)].elementsEqual(name)
  }

  /// Whether a part of the text equals a part of another one.
  func hasBytes(
    _ range: Range<Int>, of other: JSONDocument, _ otherRange: Range<Int>
  ) -> Bool {
    bytes[range].elementsEqual(other.bytes[otherRange])
  }

  /// Whether a value equals one of another document. White space, escapes and the order of members
  /// don't count; numbers are compared as they are spelled.
  func value(at index: Int, equals other: Int, of document: JSONDocument) -> Bool {
    let kind = kind(at: index)
    guard kind == document.kind(at: other) else { return false }
    switch kind {
    case .number, .boolean, .null:
      return hasBytes(range(at: index), of: document, document.range(at: other))
    case .string:
      return utf8(quoted: range(at: index)) == document.utf8(quoted: document.range(at: other))
    case .array:
      var others = document.children(at: other)
      for element in children(at: index) {
        guard let next = others.next(), value(at: element, equals: next, of: document) else {
          return false
        }
      }
      return others.next() == nil
    case .object:
      let (own, others) = (lastMembers(ofObjectAt: index), document.lastMembers(ofObjectAt: other))
      return own.count == others.count
        && own.allSatisfy { name, member in
          others[name].map { value(at: member, equals: $0, of: document) } ?? false
        }
    }
  }

  /// An object's members by name; the last one counts.
  private func lastMembers(ofObjectAt object: Int) -> [[UInt8]: Int] {
    Dictionary(children(at: object).map { (utf8(quoted: nameRange(at: $0)), $0) }) { $1 }
  }
}
