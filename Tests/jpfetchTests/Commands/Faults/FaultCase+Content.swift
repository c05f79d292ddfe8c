import TestSupport

/// Examples of content; JSONDocumentTests and ResponseCheckTests have the tables.
extension FaultCase {
  static let content: [FaultCase] = [
    FaultCase("Nothing", .reply(""), .empty),
    FaultCase("A page", .reply(type: "text/html", "<!DOCTYPE html><title>Sign in</title>"), .html),
    FaultCase(
      "A piece of a page", .reply(type: "text/html; charset=utf-8", "<p>Sign in</p>"), .html),
    FaultCase("A piece of a page labelled as JSON", .reply("<p>Sign in</p>"), .notJSON),
    FaultCase("JSON cut in a list", .reply(#"[{"id":1}"#), .notJSON),
    FaultCase("UTF-16", .reply([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]), .notJSON),
    FaultCase(
      "JSON labelled as a page, after a byte order mark",
      .reply(type: "text/html", "\u{FEFF}" + whole), .document(whole)),
    FaultCase("JSON without a label", .reply(type: "", whole), .document(whole)),
    FaultCase(
      "JSON labelled as Latin-1",
      .reply(type: "application/json; charset=iso-8859-1", #"[{"id":1,"name":"é"}]"#),
      .document(#"[{"id":1,"name":"é"}]"#)),
    FaultCase(
      "A member twice: the last one counts, both are shown", for: users + ["--where", "id = 7"],
      .reply(#"[{"id":1,"name":"a","id":7},{"id":7,"id":1}]"#),
      .document(#"[{"id":1,"name":"a","id":7}]"#)),
    FaultCase(
      "Escaped NUL, an unpaired surrogate, and a number of 400 digits", .reply(odd), .document(odd)),
  ]

  private static let odd =
    #"[{"id":1,"name":"\u0000\ud800","n":\#(String(repeating: "9", count: 400))}]"#
}
