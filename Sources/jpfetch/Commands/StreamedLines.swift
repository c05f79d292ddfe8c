import JPCore
import Synchronization

/// Writes the records of a list as lines while it arrives.
final class StreamedLines: Sendable {
  private let selection: Selection
  private let write: @Sendable (Records) throws -> Void

  private struct State {
    /// How many records have come, and how many of them met the conditions.
    var rows = 0
    var matches = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  /// - Parameter write: writes the shown ones of some records.
  init(_ selection: Selection, write: @escaping @Sendable (Records) throws -> Void) {
    self.selection = selection
    self.write = write
  }

  /// Takes the next records from the transport's thread, which doesn't wait until they are written.
  func take(_ records: Records) {
    Task(executorPreference: EventLoop.main) { self.writeNext(records) }
  }

  private func writeNext(_ records: Records) {
    var records = records
    let place = state.withLock { $0 }
    guard place.failure == nil else { return }
    let rows = records.shown.count
    let matches = records.select(selection.records.after(place.matches))
    selection.hideUnshown(in: &records)
    var failure: (any Error)?
    do { try write(records) } catch { failure = error }
    state.withLock { state in
      state.rows += rows
      state.matches += matches
      state.failure = failure
    }
  }

  /// - Throws: why a line couldn't be written.
  func check() throws {
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Selects what is left to be written of the whole list.
  ///
  /// - Throws: why a line couldn't be written.
  func selectRest(of records: inout Records) throws {
    try check()
    let place = state.withLock { $0 }
    records.passOver(rows: place.rows)
    records.select(selection.records.after(place.matches))
    selection.hideUnshown(in: &records)
  }
}
