import Synchronization

/// The room for the content of all answers of one run, however many there are.
final class ContentBudget: Sendable {
  /// How many bytes all contents may have together, their content codings undone.
  let maxBytes: Int

  /// How many values all JSON texts may have together.
  let maxValues: Int

  private struct Room {
    var bytes: Int
    var values: Int
  }

  private let left: Mutex<Room>

  init(maxBytes: Int = 1 << 28, maxValues: Int) {
    self.maxBytes = maxBytes
    self.maxValues = maxValues
    left = Mutex(Room(bytes: maxBytes, values: maxValues))
  }

  /// Takes room for more content.
  ///
  /// - Returns: whether there is as much.
  func take(bytes: Int = 0, values: Int = 0) -> Bool {
    left.withLock { left in
      guard bytes <= left.bytes, values <= left.values else { return false }
      left = Room(bytes: left.bytes - bytes, values: left.values - values)
      return true
    }
  }

  /// Gives back the room of content that is not kept.
  func giveBack(bytes: Int) {
    left.withLock { $0.bytes += bytes }
  }

  /// The failure of a request for which there is no room.
  var excess: TransportError.Reason { .answersTooLarge(bytes: maxBytes, values: maxValues) }
}
