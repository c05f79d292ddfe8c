import CCurl
import TestSupport
import Testing

@testable import JPCore

@Suite("Why a transfer failed", .limited)
struct CurlFailureTests {
  @Test(
    "Without a connection, the system's error says whether there is a route",
    arguments: [
      (EHOSTUNREACH, .noRoute), (ENETUNREACH, .noRoute), (ENETDOWN, .noRoute),
      (ECONNREFUSED, .notConnected),
    ] as [(Int32, TransportError.Reason)])
  func routes(errno: Int32, reason: TransportError.Reason) throws {
    let failure = CurlFailure(
      code: CCURL_COULDNT_CONNECT, words: "", errno: errno, proxyStatus: 0, hasHead: false,
      isHeadComplete: false, isChunked: false)
    #expect(failure.reason(for: try #require(HTTPURL("http://h"))) == reason)
  }
}
