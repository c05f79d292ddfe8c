import TestSupport

/// One or two examples of each kind; JSONDocumentTests has the table of JSON errors.
extension FaultCase {
  private static func body(
    _ name: String, _ body: String, type: String = "application/json", _ outcome: Outcome
  ) -> FaultCase {
    FaultCase(name, .reply(type: type, body), outcome)
  }

  private static func unchanged(_ name: String, _ text: String) -> FaultCase {
    body(name, text, .document(text))
  }

  static let content: [FaultCase] = pages + texts + tolerated

  private static let pages: [FaultCase] = [
    body("Nothing", "", .empty),
    body("A byte order mark and white space", "\u{FEFF} \n", .empty),
    body("A page", "<!DOCTYPE html><title>Sign in</title>", type: "text/html", .html),
    body("A page labelled as JSON, after a byte order mark", "\u{FEFF}\n<HTML>", .html),
    body("A piece of a page", "<p>Sign in</p>", type: "text/html; charset=utf-8", .html),
    body("A piece of a page labelled as JSON", "<p>Sign in</p>", .notJSON),
    body("Text", "Hello", .notJSON),
  ]

  private static let texts: [FaultCase] = [
    body("JSON Lines", "{\"id\":1}\n{\"id\":2}\n", .notJSON),
    body("JSON cut in a list", #"[{"id":1}"#, .notJSON),
    body("A comma at a list's end", #"[{"id":1},]"#, .notJSON),
    body("512 levels that don't end", String(repeating: "[", count: 512), .notJSON),
    body("100000 levels", String(repeating: "[", count: 100_000), .notJSON),
    FaultCase("UTF-16", .reply([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]), .notJSON),
    FaultCase(
      "Latin-1", .reply(Array(#"[{"id":1,"name":""#.utf8) + [0xE9] + Array(#""}]"#.utf8)), .notJSON),
    body("A NUL in a text", "[{\"id\":1,\"name\":\"a\0b\"}]", .notJSON),
  ]

  private static let many =
    #"[{"id":1,"# + (0..<5000).map { #""m\#($0)":\#($0)"# }.joined(separator: ",") + "}]"

  private static let tolerated: [FaultCase] = [
    body("A byte order mark before JSON", "\u{FEFF}" + whole, .document(whole)),
    body("White space around JSON", "\r\n\t " + whole + "\r\n\t ", .document(whole)),
    body("JSON labelled as a page", whole, type: "text/html", .document(whole)),
    body("JSON without a label", whole, type: "", .document(whole)),
    body(
      "JSON labelled as Latin-1", #"[{"id":1,"name":"é"}]"#,
      type: "application/json; charset=iso-8859-1", .document(#"[{"id":1,"name":"é"}]"#)),
    unchanged("An object with 5000 members", many),
    FaultCase(
      "A member twice: the last one counts, both are shown", for: users + ["--where", "id = 7"],
      .reply(#"[{"id":1,"name":"a","id":7},{"id":7,"id":1}]"#),
      .document(#"[{"id":1,"name":"a","id":7}]"#)),
    unchanged("Escaped NUL and unpaired surrogate", #"[{"id":1,"name":"\u0000\ud800"}]"#),
    unchanged("The number 1e400", #"[{"id":1,"n":1e400}]"#),
    unchanged("A number of 400 digits", #"[{"id":1,"n":\#(String(repeating: "9", count: 400))}]"#),
  ]
}
