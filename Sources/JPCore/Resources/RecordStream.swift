import Synchronization

/// Gives a list's records while it arrives, each when it is whole and has been checked.
final class RecordStream: BodyObserver {
  private let reader: PartialJSON
  private let resource: Resource
  private let required: Records.Required
  private let isLenient: Bool
  private let arriving: ArrivingRecords

  private struct State {
    var elements = ArrayElements()
    /// Whether there was a record that doesn't fit; the check of the whole list tells which.
    var isOver = false
    /// Which keys of the first records are strings: the whole list is read by that.
    var stringKeys: [String]?
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - reader: reads the whole list.
  ///   - request: asks for it.
  ///   - arriving: is given the records, in their order, on the transport's thread.
  init?(
    _ reader: PartialJSON?, _ request: Fetcher.PlannedRequest,
    to arriving: ArrivingRecords
  ) {
    guard let reader,
      case .records(let resource, .list, let required, let isLenient) = request.expected
    else { return nil }
    self.reader = reader
    self.resource = resource
    self.required = required
    self.isLenient = isLenient
    self.arriving = arriving
  }

  package var hasGiven: Bool { arriving.hasGiven }

  /// Gives nothing any more: the answer has failed.
  ///
  /// - Returns: whether any of its records have been given.
  @discardableResult
  func end() -> Bool {
    arriving.end()
    return hasGiven
  }

  package func begin() {
    reader.begin()
    arriving.forget()
    state.withLock { $0 = State() }
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
      let stringKeys = records.stringKeys
      // Where numbers follow, strings don't fit; without them, that is an error anyway.
      let isSure = stringKeys.isEmpty || !isLenient
      guard isSure, state.stringKeys ?? stringKeys == stringKeys else {
        state.isOver = true
        return nil
      }
      state.stringKeys = stringKeys
      return records
    }
    if let records { arriving.take(records) }
  }
}
