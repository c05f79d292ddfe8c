import Testing

@testable import JPCore

@Suite("Text that is shown as it stands")
struct PlainTextTests {
  @Test("A character that isn't plain is seen at every place in strings of every length")
  func places() throws {
    for other in ["\u{7F}", "é", "日", "\\n", "\\\\", "\\u0041", "\\\""] {
      for length in 0...17 {
        for place in 0...length {
          let rest = length - place
          let text =
            String(repeating: "~", count: place) + other + String(repeating: " ", count: rest)
          #expect(try plainTexts(#"["\#(text)"]"#) == [nil], "\(text)")
        }
      }
    }
  }

  @Test("All other ASCII is plain, in strings of every length")
  func ascii() throws {
    let characters = (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) }
    for character in characters where character != "\"" && character != "\\" {
      for length in 0...17 {
        let text = String(repeating: character, count: length)
        #expect(try plainTexts(#"["\#(text)"]"#) == [text], "\(text)")
      }
    }
  }

  @Test("What a format can't copy isn't plain; only strings are asked about")
  func special() throws {
    let document = try JSONDocument(Array(#"["a,b",1,null,"","ab",{"c":","}]"#.utf8))
    let values = document.children(at: 0).map { UInt32($0) }
    let texts = document.plainTexts(at: values, unless: { $0.contains(anyOf: [",", "1"]) })
    #expect(texts.map { $0?.count } == [nil, 1, 0, 0, 2, nil])
  }

  @Test(
    "Members are found in any order, by any spelling of their names",
    arguments: [
      #"{"a":1,"bb":"2"}"#, #"{"bb":"2","a":1}"#, #"{"a":1,"x":{"a":3},"bb":"2"}"#,
      #"{"\u0061":1,"b\u0062":"2"}"#, #"{"a":0,"bb":"0","a":1,"bb":"2"}"#,
      #"{"a\":":"0","a":1,"bb":"2"}"#, #"{"a":1,"abcdefghijklmnop":0,"bb":"2"}"#,
    ])
  func members(object: String) throws {
    let usual = #"{"a":1,"bb":"2"}"#
    for objects in [[object, usual], [usual, object], ["3", object], [object, object]] {
      let text = "[\(objects.joined(separator: ","))]"
      let document = try JSONDocument(Array(text.utf8))
      let texts = document.plainTexts(
        ofMembers: [MemberName("a"), MemberName("bb")], ofObjectsAt: document.childIndices(of: 0))
      let cells = texts.map { text in
        text.map { String(decoding: document.bytes[$0.range], as: UTF8.self) }
      }
      let first = objects[0] == "3" ? "" : "1"
      let second = objects[0] == "3" ? "" : "2"
      #expect(cells == [first, "1", second, "2"], "\(text)")
    }
  }

  @Test("Values of every type")
  func types() throws {
    let texts = try plainTexts(#"["a",-1.50e3,true,false,null,{"a":1},[1],""]"#)
    #expect(texts == ["a", "-1.50e3", "true", "false", "", nil, nil, ""])
  }

  @Test("What is missing is empty")
  func missing() throws {
    let document = try JSONDocument(Array("[1]".utf8))
    #expect(document.plainTexts(at: [nil, 1]).map { $0?.count } == [0, 1])
  }

  /// The elements of an array, `nil` for those that aren't plain.
  private func plainTexts(_ json: String) throws -> [String?] {
    let document = try JSONDocument(Array(json.utf8))
    let texts = document.plainTexts(at: document.children(at: 0).map { UInt32($0) })
    return texts.map { text in
      text.map { String(decoding: document.bytes[$0.range], as: UTF8.self) }
    }
  }
}
