import Testing

@testable import JPCore

@Suite("An array's elements while its text arrives")
struct ArrayElementsTests {
  @Test(
    "Cut anywhere, each comes once, in its order",
    arguments: [
      "[]", "[1]", " [ 1 , [2,3] , {\"a\":[4,\"]\"]} ,\"a,b\\\"],\" ]\n", "[[],[[]],{},\"\"]",
      "[{\"a\":\"\\\\\"},{\"b\":\"{\"}]", "[\"é,🎵\",null,true]",
    ])
  func cuts(text: String) throws {
    let bytes = Array(text.utf8)
    let all = try JSONDocument(bytes).root.elements.map { Array($0.text) }
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var elements = ArrayElements()
        var found: [[UInt8]] = []
        for end in [first, second, bytes.count] {
          let part = elements.take(from: Array(bytes[..<end]))
          found += part.map { $0.root.elements.map { Array($0.text) } } ?? []
        }
        #expect(found == all, "\(text), \(first), \(second)")
      }
    }
  }

  @Test(
    "What is no array, or no JSON, has none behind the fault",
    arguments: [
      ("{\"a\":[1,2]}", 0), ("\"a,b\"", 0), ("1,2", 0), ("", 0), ("[1,2,x,3]", 2), ("[1,,2]", 1),
      ("[1}", 1), ("]", 0), ("[1,2]3,4]", 2),
    ])
  func faults(text: String, count: Int) {
    var elements = ArrayElements()
    var found = 0
    for end in 0...text.utf8.count {
      found += elements.take(from: Array(text.utf8.prefix(end)))?.root.elements.count ?? 0
    }
    #expect(found == count)
  }
}
