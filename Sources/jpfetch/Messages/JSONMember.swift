import JPCore

/// A member of a JSON document that the program prints: its row in `jpfetch help json`, and its
/// value.
struct JSONMember<Owner>: Sendable {
  let name: String

  /// The types of the value, `number or null`.
  let type: String

  /// What the value is, with its unit.
  let meaning: String

  /// Whether an owner without the value lacks the member. Otherwise the value is `null`.
  let isOptional: Bool

  let value: @Sendable (Owner) -> (any JSONTreeConvertible)?

  init(
    _ name: String, _ type: String, _ meaning: String, isOptional: Bool = false,
    _ value: @escaping @Sendable (Owner) -> (any JSONTreeConvertible)?
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.isOptional = isOptional
    self.value = value
  }
}

extension JSONTree {
  /// Makes an object.
  init<Owner>(_ owner: Owner, _ members: [JSONMember<Owner>]) {
    var trees: [(String, JSONTree)] = []
    for member in members {
      if let value = member.value(owner) {
        trees.append((member.name, value.tree))
      } else if !member.isOptional {
        trees.append((member.name, .null))
      }
    }
    self = .object(trees)
  }
}
