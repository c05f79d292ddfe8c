import TestSupport

extension FaultCase {
  private static func good(_ name: String, _ body: String) -> FaultCase {
    FaultCase(name, .reply(body), .document(body))
  }

  private static func bad(
    _ name: String, _ body: String, _ path: String? = nil, stored: Stored = .usual
  ) -> FaultCase {
    FaultCase(name, .reply(body), .misfit(path), stored: stored)
  }

  /// FetcherTests has the table of misfits with their places.
  static let data: [FaultCase] = shapes + ids + fields + tolerated + incomplete

  private static let shapes: [FaultCase] =
    ["{}", "null", #"{"users":[]}"#].map { bad("Instead of a list: \($0)", $0) }
    + ["null", "[]"].map { bad("Instead of a record: \($0)", #"[{"id":1},\#($0)]"#, "[1]") }
    + ["null", "5", #""x""#, "[1]", "[]", "{}"].map {
      FaultCase("get accepts \($0)", for: ["get", "x"], .reply($0), .document($0))
    } + [
      FaultCase(
        "A list instead of a single record", for: ["users", "1", "--embed", "none"], .reply("[]"),
        .misfit(), stored: .isImpossible),
      FaultCase(
        "Another record than the requested one", for: ["users", "1", "--embed", "none"],
        .reply(#"{"name":"A","id":7}"#), .misfit("id"), stored: .isImpossible),
    ]

  private static let ids: [FaultCase] = [
    bad("A fraction as id", #"[{"id":1.5}]"#, "[0].id"),
    bad("A text among ids", #"[{"id":1},{"id":"2"}]"#, "[1].id"),
    bad("An integer among text ids", #"[{"id":"1"},{"id":2}]"#, "[0].id"),
    bad("A record without id", #"[{"id":1},{"name":"a"},{"id":null}]"#, "[1].id"),
    bad("An error with 200", #"[{"error":"maintenance"}]"#, "[0].id"),
  ]

  private static let fields: [FaultCase] = [
    FaultCase(
      "A text in a photo's albumId", for: ["photos"],
      .reply(#"[{"id":1,"albumId":1},{"id":2,"albumId":"x"}]"#), .misfit("[1].albumId"),
      stored: .isReplaced),
    bad(
      "A number deep in an address", #"[{"id":1,"address":{"geo":{"lat":-37.3}}}]"#,
      "[0].address.geo.lat", stored: .isReplaced),
    bad(
      "A long value", #"[{"id":1,"name":[\#(String(repeating: "1,", count: 50))1]}]"#, "[0].name",
      stored: .isReplaced),
  ]

  private static let tolerated: [FaultCase] = [
    good("No records", "[]"),
    good("A negative id", #"[{"id":-1}]"#),
    good("A huge id", #"[{"id":123456789012345678901234567890}]"#),
    good("Text ids", #"[{"id":"a"},{"id":"b"}]"#),
    good("Fields that are null", #"[{"id":1,"name":null,"address":null,"company":{"name":null}}]"#),
    good("Fields that are missing", #"[{"id":1},{"id":2,"address":{}}]"#),
    good("Unknown members", #"[{"id":1,"x":[{"y":null}]}]"#),
    FaultCase(
      "Two records with an id", .reply(#"[{"id":1},{"id":1}]"#),
      .document(
        #"[{"id":1},{"id":1}]"#, warnings: 1)),
  ]

  private static let mixed = #"[{"id":1},{"id":2,"name":5},{"id":3}]"#

  private static let incomplete: [FaultCase] = [
    bad("A record that doesn't fit", mixed, "[1].name", stored: .isReplaced),
    FaultCase(
      "--lenient leaves out misfits", for: users + ["--lenient"], .reply(mixed),
      .document(#"[{"id":1},{"id":3}]"#, exit: 8, warnings: 1), stored: .isReplaced),
    FaultCase(
      "--lenient with misfits only", for: users + ["--lenient"], .reply(#"[{"id":1,"name":5}]"#),
      .document("[]", exit: 8, warnings: 1), stored: .isReplaced),
    FaultCase(
      "--lenient doesn't accept a record as a list", for: users + ["--lenient"], .reply("{}"),
      .misfit()),
    FaultCase(
      "--partial needs the records themselves", for: users + ["--partial"],
      .reply(status: 500, ""), .status(500)),
    partial("a status", .reply(status: 503, "{}")),
    partial("RST", [.reset]),
    partial("no JSON", .reply("x")),
    partial("another shape", .reply("{}")),
  ]

  /// Albums that fail.
  private static func partial(_ name: String, _ steps: [Step]) -> FaultCase {
    FaultCase(
      "--partial prints null for a list that fails with \(name)",
      for: ["users", "--embed", "albums", "--partial"],
      answering: { request, _ in request.path == "/albums" ? steps : .reply(goodData) },
      .document(#"[{"id":7,"userId":7,"albumId":7,"albums":null}]"#, exit: 8, warnings: 1),
      stored: .isServed)
  }
}
