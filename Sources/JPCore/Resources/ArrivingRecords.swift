import Synchronization

/// Joins a list's records while they arrive, as soon as the records that they belong to are there.
final class ArrivingRecords: Sendable {
  private let embeddings: [Embedding]
  private let give: @Sendable (Records) -> Void

  private struct State {
    /// The other lists by name, once all of them are there.
    var others: [String: Records]?
    var waiting: [Records] = []
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - embeddings: the records that each belongs to; lists of others can't be embedded before the
  ///     list of those that they belong to is whole.
  ///   - give: is given the records, in their order; must not wait.
  init(_ embeddings: [Embedding], give: @escaping @Sendable (Records) -> Void) {
    self.embeddings = embeddings
    self.give = give
    state = Mutex(State(others: embeddings.isEmpty ? [:] : nil))
  }

  func take(_ records: Records) {
    state.withLock { state in
      guard let others = state.others else { return state.waiting.append(records) }
      give(records.nesting(embeddings, from: others).0)
    }
  }

  /// The most records of other lists that are joined with each part of this one; where there are
  /// more, all is joined at the end, once.
  private static let maxOthers = 20_000

  /// Lets the records through that wait for other lists.
  func join(with others: [Records]) {
    guard others.reduce(0, { $0 + $1.rowCount }) <= Self.maxOthers else { return }
    state.withLock { state in
      let others = Dictionary(uniqueKeysWithValues: others.map { ($0.resource.name, $0) })
      state.others = others
      for records in state.waiting { give(records.nesting(embeddings, from: others).0) }
      state.waiting = []
    }
  }
}
