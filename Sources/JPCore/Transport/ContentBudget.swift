import Synchronization

/// The memory limit for all responses of a run together: their decoded content and the indexes of
/// their values.
///
/// A response is counted when it is checked, whatever transport it came from. A transport counts the
/// content that is still arriving, and gives that memory back when the response is complete.
final class ContentBudget: Sendable {
  private let maxBytes: Int
  private let left: Atomic<Int>

  init(maxBytes: Int = 3 << 27) {
    self.maxBytes = maxBytes
    left = Atomic(maxBytes)
  }

  /// - Returns: whether enough was left.
  func reserve(bytes: Int) -> Bool {
    let isLeft = left.subtract(bytes, ordering: .relaxed).newValue >= 0
    if !isLeft { giveBack(bytes: bytes) }
    return isLeft
  }

  /// Takes memory for the index of a document.
  func reserve(values: Int) -> Bool { reserve(bytes: values * 16) }

  /// Gives back the memory of discarded content.
  func giveBack(bytes: Int) {
    left.add(bytes, ordering: .relaxed)
  }

  /// The failure of a request that exceeds the budget.
  var excess: TransportError.Reason { .answersTooLarge(limit: maxBytes) }
}
