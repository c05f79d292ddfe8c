import TestSupport
import Testing

@testable import JPCore

@Suite("What a server says, and what fails", .limited)
struct VerdictTests {
  @Test(
    "The status, the content and the kind of path decide",
    arguments: [
      ([404, 410], "{}", nil, .absence), ([404, 410], "", .single, .absence),
      ([404, 410], "{}", .list, .failure), ([404, 410, 503], "<html>", nil, .failure),
      ([204], "", nil, .absence), ([204], "", .single, .failure), ([204], "", .list, .failure),
      ([200, 299, 304], "{}", nil, .failure),
      ([300, 308, 400, 403, 418], " \n", .list, .refusal), ([403], "{}", .single, .refusal),
      ([403], "Denied", nil, .failure),
      ([408, 425, 429, 500, 520], "{}", nil, .failure),
    ] as [([Int], String, Records.Extent?, Verdict)])
  func verdicts(statuses: [Int], body: String, extent: Records.Extent?, expected: Verdict) {
    for status in statuses {
      let response = TransportResponse(status: status, body: Array(body.utf8), url: "http://h/x")
      #expect(Verdict(on: response, at: extent) == expected, "\(status)")
    }
  }
}
