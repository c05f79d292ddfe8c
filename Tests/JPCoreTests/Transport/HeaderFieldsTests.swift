import TestSupport
import Testing

// Without @testable: what a program that depends on the package sees.
import JPCore

@Suite("Header fields as a collection", .limited)
struct HeaderFieldsTests {
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
}
