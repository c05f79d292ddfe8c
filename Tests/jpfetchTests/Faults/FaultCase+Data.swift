import TestSupport

extension FaultCase {
  private static func list(
    _ name: String, for command: [String] = users, _ body: String, _ why: String, path: String?
  ) -> FaultCase {
    FaultCase(name, for: command, .reply(body), .misfit(why, path: path))
  }

  private static func good(_ name: String, _ body: String) -> FaultCase {
    FaultCase(name, .reply(body), .document(body))
  }

  /// A value that is no id.
  private static func id(_ value: String) -> FaultCase {
    list(
      "The id \(value)", #"[{"id":\#(value)}]"#,
      "users[0].id, line 1 column 8: expected an integer, found \(value)", path: "[0].id")
  }

  private static let at = "users, line 1 column 1: expected an array, found "

  static let data: [FaultCase] = shapes + ids + fields + tolerated + incomplete

  private static let shapes: [FaultCase] =
    ["{}", "null", #""x""#, "5", "true", #"{"users":[]}"#].map {
      list("Instead of a list: \($0)", $0, at + $0, path: nil)
    }
    + ["null", "1", "[]", #""x""#].map {
      list(
        "Instead of a record: \($0)", #"[{"id":1},\#($0)]"#,
        "users[1], line 1 column 11: expected an object, found \($0)", path: "[1]")
    }
    + ["null", "5", #""x""#, "[1]", "[]", "{}"].map {
      FaultCase("get takes \($0)", for: ["get", "x"], .reply($0), .document($0))
    } + [
      FaultCase(
        "A list instead of a single record", for: ["users", "1", "--embed", "none"], .reply("[]"),
        .misfit("users, line 1 column 1: expected an object, found []", path: nil),
        stored: .cannotBe
      ),
      FaultCase(
        "Another record than the one asked for", for: ["users", "1", "--embed", "none"],
        .reply(#"{"name":"A","id":7}"#),
        .misfit("users.id, line 1 column 18: expected 1, found 7", path: "id"), stored: .cannotBe),
    ]

  private static let ids: [FaultCase] =
    ["true", "1.5", "1e2", "[]", "{}", "-0.0"].map(id) + [
      list(
        "A text among ids", #"[{"id":1},{"id":"2"}]"#,
        #"users[1].id, line 1 column 17: expected an integer, found "2""#, path: "[1].id"),
      list(
        "An integer among text ids", #"[{"id":"1"},{"id":2}]"#,
        #"users[0].id, line 1 column 8: expected an integer, found "1""#, path: "[0].id"),
    ]

  private static let fields: [FaultCase] = [
    list(
      "A text in a photo's albumId", for: ["photos"],
      "[\n  {\"id\": 1, \"albumId\": 1},\n  {\"id\": 2, \"title\": \"é\", \"albumId\": \"x\"}\n]\n",
      #"photos[1].albumId, line 3 column 38: expected an integer, found "x""#, path: "[1].albumId"),
    list(
      "A number deep in an address", #"[{"id":1,"address":{"geo":{"lat":-37.3}}}]"#,
      "users[0].address.geo.lat, line 1 column 34: expected a string, found -37.3",
      path: "[0].address.geo.lat"),
    list(
      "A text instead of an address", #"[{"id":1,"address":"here"}]"#,
      #"users[0].address, line 1 column 20: expected an object, found "here""#, path: "[0].address"),
    list(
      "yes instead of true", for: ["todos"], #"[{"id":1,"completed":"yes"}]"#,
      #"todos[0].completed, line 1 column 22: expected true or false, found "yes""#,
      path: "[0].completed"),
    list(
      "1 instead of true", for: ["todos"], #"[{"id":1,"completed":1}]"#,
      "todos[0].completed, line 1 column 22: expected true or false, found 1", path: "[0].completed"
    ),
    list(
      "A list instead of a name", #"[{"id":1,"name":["a","b"]}]"#,
      #"users[0].name, line 1 column 17: expected a string, found ["a","b"]"#, path: "[0].name"),
    list(
      "A long value", #"[{"id":1,"name":[\#(String(repeating: "1,", count: 50))1]}]"#,
      "users[0].name, line 1 column 17: expected a string, found ["
        + String(repeating: "1,", count: 19) + "1", path: "[0].name"),
  ]

  private static let tolerated: [FaultCase] = [
    good("No records", "[]"),
    good("A negative id", #"[{"id":-1}]"#),
    good("A huge id", #"[{"id":123456789012345678901234567890}]"#),
    good("Text ids", #"[{"id":"a"},{"id":"b"}]"#),
    good("Fields that are null", #"[{"id":1,"name":null,"address":null,"company":{"name":null}}]"#),
    good("Fields that are missing", #"[{"id":1},{"id":2,"address":{}}]"#),
    good("Members that nobody knows", #"[{"id":1,"x":[{"y":null}]}]"#),
    FaultCase(
      "A record without id", .reply(#"[{"id":1},{"name":"a"},{"id":null}]"#),
      .misfit(
        "users[1].id, line 1 column 11: expected an integer, found nothing", path: "[1].id")),
    FaultCase(
      "An empty record", .reply("[{}]"),
      .misfit("users[0].id, line 1 column 2: expected an integer, found nothing", path: "[0].id")),
    FaultCase(
      "An error with 200", .reply(#"[{"error":"maintenance"}]"#),
      .misfit("users[0].id, line 1 column 2: expected an integer, found nothing", path: "[0].id")),
    FaultCase(
      "Two records with an id", .reply(#"[{"id":1},{"id":1}]"#),
      .document(
        #"[{"id":1},{"id":1}]"#,
        notices: ["1 user repeats an earlier id; first: 1"])),
  ]

  private static let misfit = #"users[1].name, line 1 column 26: expected a string, found 5"#
  private static let mixed = #"[{"id":1},{"id":2,"name":5},null,{"id":3}]"#
  private static let withAlbums = ["users", "--embed", "albums"]

  private static let incomplete: [FaultCase] = [
    list("A record that doesn't fit", mixed, misfit, path: "[1].name"),
    FaultCase(
      "--lenient leaves out what doesn't fit", for: users + ["--lenient"], .reply(mixed),
      .document(
        #"[{"id":1},{"id":3}]"#, exit: 8, notices: ["left out 2 users that don't fit: \(misfit)"]),
      stored: .isLeft),
    FaultCase(
      "--lenient where nothing fits", for: users + ["--lenient"], .reply("[1]"),
      .document(
        "[]", exit: 8,
        notices: [
          "left out 1 user that doesn't fit: users[0], line 1 column 2: expected an object, found 1"
        ]),
      stored: .isLeft),
    FaultCase(
      "--lenient doesn't take a record for a list", for: users + ["--lenient"], .reply("{}"),
      .misfit(at + "{}", path: nil)),
    FaultCase(
      "--partial doesn't do without the records themselves", for: users + ["--partial"],
      .reply(status: 500, ""), .status(500)),
    partial("a status", .reply(status: 503, "{}"), "status 503: http://$HOST/albums"),
    partial(
      "RST", [.reset],
      "the server closed the connection before the answer was whole: http://$HOST/albums"
    ),
    partial(
      "no JSON", .reply("x"),
      "not JSON: http://$HOST/albums: line 1 column 1: expected a value, found \"x\""),
    partial(
      "another shape", .reply("{}"),
      "doesn't fit: http://$HOST/albums: albums, line 1 column 1: expected an array, found {}"),
  ]

  /// Albums that don't arrive.
  private static func partial(_ name: String, _ steps: [Step], _ why: String) -> FaultCase {
    FaultCase(
      "--partial prints null for what fails with \(name)", for: withAlbums + ["--partial"],
      answering: { request, _ in
        request.path == "/albums" ? steps : .reply(goodData)
      },
      .document(
        #"[{"id":7,"userId":7,"albumId":7,"albums":null}]"#, exit: 8,
        notices: ["albums are missing: \(why)"]),
      stored: .standsIn(why))
  }
}
