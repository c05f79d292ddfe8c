import TestSupport

extension FaultCase {
  private static let bytes = Array(whole.utf8)
  private static let gzip = Gzip.stored(bytes)

  private static func coded(_ coding: String, _ bytes: [UInt8]) -> [Step] {
    .reply(fields: ["Content-Encoding: \(coding)"], bytes)
  }

  private static func damaged(at offset: Int) -> [UInt8] {
    var bytes = gzip
    bytes[offset] ^= 0x55
    return bytes
  }

  /// libcurl doesn't report gzip that ends too early: the decoded part is the whole content.
  static let codings: [FaultCase] = [
    FaultCase("gzip of gzip", coded("gzip, X-GZIP", Gzip.stored(gzip)), .document(whole)),
    FaultCase("gzip with a wrong mark", coded("gzip", damaged(at: 0)), .notJSON),
    FaultCase(
      "gzip with a wrong checksum", coded("gzip", damaged(at: gzip.count - 8)), .notJSON),
    FaultCase("gzip cut after its header", coded("gzip", Array(gzip.prefix(10))), .empty),
    FaultCase("gzip cut in its data", coded("gzip", Array(gzip.prefix(20))), .notJSON),
    FaultCase("gzip without its trailer", coded("gzip", gzip.dropLast(8)), .document(whole)),
    FaultCase("gzip and further bytes", coded("gzip", gzip + [1, 2, 3]), .notJSON),
    FaultCase(
      "gzip, with a field of the user's own", with: ["-H", "Accept-Encoding: gzip"],
      coded("gzip", gzip), .notJSON, isStorable: false),
    FaultCase(
      "An unknown Transfer-Encoding",
      .closing(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\n\(whole)"), .other),
    FaultCase(
      "Seven codings",
      coded(
        Array(repeating: "gzip", count: 7).joined(separator: ", "),
        (0..<7).reduce(bytes) { bytes, _ in Gzip.stored(bytes) }), .notJSON),
    FaultCase(
      "gzip in chunks, cut",
      [
        .send(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\na\r\n"),
        .send(Array(gzip.prefix(10))), .send("\r\n"), .close,
      ], .reset),
    bomb("128 MiB of spaces in a small response", of: " ", period: 1, upTo: 1 << 27),
  ]

  static let manyValues = bomb(
    "Too many values in a small response", of: "[0,", period: 2, upTo: 17 << 20)

  /// A small response that decodes to huge content.
  private static func bomb(
    _ name: String, of text: String, period: Int, upTo count: Int
  ) -> FaultCase {
    // A sanitizer is slow with 128 MiB.
    FaultCase(
      name, with: ["--timeout", "60s"],
      coded("gzip", Gzip.repeating(text, period: period, upTo: count)), .tooLarge)
  }
}
