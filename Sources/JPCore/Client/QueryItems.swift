/// The names and values of a query, in order; a name can occur more than once.
///
/// ```swift
/// let done = Endpoint([Todo].self, path: "/todos", query: ["userId": 3, "completed": true])
/// let three = Endpoint([User].self, path: "/users", query: ["id": 1, "id": 2, "id": 3])
/// ```
public struct QueryItems: Sendable, ExpressibleByDictionaryLiteral {
  /// The names and values in order, not yet encoded.
  public let all: [(key: String, value: String)]

  /// Makes a query from a literal, in its order.
  public init(dictionaryLiteral items: (String, any LosslessStringConvertible)...) {
    all = items.map { ($0, $1.description) }
  }

  /// Makes a query of names and values, in their order.
  public init(_ items: [(String, some LosslessStringConvertible)]) {
    all = items.map { ($0, $1.description) }
  }
}
