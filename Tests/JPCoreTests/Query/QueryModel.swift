import Foundation

/// JSON as a test writes and compares it, without a document.
indirect enum ModelValue {
  case null
  case boolean(Bool)
  /// As it is spelled.
  case number(String)
  case text(String)
  case array([ModelValue])
  case object([(name: String, value: ModelValue)])

  var json: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let spelling): spelling
    case .text(let text):
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }

  subscript(name: String) -> ModelValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// As a person would type it, and what `~` looks into; `nil` for what has no such text.
  var spelling: String? {
    switch self {
    case .boolean(let value): "\(value)"
    case .number(let spelling), .text(let spelling): spelling
    case .null, .array, .object: nil
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }
}

/// The query language once more, as plainly as it can be written: every record is looked at for
/// every question.
struct QueryModel {
  let users: [ModelValue]
  let albums: [ModelValue]

  /// The values that a path finds in a user; `nil` for a missing one.
  func values(_ path: String, of user: ModelValue) -> [ModelValue?] {
    let parts = path.split(separator: ".").map(String.init)
    guard parts[0] == "albums" else { return values(parts[...], in: user) }
    let own = albums(of: user)
    if parts == ["albums", "count"] { return [.number("\(own.count)")] }
    return own.flatMap { values(parts[1...], in: $0) }
  }

  /// The albums whose userId is the user's id; of users with one id the first has them.
  func albums(of user: ModelValue) -> [ModelValue] {
    guard let id = user["id"]?.json,
      users.first(where: { $0["id"]?.json == id })?.json == user.json
    else { return [] }
    return albums.filter { $0["userId"]?.json == id }
  }

  private func values(_ parts: ArraySlice<String>, in value: ModelValue) -> [ModelValue?] {
    guard let name = parts.first else { return [value] }
    if case .array(let elements) = value { return elements.flatMap { values(parts, in: $0) } }
    return value[name].map { values(parts.dropFirst(), in: $0) } ?? [nil]
  }

  struct Question {
    let path: String
    let comparison: String
    let operands: [String]
    let isQuoted: Bool

    var text: String {
      let values = isQuoted ? operands.map { "\"\($0)\"" } : operands
      return "\(path) \(comparison) \(values.joined(separator: ","))"
    }
  }

  func holds(_ question: Question, for user: ModelValue) -> Bool {
    let isNegative = question.comparison.first == "!"
    let isAnyMet = values(question.path, of: user).contains { value in meets(question, value) }
    return isAnyMet != isNegative
  }

  private func meets(_ question: Question, _ value: ModelValue?) -> Bool {
    let isEquality = ["=", "!="].contains(question.comparison)
    return question.operands.contains { operand in
      guard let value, !value.isNull else {
        return isEquality && operand == "null" && !question.isQuoted
      }
      guard let text = value.spelling else { return false }
      if ["~", "!~"].contains(question.comparison) {
        return finds(operand, question.isQuoted, in: text)
      }
      var isText = question.isQuoted
      if case .text = value {
        if isEquality && operand == "null" && !question.isQuoted { return false }
        isText = isText || isEquality
      }
      let isLess: Bool
      let isGreater: Bool
      if !isText, let one = Self.number(text), let other = Self.number(operand) {
        isLess = one < other
        isGreater = one > other
      } else {
        let one = text.unicodeScalars
        let other = operand.unicodeScalars
        isLess = one.lexicographicallyPrecedes(other)
        isGreater = other.lexicographicallyPrecedes(one)
      }
      return switch question.comparison {
      case "<": isLess
      case "<=": !isGreater
      case ">": isGreater
      case ">=": !isLess
      default: !isLess && !isGreater
      }
    }
  }

  /// What `~` says of a text.
  private func finds(_ operand: String, _ isQuoted: Bool, in text: String) -> Bool {
    var wanted = operand
    let isHeld = !isQuoted && operand.contains { !"^$".contains($0) }
    let isFirst = isHeld && wanted.first == "^"
    if isFirst { wanted.removeFirst() }
    let isLast = isHeld && wanted.last == "$"
    if isLast { wanted.removeLast() }
    // Every text has the empty one in it; Foundation thinks otherwise.
    if wanted.isEmpty { return true }
    let all = Array(Self.folded(text).unicodeScalars)
    let part = Array(Self.folded(wanted).unicodeScalars)
    return all.indices.contains { start in
      if isFirst, start > 0 { return false }
      if isLast, all.count - start != part.count { return false }
      return all[start...].starts(with: part)
    }
  }

  /// Where a user is in the order of a path.
  func rank(_ path: String, of user: ModelValue) -> (kind: Int, number: Decimal, text: String) {
    let value = values(path, of: user).first ?? nil
    switch value {
    case nil, .null?: return (0, 0, "")
    case .boolean(let value)?: return (value ? 2 : 1, 0, "")
    case .number(let spelling)?: return (3, Self.number(spelling) ?? 0, "")
    case .text(let text)?: return Self.number(text).map { (3, $0, "") } ?? (4, 0, text)
    case .array?, .object?: return (5, 0, "")
    }
  }

  static func precedes(
    _ one: (kind: Int, number: Decimal, text: String),
    _ other: (kind: Int, number: Decimal, text: String)
  ) -> Bool {
    if one.kind != other.kind { return one.kind < other.kind }
    if one.number != other.number { return one.number < other.number }
    return one.text.unicodeScalars.lexicographicallyPrecedes(other.text.unicodeScalars)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  private static func number(_ text: String) -> Decimal? {
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    return isNumber ? Decimal(string: text) : nil
  }
}
