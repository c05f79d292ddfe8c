/// What a column holds about an object's member: a small integer's value, which then needn't be looked
/// up again, or where any other value stands.
struct MemberNote: Equatable, Sendable {
  private let code: Int64

  /// There is no such member, or it is `null`.
  static let none = MemberNote(code: .min)

  private init(code: Int64) { self.code = code }

  /// - Parameter integer: from 0.
  init(integer: Int64) { code = integer }

  /// - Parameter index: the value's place in its document's index.
  init(index: Int) { code = ~Int64(index) }

  /// The value, where that is what is noted.
  var integer: Int64? { code >= 0 ? code : nil }

  /// Where the value stands, where that is what is noted.
  var index: Int? { code < 0 && self != .none ? Int(~code) : nil }
}
