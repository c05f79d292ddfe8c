/// A member's value in a column: a small integer itself, which needs no second look-up, or the index
/// of any other value.
struct IntegerOrIndex: Equatable {
  private let code: Int32

  /// A missing member, or `null`.
  static let none = IntegerOrIndex(code: .min)

  private init(code: Int32) { self.code = code }

  /// - Parameter integer: from 0, with up to ``maxDigits``.
  init(integer: Int32) { code = integer }

  /// How many digits an integer may have.
  static let maxDigits = 9

  /// - Parameter index: the value's place in its document's index.
  init(index: Int) { code = ~Int32(truncatingIfNeeded: index) }

  /// The integer, if that is noted.
  var integer: Int64? { code >= 0 ? Int64(code) : nil }

  /// The value's place in the index, if that is noted.
  var index: Int? { code < 0 && self != .none ? Int(~code) : nil }
}
