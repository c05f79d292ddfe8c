import TestSupport
import Testing

// This import isn't @testable, so the tests use only what a dependent program can use.
import JPCore

@Suite("Header fields as a collection", .limited)
struct HeaderFieldsTests {
  @Test("Header fields are a collection, and the case of their names doesn't matter for equality")
  func collection() {
    let fields: HeaderFields = ["Link": "a", "ETag": "x", "link": "b"]
    #expect(fields == ["link": "a", "etag": "x", "LINK": "b"])
    #expect(fields != ["link": "b", "etag": "x", "LINK": "a"])
    #expect(fields.count == 3 && !fields.isEmpty)
    #expect(fields[1].value == "x")
    #expect(fields[values: "LINK"] == ["a", "b"])
    #expect(fields[values: "Age"] == [])
    #expect(fields.last?.name == "Link")
  }

  @Test("Setting a field replaces all fields of that name; nil removes them")
  func setting() {
    var fields: HeaderFields = ["A": "1", "b": "2", "a": "3"]
    #expect(fields["a"] == "1, 3")
    fields["a"] = "4"
    fields["C"] = "5"
    #expect(Array(fields) == Array(["a": "4", "b": "2", "C": "5"] as HeaderFields))
    fields["B"] = nil
    fields["none"] = nil
    #expect(fields == ["a": "4", "C": "5"])
  }

  @Test(
    "Names are equal if they differ at most in ASCII case (RFC 9110 §5.1)",
    arguments: [
      ("ETag", "etag", true), ("ETAG", "eTaG", true), ("X-Total-Count", "x-total-count", true),
      ("a", "a", true), ("", "", true), ("a1!#$%&'*+-.^_`|~", "A1!#$%&'*+-.^_`|~", true),
      // Bytes that differ by the same bit as letters do.
      ("@", "`", false), ("[", "{", false), ("^", "~", false), ("a\r", "a-", false),
      ("ETag", "ETa", false), ("ETag", "ETags", false), ("a-b", "a_b", false), ("", "a", false),
      // Letters that only Unicode's rules take for the same.
      ("k", "\u{212A}", false), ("é", "É", false), ("é", "e\u{301}", false), ("ß", "ss", false),
    ])
  func nameEquality(one: String, other: String, areEqual: Bool) {
    let oneName = HeaderFields.Name(one)
    let otherName = HeaderFields.Name(other)
    #expect((oneName == otherName) == areEqual)
    #expect((otherName == oneName) == areEqual)
    #expect(Set([oneName, otherName]).count == (areEqual ? 1 : 2))
    let oneField = HeaderFields.Field(name: oneName, value: "v")
    let otherField = HeaderFields.Field(name: otherName, value: "v")
    #expect((oneField == otherField) == areEqual)
    #expect((HeaderFields([oneField]) == HeaderFields([otherField])) == areEqual)
    #expect(HeaderFields([oneField])[otherName] == (areEqual ? "v" : nil))
  }

  @Test("A name keeps its spelling, whether it is a literal, an interpolation or a constant")
  func nameSpellings() {
    let fields: HeaderFields = ["X-tenant": "red", .etag: "1", "X-\(2)": "two"]
    #expect(fields.map(\.name.text) == ["X-tenant", "ETag", "X-2"])
    #expect(fields.map { "\($0.name)" } == ["X-tenant", "ETag", "X-2"])
    #expect(fields.map(\.name.lowercased) == ["x-tenant", "etag", "x-2"])
    #expect(fields["X-Tenant"] == "red" && fields["etag"] == "1" && fields[.etag] == "1")
    #expect(fields != ["X-tenant": "Red", .etag: "1", "X-2": "two"])
  }
}
