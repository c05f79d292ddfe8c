/// How a response affects the stored ones: an answer replaces them, a failure doesn't.
enum Verdict: String {
  /// The requested document.
  case document
  /// The server says that the record doesn't exist, which is an answer too.
  case absence
  /// Another status from a working server. It is used while it is fresh, and never replaces an
  /// answer.
  case refusal
  /// A failure that the server reports. It is treated like a refusal, but not shown offline.
  case failure
  /// Anything else, such as an HTML page: never stored.
  case unusable

  /// Whether it replaces earlier responses.
  var isAnswer: Bool { self == .document || self == .absence }

  /// Whether a stored answer may be shown instead.
  var isFailure: Bool { self == .failure || self == .unusable }
}
