import Synchronization

/// Gives a list's records while it arrives, each when it is whole and has been checked.
final class RecordStream: BodyReader {
  private let reader: PartialJSON
  private let resource: Resource
  private let required: Records.Required
  private let isLenient: Bool
  private let give: @Sendable (Records) -> Void

  private struct State {
    var elements = ArrayElements()
    var hasGiven = false
    /// Whether there was a record that doesn't fit; the check of the whole list tells which.
    var isOver = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - reader: reads the whole list.
  ///   - request: asks for it.
  ///   - give: is given the records, in their order, on the transport's thread.
  init?(
    _ reader: PartialJSON?, _ request: Fetcher.PlannedRequest,
    give: @escaping @Sendable (Records) -> Void
  ) {
    guard let reader,
      case .records(let resource, .list, let required, let isLenient) = request.expected
    else { return nil }
    self.reader = reader
    self.resource = resource
    self.required = required
    self.isLenient = isLenient
    self.give = give
  }

  package var hasGiven: Bool { state.withLock(\.hasGiven) }

  package func begin() {
    reader.begin()
    state.withLock { if !$0.hasGiven { $0 = State() } }
  }

  package func read(_ beginning: [UInt8]) {
    reader.read(beginning)
    let records = state.withLock { state -> Records? in
      guard !state.isOver, let document = state.elements.take(from: beginning) else { return nil }
      guard
        let records = try? Records(
          document, of: resource, extent: .list, requiring: required, isLenient: isLenient)
      else {
        state.isOver = true
        return nil
      }
      state.hasGiven = state.hasGiven || !records.objects.isEmpty
      return records
    }
    if let records { give(records) }
  }
}
