import Synchronization

/// The memory for all responses of a run, however many there are: their content, its codings undone,
/// and the indexes of their values.
final class ContentBudget: Sendable {
  private let maxBytes: Int
  private let left: Atomic<Int>

  init(maxBytes: Int = 3 << 27) {
    self.maxBytes = maxBytes
    left = Atomic(maxBytes)
  }

  /// - Returns: whether that much is left.
  func take(bytes: Int) -> Bool {
    let isLeft = left.subtract(bytes, ordering: .relaxed).newValue >= 0
    if !isLeft { giveBack(bytes: bytes) }
    return isLeft
  }

  /// Takes room for the index of a document.
  func take(values: Int) -> Bool { take(bytes: values * 16) }

  /// Gives back the room of content that is discarded.
  func giveBack(bytes: Int) {
    left.add(bytes, ordering: .relaxed)
  }

  /// The failure of a request for which there is no room.
  var excess: TransportError.Reason { .answersTooLarge(limit: maxBytes) }
}
