extension Verdict {
  /// Judges a response that is not the expected document.
  ///
  /// - Parameter extent: a list or a record of a resource; `nil` for any other URL.
  init(on response: TransportResponse, at extent: Records.Extent?) {
    self = Self.verdict(onStatus: response.status, at: extent)
    // A page instead of JSON comes from a gateway or a login page. Last, because it reads the content.
    if self != .failure, !response.hasJSONOrNothing { self = .failure }
  }

  private static func verdict(onStatus status: Int, at extent: Records.Extent?) -> Verdict {
    switch status {
    case 304: .failure
    case 204: extent == nil ? .absence : .failure
    case 404, 410: extent == .list ? .failure : .absence
    case 300...: isFailure(status) ? .failure : .refusal
    default: .failure
    }
  }

  /// Whether a status is a failure that a stored response may replace; any other is an answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}

extension TransportResponse {
  /// Whether the content is JSON or empty.
  var hasJSONOrNothing: Bool {
    body.allSatisfy(\.isJSONSpace) || (try? JSONDocument(body)) != nil
  }
}
