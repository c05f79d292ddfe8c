import Synchronization

/// Joins a list's records while they arrive, each as soon as what it needs is there.
final class ArrivingRecords: Sendable {
  private let embeddings: [Embedding]
  private let give: @Sendable (Records) -> Void
  private let hasChildren: Bool

  private struct State {
    /// The other lists by name, as far as they are there.
    var others: [Records] = []
    /// Whether no other list is waited for.
    var hasOthers: Bool
    /// In their order; of the first ones, some rows may have been given.
    var waiting: [Records] = []
    var hasGiven = false
    /// Whether the rest is joined at the end only.
    var isOver: Bool
    var kinds: KeyKinds?
    /// The ids that have come: children belong to the first record with their id.
    var ids: Set<RecordKey> = []

    mutating func end() {
      isOver = true
      waiting = []
    }
  }

  private let state: Mutex<State>

  /// The most records of other lists that are joined with each part of this one; where there are
  /// more, all is joined at the end, once.
  private static let maxOthers = 6_000

  /// - Parameters:
  ///   - embeddings: the records that belong to each, and those that each belongs to.
  ///   - give: is given the records, in their order; must not wait.
  init(
    _ embeddings: [Embedding], of resource: Resource, give: @escaping @Sendable (Records) -> Void
  ) {
    self.embeddings = embeddings
    self.give = give
    hasChildren = embeddings.contains { $0.target(in: resource)?.isSingle == false }
    // Where the list itself is embedded in others, it has to be whole.
    let isEmbedded = embeddings.contains { embedding in
      embedding.target(in: resource).map { target in
        embedding.nested.resources(beside: target.resource).contains { $0.name == resource.name }
      } ?? false
    }
    state = Mutex(State(hasOthers: embeddings.isEmpty, isOver: isEmbedded))
  }

  /// Whether any records have been given.
  var hasGiven: Bool { state.withLock(\.hasGiven) }

  func take(_ records: Records) {
    state.withLock { state in
      guard !state.isOver else { return }
      guard continues(with: records, &state) else { return state.end() }
      state.waiting.append(records)
      giveSettled(&state)
    }
  }

  /// Lets the records through that have waited for other lists.
  ///
  /// - Parameters:
  ///   - others: the other lists that are there.
  ///   - areAll: whether no more will come.
  func join(with others: [Records], areAll: Bool) {
    state.withLock { state in
      guard !state.isOver else { return }
      let isTooMuch = others.reduce(0) { $0 + $1.rowCount } > Self.maxOthers
      if isTooMuch { return state.end() }
      state.others = others
      state.hasOthers = areAll
      giveSettled(&state)
    }
  }

  /// Forgets the records that wait, because the answer that they are from has failed.
  func forget() {
    state.withLock { state in
      state.waiting = []
      state.kinds = nil
      state.ids = []
    }
  }

  /// Gives nothing any more.
  func end() { state.withLock { $0.end() } }

  /// Whether joining these records by themselves gives what joining the whole list would.
  private func continues(with records: Records, _ state: inout State) -> Bool {
    if embeddings.isEmpty { return true }
    let kinds = KeyKinds(of: records)
    if let before = state.kinds, before != kinds { return false }
    state.kinds = kinds
    return !hasChildren
      || records.allIDs.allSatisfy { $0.map { state.ids.insert($0).inserted } ?? true }
  }

  /// Gives the first records of those that wait, up to one that may lack something.
  private func giveSettled(_ state: inout State) {
    guard state.hasOthers || !state.others.isEmpty else { return }
    while let next = state.waiting.first {
      var joined = next.nesting(embeddings, from: state.others).0
      let settled =
        state.hasOthers ? joined.shown.count : joined.shown.prefix(while: joined.isWhole).count
      if settled == 0, !next.shown.isEmpty { return }
      let isAll = settled == next.shown.count
      joined.shown = Array(joined.shown.prefix(settled))
      state.hasGiven = state.hasGiven || settled > 0
      give(joined)
      if !isAll {
        state.waiting[0].shown.removeFirst(settled)
        return
      }
      state.waiting.removeFirst()
    }
  }
}

/// Whether the first id and the first reference of some records are strings; `nil` where there is
/// none. By them it is decided how the records are joined.
private struct KeyKinds: Equatable {
  let id: Bool?
  let reference: Bool?

  init(of records: Records) {
    let rows = 0..<records.rowCount
    id = rows.lazy.compactMap(records.id).first?.isString
    reference = rows.lazy.compactMap(records.reference).first?.isString
  }
}

extension Records {
  /// Whether nothing that belongs to a row is in a list that is missing.
  fileprivate func isWhole(row: Int) -> Bool {
    embedded.allSatisfy { embedded in
      !embedded.isMissing
        && embedded.rows(ofParent: row).allSatisfy { embedded.children.isWhole(row: Int($0)) }
    }
  }
}
