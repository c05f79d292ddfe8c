import TestSupport
import Testing

@testable import JPCore

@Suite("Lists in header fields, RFC 9110 §5.6.1", .limited)
struct FieldListTests {
  @Test(
    "A list is split at commas, but not in an argument's quoted string or in a link's brackets",
    arguments: [
      ("", []), (" , ,", []), ("a", ["a"]), (" a ,\tb,,c", ["a", "b", "c"]),
      (#"a="b, c", d"#, [#"a="b, c""#, "d"]), (#"a = "b, c" , d"#, [#"a = "b, c""#, "d"]),
      (#"a="\", b", c"#, [#"a="\", b""#, "c"]), (#"a="\\", b"#, [#"a="\\""#, "b"]),
      ("<http://h/?a,b>; c, <d>", ["<http://h/?a,b>; c", "<d>"]),
      // Neither begins an argument or a link.
      (#"a"b, c"d"#, [#"a"b"#, #"c"d"#]), (#""a, b""#, [#""a"#, #"b""#]),
      ("a<b, c>", ["a<b", "c>"]),
      // Never closed.
      (#"a="b, c"#, [#"a="b"#, "c"]), ("<a, b", ["<a", "b"]), ("<a>, <b, c", ["<a>", "<b", "c"]),
    ] as [(String, [String])])
  func elements(value: String, elements: [String]) {
    #expect(value.listElements(separatedBy: .comma) == elements)
  }

  @Test(
    "A link leads to the next page however it is spelled (RFC 8288 §3)",
    arguments: [
      ([#"<http://h/?a>; rel="next""#], true), (["<a>;\trel=next"], true),
      ([#"<a>; rel = "next""#], true), (["<a>; REL=\"prev\tNext\""], true),
      ([#"<a;b>; title="x;y"; rel=next"#], true), (["<a>; rel=prev, <b>; rel=next"], true),
      ([#"<a>; title="x"#, "<b>; rel=next"], true),
      (["<http://h/?x=,rel=next,y>; rel=prev"], false), (["<http://h/?;rel=next>"], false),
      ([#"<a>; title="x; rel=next""#], false), (["<a>; rel=nextpage"], false),
      (["<a>; xrel=next"], false), (["<a>; rel"], false), ([], false),
    ] as [([String], Bool)])
  func nextPage(links: [String], isPart: Bool) throws {
    let fields = HeaderFields(links.map { .init(name: "Link", value: $0) })
    let response = HTTPResponse(status: 200, headerFields: fields, body: [], url: "http://h/users")
    let users = try List(JSONDocument("[]"), of: .users)
    #expect((users.mismatchWithWholeList(in: response) != nil) == isPart)
  }
}
