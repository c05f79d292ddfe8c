/// What a response is to the one that is stored for the URL: what a server says and what fails are
/// kept apart.
enum Verdict {
  /// A document, as expected.
  case document
  /// The server's word that there is nothing.
  case absence
  /// Another status with which the server does what it should.
  case refusal
  /// No answer: the server's failure, or not what has to be there.
  case failure

  /// Judges a response that is not the expected document.
  ///
  /// - Parameter extent: what the URL gives of a resource; `nil` where it is none of the six's.
  init(on response: TransportResponse, at extent: Records.Extent?) {
    // A page in the place of JSON is of something that stands between: a gateway, a login.
    guard response.status >= 300 || response.status == 204, response.status != 304,
      !Self.isFailure(response.status), response.hasJSONOrNothing
    else {
      self = .failure
      return
    }
    self =
      switch response.status {
      case 204: extent == nil ? .absence : .failure
      case 404, 410: extent == .list ? .failure : .absence
      default: .refusal
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
