@testable import JPCore

/// Canned answers that needn't be waited for.
struct AtHand: ImmediateLink {
  private let answers: CannedTransport

  init(_ answers: [String: CannedTransport.Answer]) {
    self.answers = CannedTransport(answers)
  }

  func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    try answers.response(to: request)
  }
}
