import TestSupport

/// Examples of each kind; VerdictTests, ResponseCheckTests and RetryTests have the tables.
extension FaultCase {
  static let statuses: [FaultCase] =
    [400, 403].map {
      FaultCase("\($0)", .reply(status: $0, "{}"), .status($0), stored: .isNotUsed)
    }
    // A list can't be missing: 404 comes from a gateway or a wrong URL.
    + [404, 429, 503, 599, 600, 999].map {
      FaultCase("\($0)", .reply(status: $0, "{}"), .status($0))
    }
    + ["099", "000", "1000", "-200", "20"].map {
      FaultCase("Status \($0)", .closing("HTTP/1.1 \($0) Status\r\n\r\n\(whole)"), .other)
    } + odd

  private static let odd: [FaultCase] = [
    FaultCase("204", .closing("HTTP/1.1 204 No Content\r\n\r\n"), .empty),
    FaultCase("203", .reply(status: 203, whole), .document(whole)),
    FaultCase(
      "101 without a request for it, and FIN",
      .closing("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .reset),
    FaultCase(
      "206 without a request for it",
      .reply(status: 206, fields: ["Content-Range: bytes 0-9/99"], whole), .status(206)),
    FaultCase(
      "304 with another entity tag",
      .closing("HTTP/1.1 304 Not Modified\r\nETag: \"other\"\r\n\r\n"), .status(304)),
    FaultCase(
      "An error that is cut short",
      .closing("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n{"), .reset),
    FaultCase(
      "429 with a wait beyond --timeout", with: ["--retry", "1"],
      .reply(status: 429, fields: ["Retry-After: 15"], "{}"), .status(429), requests: 1),
  ]
}
