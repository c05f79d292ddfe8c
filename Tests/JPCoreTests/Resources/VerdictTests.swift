import TestSupport
import Testing

@testable import JPCore

@Suite("The verdict on a response that isn't a document", .limited)
struct VerdictTests {
  @Test(
    "An unusable response is an absence, a refusal or a failure, by its status, content and path",
    arguments: [
      ([404, 410], "{}", "/x", .absence), ([404, 410], "", "/users/1", .absence),
      ([404, 410], "{}", "/users/1/albums", .absence), ([404, 410], "{}", "/users", .failure),
      ([404, 410], "{}", "/users?id=1", .absence), ([404, 410, 503], "<html>", "/x", .failure),
      ([204], "", "/x", .absence), ([204], "", "/users/1", .failure),
      ([204], "", "/users", .failure), ([200, 299, 304], "{}", "/x", .failure),
      ([300, 308, 400, 403, 418], " \n", "/users", .refusal), ([403], "{}", "/users/1", .refusal),
      ([403], "Denied", "/x", .failure),
      ([408, 425, 429, 500, 520], "{}", "/x", .failure),
    ] as [([Int], String, String, Verdict)])
  func verdicts(statuses: [Int], body: String, path: String, expected: Verdict) {
    for status in statuses {
      let response = HTTPResponse(status: status, body: Array(body.utf8), url: "http://h/x")
      let content = ErrorContent(of: response)
      let unusable = UnusableResponse(.empty, hasJSONOrNothing: content.isJSONOrEmpty)
      let verdict = Verdict(on: unusable, status: status, to: ResourcePath(path))
      #expect(verdict == expected, "\(status)")
    }
  }
}
