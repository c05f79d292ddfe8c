/// How a response affects the stored ones: an answer replaces them, a failure leaves them.
enum Verdict: String, Sendable {
  /// The document that belongs at the URL.
  case document
  /// The server's word that nothing is there: an answer as well.
  case absence
  /// Another status of a working server: it counts while it is fresh, and never replaces an answer.
  case refusal
  /// A failure that the server reports: as a refusal, and not shown offline.
  case failure
  /// Anything else, such as an HTML page: never stored.
  case unusable

  /// Whether it replaces earlier responses.
  var isAnswer: Bool { self == .document || self == .absence }

  /// Whether a stored answer may be shown instead.
  var isFailure: Bool { self == .failure || self == .unusable }
}
