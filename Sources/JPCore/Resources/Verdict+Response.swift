extension Verdict {
  /// Judges a response that is not the expected document.
  ///
  /// - Parameter extent: what the URL gives of a resource; `nil` where it is none of the six's.
  init(on response: TransportResponse, at extent: Records.Extent?) {
    // A page instead of JSON comes from something in between: a gateway, a login.
    guard response.status >= 300 || response.status == 204, response.status != 304,
      response.hasJSONOrNothing
    else {
      self = .unusable
      return
    }
    self =
      switch response.status {
      case 204: extent == nil ? .absence : .unusable
      case 404, 410: extent == .list ? .failure : .absence
      default: Self.isFailure(response.status) ? .failure : .refusal
      }
  }

  /// Whether a status is a failure of the server's, for which a stored response may be served; any
  /// other is its answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}

extension TransportResponse {
  /// Whether the content is JSON, or there is none.
  var hasJSONOrNothing: Bool {
    body.allSatisfy(\.isJSONSpace) || (try? JSONDocument(body)) != nil
  }
}
