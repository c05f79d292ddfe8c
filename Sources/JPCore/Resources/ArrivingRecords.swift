import Synchronization

/// Joins a list's records while they arrive, as soon as the records that they belong to are there.
final class ArrivingRecords: Sendable {
  private let embeddings: [Embedding]
  private let give: @Sendable (Records) -> Void

  private struct State {
    /// The other lists by name, once all of them are there.
    var others: [String: Records]?
    var waiting: [Records] = []
    var hasGiven = false
    /// Whether the rest is joined at the end only.
    var isOver = false
  }

  private let state: Mutex<State>

  /// The most records of other lists that are joined with each part of this one; where there are
  /// more, all is joined at the end, once.
  private static let maxOthers = 20_000

  /// - Parameters:
  ///   - embeddings: the records that each belongs to; lists of others can't be embedded before the
  ///     list of those that they belong to is whole.
  ///   - give: is given the records, in their order; must not wait.
  init(_ embeddings: [Embedding], give: @escaping @Sendable (Records) -> Void) {
    self.embeddings = embeddings
    self.give = give
    state = Mutex(State(others: embeddings.isEmpty ? [:] : nil))
  }

  /// Whether any records have been given.
  var hasGiven: Bool { state.withLock(\.hasGiven) }

  func take(_ records: Records) {
    state.withLock { state in
      guard !state.isOver else { return }
      guard let others = state.others else { return state.waiting.append(records) }
      give(records, joinedWith: others, &state)
    }
  }

  /// Lets the records through that wait for other lists.
  func join(with others: [Records]) {
    let isTooMuch = others.reduce(0) { $0 + $1.rowCount } > Self.maxOthers
    if isTooMuch { return end() }
    state.withLock { state in
      let others = Dictionary(uniqueKeysWithValues: others.map { ($0.resource.name, $0) })
      state.others = others
      for records in state.waiting { give(records, joinedWith: others, &state) }
      state.waiting = []
    }
  }

  /// Forgets the records that wait, because the answer that they are from has failed.
  func forget() { state.withLock { $0.waiting = [] } }

  /// Gives nothing any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.waiting = []
    }
  }

  private func give(
    _ records: Records, joinedWith others: [String: Records], _ state: inout State
  ) {
    state.hasGiven = state.hasGiven || records.rowCount > 0
    give(records.nesting(embeddings, from: others).0)
  }
}
