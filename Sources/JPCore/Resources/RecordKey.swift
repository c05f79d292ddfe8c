/// The value of an `id` or of a reference to one. An integer never equals a string.
///
/// Strings are compared byte by byte, as servers do, not by Unicode's canonical equivalence.
package enum RecordKey: Hashable, Sendable {
  /// An integer of up to 64 bits.
  case integer(Int64)
  /// An integer that needs more than 64 bits, or another value, as it is spelled.
  case other(spelling: [UInt8])
  /// A string's content; a lone surrogate as the three bytes of WTF-8.
  case string(utf8: [UInt8])

  /// The key without regard to its type: `"1"` becomes the integer 1.
  package var byText: RecordKey {
    guard case .string(let utf8) = self else { return self }
    return Self.integer(spelled: utf8).map { .integer($0) } ?? self
  }

  /// The integer that is spelled so, without leading zeros or a plus sign.
  private static func integer(spelled utf8: [UInt8]) -> Int64? {
    guard utf8.count < 20, let number = Int64(String(utf8: utf8)),
      String(number).utf8.elementsEqual(utf8)
    else { return nil }
    return number
  }

  /// Whether it is a string.
  var isString: Bool { if case .string = self { true } else { false } }

  /// The key as one types it.
  package var text: String {
    switch self {
    case .integer(let number): String(number)
    case .other(let spelling): String(utf8: spelling)
    case .string(let utf8): String(utf8: utf8)
    }
  }
}

extension JSONValue {
  /// The value as a key; `nil` unless it is an integer or a string.
  package var key: RecordKey? { document.key(at: index) }
}

extension JSONDocument {
  /// The key that a note refers to; `nil` without one.
  func key(_ note: IntegerOrIndex) -> RecordKey? {
    note.integer.map { .integer($0) } ?? note.index.flatMap { key(at: $0) }
  }

  /// A value as a key; `nil` unless it is an integer or a string.
  func key(at index: Int) -> RecordKey? {
    switch kind(at: index) {
    case .number:
      if let integer = integer(at: index) { return .integer(integer) }
      let spelling = bytes[range(at: index)]
      return spelling.dropFirst().allSatisfy(\.isDigit) ? .other(spelling: Array(spelling)) : nil
    case .string: return .string(utf8: Array(content(at: index)))
    default: return nil
    }
  }
}

/// Finds the row of a key: an array for small integers, such as the API's ids, a dictionary for other
/// keys.
struct KeyIndex {
  /// The number of rows whose key an earlier row has.
  private(set) var duplicates = 0

  /// The first repeated key.
  private(set) var firstDuplicate: RecordKey?

  private var rowsOfSmallIntegers: [UInt32]
  /// `nil` until there is one.
  private var others: Others?

  private static let none = UInt32.max

  /// - Parameters:
  ///   - count: the number of rows.
  ///   - key: a row's key; a row without one is never found. Of rows with equal keys, the first is
  ///     found.
  init(count: Int, key: (_ row: Int) -> RecordKey?) {
    // Usually ids are counted from 1. Larger ids are hashed, so a hostile id takes no more memory.
    rowsOfSmallIntegers = Array(repeating: Self.none, count: count + 64)
    for row in 0..<count {
      guard let key = key(row) else { continue }
      if self[key] == nil {
        set(UInt32(row), for: key)
      } else {
        duplicates += 1
        firstDuplicate = firstDuplicate ?? key
      }
    }
  }

  subscript(key: RecordKey) -> Int? {
    guard let slot = slot(of: key) else { return others?.rows[key].map { Int($0) } }
    let row = rowsOfSmallIntegers[slot]
    return row == Self.none ? nil : Int(row)
  }

  /// The row of a key, as one types it.
  subscript(typed text: String) -> Int? {
    let utf8 = Array(text.utf8)
    let key = RecordKey.string(utf8: utf8)
    return self[key.byText] ?? self[key] ?? self[.other(spelling: utf8)]
  }

  private func slot(of key: RecordKey) -> Int? {
    guard case .integer(let number) = key, let slot = Int(exactly: number),
      rowsOfSmallIntegers.indices.contains(slot)
    else { return nil }
    return slot
  }

  private mutating func set(_ row: UInt32, for key: RecordKey) {
    if let slot = slot(of: key) {
      rowsOfSmallIntegers[slot] = row
    } else {
      if others == nil { others = Others() }
      others?.rows[key] = row
    }
  }

  /// The rows of other keys. A class, because the program would make a dictionary's type at run time
  /// even to destroy one that is `nil`.
  private final class Others {
    var rows: [RecordKey: UInt32] = [:]
  }
}
