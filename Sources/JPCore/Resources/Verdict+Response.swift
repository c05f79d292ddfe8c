extension Verdict {
  /// Judges a response that is not the expected document.
  ///
  /// - Parameter extent: a list or a record of a resource; `nil` for any other URL.
  init(on response: TransportResponse, at extent: Records.Extent?) {
    // A page instead of JSON comes from a gateway or a login page.
    guard response.status >= 300 || response.status == 204, response.status != 304,
      response.hasJSONOrNothing
    else {
      self = .failure
      return
    }
    self =
      switch response.status {
      case 204: extent == nil ? .absence : .failure
      case 404, 410: extent == .list ? .failure : .absence
      default: Self.isFailure(response.status) ? .failure : .refusal
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
