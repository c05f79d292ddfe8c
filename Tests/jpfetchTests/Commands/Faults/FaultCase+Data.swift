import TestSupport

extension FaultCase {
  private static let user = ["users", "1", "--embed", "none"]

  /// Examples of data that doesn't fit; FetcherTests has the table with their places.
  static let data: [FaultCase] = [
    FaultCase("Instead of a list: {}", .reply("{}"), .misfit()),
    FaultCase("Instead of a record: []", .reply(#"[{"id":1},[]]"#), .misfit("[1]")),
    FaultCase("get accepts null", for: ["get", "x"], .reply("null"), .document("null")),
    FaultCase("get accepts text", for: ["get", "x"], .reply(#""x""#), .document(#""x""#)),
    FaultCase(
      "A list instead of a single record", for: user, .reply("[]"), .misfit(),
      stored: .isImpossible),
    FaultCase(
      "Another record than the requested one", for: user, .reply(#"{"name":"A","id":7}"#),
      .misfit("id"), stored: .isImpossible),
  ]
}
