import TestSupport

/// Statuses that aren't one, and 101; a transcript shows the others.
extension FaultCase {
  static let statuses: [FaultCase] =
    ["099", "000", "1000", "-200", "20"].map {
      FaultCase("Status \($0)", .closing("HTTP/1.1 \($0) Status\r\n\r\n\(whole)"), .other)
    } + [
      FaultCase(
        "101 without a request for it, and FIN",
        .closing("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .reset)
    ]
}
