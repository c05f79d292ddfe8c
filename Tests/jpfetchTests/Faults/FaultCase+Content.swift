import TestSupport

extension FaultCase {
  private static let whole = #"[{"id":1}]"#

  private static func body(
    _ name: String, _ body: String, type: String = "application/json", _ outcome: Outcome
  ) -> FaultCase {
    FaultCase(name, .reply(type: type, body), outcome)
  }

  /// - Parameter column: of the first line.
  private static func bad(
    _ name: String, _ text: String, _ column: Int, _ expected: String, _ found: String,
    text words: String? = nil
  ) -> FaultCase {
    body(
      name, text,
      .notJSON(
        "line 1 column \(column): expected \(expected), found \(found)",
        text: words.map { "line 1 column \(column): expected \(expected), found \($0)" }))
  }

  /// Bytes between the quotes of a name.
  private static func bytes(_ name: String, _ bytes: [UInt8]) -> FaultCase {
    FaultCase(
      name, .reply(Array(#"[{"id":1,"name":""#.utf8) + bytes + Array(#""}]"#.utf8)),
      .notJSON("line 1 column 18: invalid UTF-8"))
  }

  /// A member beside the id.
  private static func number(_ text: String) -> FaultCase {
    body(
      "The number \(text.prefix(9))", #"[{"id":1,"n":\#(text)}]"#,
      .document(#"[{"id":1,"n":\#(text)}]"#))
  }

  static let content: [FaultCase] = tolerated + pages + texts + strings + numbers

  private static let many =
    #"[{"id":1,"# + (0..<5000).map { #""m\#($0)":\#($0)"# }.joined(separator: ",") + "}]"

  private static let tolerated: [FaultCase] = [
    body("A byte order mark before JSON", "\u{FEFF}" + whole, .document(whole)),
    body("White space around JSON", "\r\n\t " + whole + "\r\n\t ", .document(whole)),
    body("JSON called a page", whole, type: "text/html", .document(whole)),
    body("JSON called nothing", whole, type: "", .document(whole)),
    body(
      "JSON called Latin-1", #"[{"id":1,"name":"é"}]"#,
      type: "application/json; charset=iso-8859-1", .document(#"[{"id":1,"name":"é"}]"#)),
    body("An object with 5000 members", many, .document(many)),
    FaultCase(
      "A member twice: the last one counts, both are shown", for: users + ["--where", "id = 7"],
      .reply(#"[{"id":1,"name":"a","id":7},{"id":7,"id":1}]"#),
      .document(#"[{"id":1,"name":"a","id":7}]"#)),
    body(
      "512 levels", String(repeating: "[", count: 512),
      .notJSON("line 1 column 513: expected a value, found the end")),
    body(
      "A NUL that is escaped", #"[{"id":1,"name":"\u0000"}]"#,
      .document(#"[{"id":1,"name":"\u0000"}]"#)),
    body(
      "Half of a pair of surrogates, escaped", #"[{"id":1,"name":"\ud800"}]"#,
      .document(#"[{"id":1,"name":"\ud800"}]"#)),
  ]

  private static let pages: [FaultCase] = [
    body("Nothing", "", .empty),
    body("White space", " \r\n\t", .empty),
    body("A byte order mark", "\u{FEFF}", .empty),
    body("A byte order mark and white space", "\u{FEFF} \n", .empty),
    body("A page", "<!DOCTYPE html><title>Sign in</title>", type: "text/html", .html),
    body("A page called JSON", "\n<!doctype HTML><title>Sign in</title>", .html),
    body("A page behind a byte order mark", "\u{FEFF}<html>", .html),
    body("A piece of a page", "<p>Sign in</p>", type: "text/html; charset=utf-8", .html),
    bad("A piece of a page called JSON", "<p>Sign in</p>", 1, "a value", "\"<\""),
    bad("XML", "<?xml version='1.0'?>", 1, "a value", "\"<\""),
    bad("Text", "Hello", 1, "a value", "\"H\""),
    bad("CSV", "id,name\n1,A\n", 1, "a value", "\"i\""),
  ]

  private static let texts: [FaultCase] = [
    body(
      "JSON Lines", "{\"id\":1}\n{\"id\":2}\n",
      .notJSON("line 2 column 1: expected the end, found \"{\"")),
    body(
      "Two documents", "\(whole)\n\(whole)\n",
      .notJSON("line 2 column 1: expected the end, found \"[\"")),
    bad("Something behind JSON", whole + "x", 11, "the end", "\"x\""),
    bad("A semicolon behind JSON", whole + ";", 11, "the end", "\";\""),
    bad("A guard before JSON", ")]}'\n" + whole, 1, "a value", "\")\""),
    bad("A call around JSON", "callback(\(whole))", 1, "a value", "\"c\""),
    bad("JSON cut in a list", "[", 2, "a value", "the end"),
    bad("JSON cut in an object", "[{", 3, "a name or \"}\"", "the end"),
    bad("JSON cut behind a name", #"[{"id""#, 7, "\":\"", "the end"),
    bad("JSON cut behind a record", #"[{"id":1}"#, 10, "\",\" or \"]\"", "the end"),
    bad("JSON cut in a word", "[tru", 2, "a value", "\"t\""),
    bad("JSON cut in a text", #"[{"id":1,"name":"a"#, 19, "the string's end", "the end"),
    bad("NaN", #"[{"id":NaN}]"#, 8, "a value", "\"N\""),
    bad("Infinity", #"[{"id":-Infinity}]"#, 9, "a digit", "\"I\""),
    bad("undefined", #"[{"id":undefined}]"#, 8, "a value", "\"u\""),
    bad("True in Python's spelling", "[True]", 2, "a value", "\"T\""),
    bad("Single quotes", "[{'id':1}]", 3, "a name or \"}\"", "\"'\""),
    bad("A name without quotes", "[{id:1}]", 3, "a name or \"}\"", "\"i\""),
    bad("A comment", "[/* x */]", 2, "a value", "\"/\""),
    bad("A comma at a list's end", #"[{"id":1},]"#, 11, "a value", "\"]\""),
    bad("A comma at an object's end", #"[{"id":1,}]"#, 10, "a name", "\"}\""),
    bad("A comma missing", #"[{"id":1}{"id":2}]"#, 10, "\",\" or \"]\"", "\"{\""),
    bad("A colon missing", #"[{"id" 1}]"#, 8, "\":\"", "\"1\""),
    bad("The wrong bracket", #"[{"id":1]]"#, 9, "\",\" or \"}\"", "\"]\""),
    bad(
      "513 levels", String(repeating: "[", count: 513) + String(repeating: "]", count: 513), 513,
      "at most 512 levels", "\"[\""),
    bad(
      "100000 levels", String(repeating: "[", count: 100_000), 513, "at most 512 levels", "\"[\""),
    bad(
      "513 levels of objects", String(repeating: #"{"a":"#, count: 513), 2561, "at most 512 levels",
      "\"{\""),
    FaultCase(
      "UTF-16 with a byte order mark", .reply([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]),
      .notJSON("line 1 column 1: expected a value, found invalid UTF-8")),
    bad("UTF-16", "\0[\0]", 1, "a value", "\"\0\"", text: #""\u0000""#),
  ]

  private static let strings: [FaultCase] = [
    bytes("An overlong slash", [0xC0, 0xAF]),
    bytes("An overlong slash of three bytes", [0xE0, 0x80, 0xAF]),
    bytes("A surrogate in UTF-8", [0xED, 0xA0, 0x80]),
    bytes("A character cut short", [0xE2, 0x82]),
    bytes("Latin-1", [0xE9]),
    bytes("A character beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
    bytes("A byte that UTF-8 hasn't", [0xFF]),
    bad(
      "A NUL in a text", "[{\"id\":1,\"name\":\"a\0b\"}]", 19, "the string's end", "\"\0\"",
      text: #""\u0000""#),
    bad(
      "A line end in a text", "[{\"id\":1,\"name\":\"a\nb\"}]", 19, "the string's end", "\"\n\"",
      text: #""\n""#),
    bad(
      "A tab in a text", "[{\"id\":1,\"name\":\"a\tb\"}]", 19, "the string's end", "\"\t\"",
      text: #""\t""#),
    bad(
      "An escape that JSON hasn't", #"[{"id":1,"name":"\x41"}]"#, 19, "an escape of JSON", "\"x\""),
    bad(
      "An escape with a wrong digit", #"[{"id":1,"name":"\u00G0"}]"#, 22, "a hexadecimal digit",
      "\"G\""),
  ]

  private static let numbers: [FaultCase] =
    [
      "1e400", "-0", "0.1e-5", String(repeating: "9", count: 400), "12345678901234567890",
      "1." + String(repeating: "3", count: 400),
    ].map(number) + [
      bad("A leading zero", #"[{"id":01}]"#, 9, "\",\" or \"}\"", "\"1\""),
      bad("A plus", #"[{"id":+1}]"#, 8, "a value", "\"+\""),
      bad("A point first", #"[{"id":.5}]"#, 8, "a value", "\".\""),
      bad("A point last", #"[{"id":1.}]"#, 10, "a digit", "\"}\""),
      bad("An exponent without digits", #"[{"id":1e}]"#, 10, "a digit", "\"}\""),
      bad("A minus alone", #"[{"id":-}]"#, 9, "a digit", "\"}\""),
      bad("A hexadecimal number", #"[{"id":0x1}]"#, 9, "\",\" or \"}\"", "\"x\""),
    ]
}
