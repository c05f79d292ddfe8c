import JPCore

/// A problem that a check found in a list. The reports in JSON have all of it, the others a line.
///
///     {"list": "users", "id": 3, "path": "[2].email", "line": 52, "column": 14, "kind": "type",
///      "expected": "a string", "found": null, "count": null,
///      "message": "expected a string, found null"}
///     ./api/users.json:52:14: users[2].email: expected a string, found null
struct Finding {
  /// The list's name, `users`.
  let list: String

  let kind: Kind

  /// What is wrong, without the list, the path and the URL, so that lists with the same problem can
  /// share a line. Empty for a change, whose values say it.
  private let sentence: String

  /// The record's id as the data spells it; `nil` if the finding isn't about one record.
  var id: JSONValue?

  /// The place of the value in the list, `[0].email`; `nil` if the finding isn't about one value.
  var path: String?

  /// For a comparison, the path of the value in its record, `address.city`; empty for the record.
  var comparedField: String?

  /// The expected value, if there is one; for a type, its name.
  var expected: JSONTree?

  var found: JSONTree?

  /// How many records share the id, or the reference, that is wrong.
  var count: Int?

  /// The value in the list's text; if it is missing, the object that lacks it.
  var value: JSONValue?

  /// The position of ``value``; `nil` if there is none.
  var position: TextPosition?

  /// The list's file; `nil` if it doesn't come from one.
  var file: String?

  init(_ list: String, _ kind: Kind, _ sentence: String = "") {
    self.list = list
    self.kind = kind
    self.sentence = sentence
  }

  /// The kinds of problems, for scripts.
  enum Kind: String, CaseIterable {
    case fetch, missing, extra, changed, moved, type, value, repeated, reference, count, slow
    case assertion

    var meaning: String {
      switch self {
      case .fetch: "A list that can't be fetched or read"
      case .missing: "A field, or for drift a record, that isn't there"
      case .extra: "A field or a record that --against doesn't have"
      case .changed: "Another value than that of --against"
      case .moved: "Another order of the records than that of --against"
      case .type: "A value of another type; expected names the type"
      case .value: "An id that isn't a positive whole number; a Content-Type"
      case .repeated: "An id that several records share"
      case .reference: "A reference that points to no record"
      case .count: "Another number of records, of a list or with an id"
      case .slow: "A response that took longer than --max-time"
      case .assertion: "A record, a count or a response against --assert"
      }
    }
  }

  /// Whether the finding is about a list as a whole, and not about a place in a file, so that several
  /// lists can share its line.
  var canShareLine: Bool {
    switch kind {
    case .missing, .extra: false
    default: id == nil && value == nil && path == nil && comparedField == nil && location == nil
    }
  }

  /// The message with both values of a change cut to about 40 characters.
  var message: String {
    guard comparedField != nil, sentence.isEmpty else { return sentence }
    let words = changedValues(fitting: Self.columnsOfValues)
    guard let comparedField, !comparedField.isEmpty else { return words }
    return "\(comparedField)  \(words)"
  }

  /// In fewer columns, two values that are cut say little.
  private static let leastColumnsOfValues = 30

  /// The values of a change in a message: 40 columns for each, and the arrow.
  private static let columnsOfValues = 83

  private func changedValues(fitting columns: Int?) -> String {
    ChangedValues(expected?.documentValue, found?.documentValue, fitting: columns).text
  }
}

// MARK: Lines

extension Finding {
  /// The line in a report, without the place: `users[0].email: expected a string, found null`, or for
  /// a comparison `users 1  email  Sincere@april.biz → nobody`.
  var line: String {
    if comparedField != nil { return "\(list) \(id.shown)  \(message)" }
    return "\(list)\(path ?? ""): \(message)"
  }

  /// The place as compilers write it, `./api/users.json:52:14`, or the file alone if it can't be
  /// read as JSON at all; `nil` unless the list is a file.
  var place: String? {
    if let location { return location }
    if kind == .fetch { return file }
    return nil
  }

  private var location: String? {
    guard let file, let position else { return nil }
    return position.location(in: file)
  }

  /// The line as one or two that fit the width, if they can: two long values are cut around their
  /// difference, unless they have room on a line of their own.
  ///
  /// - Parameter width: the columns of a line; `nil` to cut nothing.
  func lines(fitting width: Int?) -> [String] {
    guard let comparedField, sentence.isEmpty else { return [line] }
    var label = "\(list) \(id.shown)"
    if !comparedField.isEmpty { label += "  \(comparedField)" }
    let values = changedValues(fitting: nil)
    guard var width else { return ["\(label)  \(values)"] }
    // On a narrower screen, the line is wrapped.
    width = max(width, 20)
    let room = width - label.displayWidth - 2
    let columns = values.displayWidth
    if columns <= room { return ["\(label)  \(values)"] }
    if columns <= width { return [label, values] }
    if room < max(width / 2, Self.leastColumnsOfValues) {
      return [label, changedValues(fitting: width)]
    }
    return ["\(label)  \(changedValues(fitting: room))"]
  }
}

extension JSONValue? {
  /// A record's id in the line of a comparison.
  fileprivate var shown: String {
    guard let self else { return "(none)" }
    if let key = self.recordKey { return key.text.excerpt }
    switch self.kind {
    case .number, .boolean: return self.excerpt
    default: return "(none)"
    }
  }
}

extension JSONTree {
  /// The value; a text of more than 1000 characters is cut, because reports are kept in logs.
  fileprivate var withoutLongText: JSONTree {
    guard case .value(let value) = self, let text = value.string else { return self }
    let shown = text.cut(toCharacters: Self.maxCharacters)
    if shown.hasSameBytes(as: text) { return self }
    return .string(shown)
  }

  private static let maxCharacters = 1000

  /// The value of a document; `nil` for what the program says itself.
  fileprivate var documentValue: JSONValue? {
    if case .value(let value) = self { return value }
    return nil
  }
}

// MARK: JSON

extension Finding: JSONTreeConvertible {
  static let members: [JSONMember<Finding>] = [
    .init("list", "text", "the list") { $0.list },
    .init("id", "number, text or null", "the record's id as the data has it") { $0.id?.asID },
    .init("path", "text or null", "the place in the list: [0].email") { $0.path },
    .init("line", "number or null", "the line of the place, from 1") { $0.position?.line },
    .init("column", "number or null", "the column of the place, from 1") { $0.position?.column },
    .init("kind", "text", "what is wrong: one of the words below") { $0.kind.rawValue },
    .init(
      "expected", "value", "the expected value or the type's name; absent: none", isOptional: true
    ) { $0.expected?.withoutLongText },
    .init(
      "found", "value",
      "the value, a text cut at 1000 characters; absent: none, or a file's text of a wrong type",
      isOptional: true
    ) { $0.found?.withoutLongText },
    .init(
      "count", "number or null",
      "of kind repeated or reference: how many records share it; the place is the first's"
    ) { $0.count },
    .init("message", "text", "what is wrong, without the list and the place; values are cut") {
      $0.message
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

extension JSONValue {
  /// The value if it is a number or a string, as an id should be.
  fileprivate var asID: JSONValue? {
    switch kind {
    case .number, .string: self
    default: nil
    }
  }
}
