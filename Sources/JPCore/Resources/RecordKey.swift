/// The text of an `id`, or of a reference to one: `1` and `"1"` are the same key.
///
/// Keys are compared byte by byte, as servers do, not by Unicode's canonical equivalence.
package struct RecordKey: Hashable, Sendable {
  /// The text as UTF-8. An unpaired surrogate is encoded as in ``JSONDocument/content(at:)``.
  package let utf8: [UInt8]

  package init(utf8: [UInt8]) {
    self.utf8 = utf8
  }

  /// - Parameter text: the key without quotes, as a user types it.
  package init(_ text: String) {
    self.init(utf8: Array(text.utf8))
  }

  fileprivate init(number: UInt32) {
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.append(.zero + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
    self.init(utf8: digits)
  }

  /// The key without quotes, as a user types it.
  package var text: String { String(utf8: utf8) }

  /// Whether the key is short, and printable ASCII without quotes, backslashes and spaces.
  package var needsNoQuotes: Bool {
    if utf8.isEmpty || utf8.count > 40 { return false }
    return utf8.allSatisfy { byte in
      byte > .space && byte < 0x7F && byte != .quote && byte != .backslash
    }
  }
}

extension JSONValue {
  /// The value as a key; `nil` unless it is an integer or a string.
  package var recordKey: RecordKey? { document.recordKey(at: index) }

  /// The value as messages show it: a plain key without quotes, anything else as JSON.
  package var keyText: String {
    guard let recordKey, recordKey.needsNoQuotes else { return excerpt }
    return recordKey.text.excerpt
  }
}

extension JSONDocument {
  /// A value as a key; `nil` unless it is an integer or a string.
  func recordKey(at index: Int) -> RecordKey? {
    let text: ArraySlice<UInt8>
    switch kind(at: index) {
    case .string: text = content(at: index)
    case .number where withView({ $0.isInteger($0.nodes[index]) }):
      text = bytes[byteRange(at: index)]
    default: return nil
    }
    return RecordKey(utf8: Array(text))
  }

  /// The key with a code; `nil` for ``none``, and if the code is that of a value that can't be a
  /// key.
  func recordKey(ofCode code: UInt32) -> RecordKey? {
    if code == Self.none { return nil }
    if code <= JSONNode.maxOffset { return RecordKey(number: code) }
    return recordKey(at: Int(code & JSONNode.maxOffset))
  }
}

extension JSONDocument.View {
  /// Whether a value can be an `id`: an integer or a string.
  func canBeKey(_ node: JSONNode) -> Bool { firstByte(of: node) == .quote || isInteger(node) }

  /// Four bytes that stand for a key, so that the document isn't read again for it: a key that is
  /// spelled with at most nine digits and no leading zeros is that number; any other value is its
  /// index in the document, with the highest bit set.
  func keyCode(at index: Int) -> UInt32 {
    if let number = smallNumber(ofKeyAt: index) { return number }
    return UInt32(truncatingIfNeeded: index) | (JSONNode.maxOffset + 1)
  }

  private func smallNumber(ofKeyAt index: Int) -> UInt32? {
    let node = nodes[index]
    let isText = firstByte(of: node) == .quote
    var text = slice(node.start, node.end)
    if isText { text = slice(node.start + 1, node.end - 1) }
    if let number = text.smallNumber { return number }
    // An escape may spell a digit: `"\u0031"` is `"1"`.
    guard isText, text.contains(.backslash) else { return nil }
    return JSONDocument.content(ofText: Array(text)).smallNumber
  }
}

extension Collection<UInt8> {
  /// The number of up to nine digits that the text spells, without leading zeros.
  @inline(__always)
  fileprivate var smallNumber: UInt32? {
    guard let first, count <= 9, first != .zero || count == 1 else { return nil }
    var number: UInt32 = 0
    for digit in self {
      guard digit.isDigit else { return nil }
      number = number &* 10 &+ UInt32(digit &- .zero)
    }
    return number
  }
}

/// Finds the row of a record by its key: an array for small numbers, such as the API's ids, a
/// dictionary for other keys.
struct KeyIndex: Sendable {
  /// The number of rows whose key an earlier row has.
  private(set) var duplicates = 0

  /// The first row whose key an earlier row has.
  private(set) var firstDuplicate: Int?

  private var rowsOfNumbers: [UInt32]
  private var otherRows: [RecordKey: UInt32] = [:]

  /// Indexes rows by their keys. Of rows with equal keys, only the first is found.
  ///
  /// - Parameter codes: the code of each row's key (``JSONDocument/View/keyCode(at:)``).
  init(_ codes: [UInt32], in document: JSONDocument) {
    // Usually ids are counted from 1. Larger ids are hashed, so a huge id doesn't need a huge
    // array.
    rowsOfNumbers = Array(repeating: JSONDocument.none, count: codes.count + 64)
    for (row, code) in codes.enumerated() {
      if insertRow(UInt32(truncatingIfNeeded: row), code, in: document) { continue }
      duplicates += 1
      if firstDuplicate == nil { firstDuplicate = row }
    }
  }

  /// Adds a row under its key, unless an earlier row has the key.
  ///
  /// - Returns: whether the row was added.
  private mutating func insertRow(_ row: UInt32, _ code: UInt32, in document: JSONDocument) -> Bool
  {
    let number = Int(code)
    if number < rowsOfNumbers.count {
      if rowsOfNumbers[number] != JSONDocument.none { return false }
      rowsOfNumbers[number] = row
    } else if let key = document.recordKey(ofCode: code) {
      if otherRows[key] != nil { return false }
      otherRows[key] = row
    }
    return true
  }

  /// The row of the record with a key; `nil` without one.
  func row(of key: RecordKey) -> Int? {
    var row: UInt32?
    if let number = key.utf8.smallNumber, Int(number) < rowsOfNumbers.count {
      row = rowsOfNumbers[Int(number)]
    } else {
      row = otherRows[key]
    }
    guard let row, row != JSONDocument.none else { return nil }
    return Int(row)
  }

  /// The row to which each reference leads; ``JSONDocument/none`` if there is no such row.
  ///
  /// - Parameter references: the codes of keys in the document, or ``JSONDocument/none``.
  func rows(ofReferences references: [UInt32], in document: JSONDocument) -> [UInt32] {
    references.map { reference in
      let number = Int(reference)
      if number < rowsOfNumbers.count { return rowsOfNumbers[number] }
      if otherRows.isEmpty { return JSONDocument.none }
      guard let key = document.recordKey(ofCode: reference) else { return JSONDocument.none }
      return otherRows[key] ?? JSONDocument.none
    }
  }
}
