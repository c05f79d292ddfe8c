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

  /// The key without quotes, as a user types it.
  package var text: String { String(utf8: utf8) }

  /// Whether the key is short, and printable ASCII without quotes, backslashes and spaces.
  package var isPlain: Bool {
    if utf8.isEmpty || utf8.count > 40 { return false }
    return utf8.allSatisfy { byte in
      byte > .space && byte < 0x7F && byte != .quote && byte != .backslash
    }
  }
}

extension JSONValue {
  /// The value as a key; `nil` unless it is an integer or a string.
  package var key: RecordKey? { document.key(at: index) }

  /// The value as messages show it: a plain key without quotes, anything else as JSON.
  package var keyText: String {
    guard let key, key.isPlain else { return excerpt }
    return key.text.excerpt
  }
}

extension JSONDocument {
  /// A value as a key; `nil` unless it is an integer or a string.
  func key(at index: Int) -> RecordKey? {
    let text: ArraySlice<UInt8>
    switch kind(at: index) {
    case .string: text = content(at: index)
    case .number where withView({ $0.isInteger($0.nodes[index]) }): text = bytes[range(at: index)]
    default: return nil
    }
    return RecordKey(utf8: Array(text))
  }
}

extension JSONDocument.View {
  /// Whether a value can be an `id`: an integer or a string.
  func isKey(_ node: JSONNode) -> Bool { opening(of: node) == .quote || isInteger(node) }

  /// A key as a number, if it is spelled with at most nine digits and no leading zeros; otherwise
  /// `nil`. Different keys never give the same number.
  func smallNumber(ofKeyAt index: Int) -> Int? {
    let node = nodes[index]
    let isText = opening(of: node) == .quote
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
  fileprivate var smallNumber: Int? {
    guard let first, count <= 9, first != .zero || count == 1 else { return nil }
    var number = 0
    for digit in self {
      guard digit.isDigit else { return nil }
      number = number &* 10 &+ Int(digit &- .zero)
    }
    return number
  }
}

/// Finds the row of a record by its key: an array for small numbers, such as the API's ids, a
/// dictionary for other keys.
struct KeyIndex {
  /// The number of rows whose key an earlier row has.
  private(set) var duplicates = 0

  /// The first row whose key an earlier row has.
  private(set) var firstDuplicate: Int?

  private var rowsOfNumbers: [UInt32]
  private var otherRows: [RecordKey: UInt32] = [:]

  private static let none = UInt32.max

  /// Indexes rows by their keys. Of rows with equal keys, only the first is found.
  ///
  /// - Parameter ids: the index of each row's key in the document.
  init(_ ids: [UInt32], in document: JSONDocument) {
    // Usually ids are counted from 1. Larger ids are hashed, so a huge id doesn't need a huge
    // array.
    rowsOfNumbers = Array(repeating: Self.none, count: ids.count + 64)
    document.withView { view in
      for (row, id) in ids.enumerated() {
        let number = view.smallNumber(ofKeyAt: Int(id))
        if insert(UInt32(row), number, otherwise: { document.key(at: Int(id)) }) { continue }
        duplicates += 1
        if firstDuplicate == nil { firstDuplicate = row }
      }
    }
  }

  /// Adds a row under its key, unless an earlier row has the key.
  ///
  /// - Returns: whether the row was added.
  private mutating func insert(
    _ row: UInt32, _ number: Int?, otherwise key: () -> RecordKey?
  ) -> Bool {
    if let number, number < rowsOfNumbers.count {
      if rowsOfNumbers[number] != Self.none { return false }
      rowsOfNumbers[number] = row
    } else if let key = key() {
      if otherRows[key] != nil { return false }
      otherRows[key] = row
    }
    return true
  }

  /// The row of the record with a key; `nil` without one.
  func row(of key: RecordKey) -> Int? { row(of: key.utf8.smallNumber) { key } }

  /// The row to which each reference leads; `nil` if there is no such row.
  ///
  /// - Parameter references: the index of each reference in the document; 0 without one.
  func rows(of references: [UInt32], in document: JSONDocument) -> [Int?] {
    document.withView { view in
      references.map { reference in
        if reference == 0 { return nil }
        let index = Int(reference)
        return row(of: view.smallNumber(ofKeyAt: index)) { document.key(at: index) }
      }
    }
  }

  /// Finds the row with a key.
  ///
  /// - Parameters:
  ///   - number: the key as a small number; `nil` if it isn't one.
  ///   - key: reads the key itself. It is called only for a key that isn't a small number.
  private func row(of number: Int?, otherwise key: () -> RecordKey?) -> Int? {
    var row: UInt32?
    if let number, number < rowsOfNumbers.count {
      row = rowsOfNumbers[number]
    } else if !otherRows.isEmpty, let key = key() {
      row = otherRows[key]
    }
    guard let row, row != Self.none else { return nil }
    return Int(row)
  }
}
