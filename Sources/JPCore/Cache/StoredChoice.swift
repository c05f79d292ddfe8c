/// Chooses among the stored responses that match a request (RFC 9111 §4).
struct StoredChoice {
  /// The answer stored last. Offline without a stored answer, the refusal stored last.
  let answer: StoredResponse?

  /// The refusal or failure stored last, if it is newer than the answer. While it is fresh, it
  /// counts as if the server had just sent it.
  let refusal: StoredResponse?

  init(of responses: [StoredResponse], isOffline: Bool) {
    // Compare the order of storing, because the server's Date or this system's clock may be wrong.
    func latest(_ isWanted: (StoredResponse) -> Bool) -> StoredResponse? {
      responses.filter(isWanted).max { $0.order < $1.order }
    }
    let answer = latest(\.verdict.isAnswer)
    let order = answer?.order ?? -1
    self.answer = answer ?? (isOffline ? latest { $0.verdict == .refusal } : nil)
    refusal = isOffline ? nil : latest { !$0.verdict.isAnswer && $0.order > order }
  }
}
