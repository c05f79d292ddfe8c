import Foundation
import TestSupport
import Testing

@testable import JPCore

typealias DecodedModel = Decodable & SendableMetatype

@Suite("Decoding", .limited)
struct DecodingTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDocument(text).root.decode(type)
  }

  private struct Item: Decodable, CustomStringConvertible {
    enum Kind: String, Decodable { case small, large }
    let id: Int
    let of: [[String: Kind]]?
    var description: String { "\(id) \(of?.map { $0.mapValues(\.rawValue) } ?? [])" }
  }

  /// The decoded value, or what kind of error decoding throws, and where.
  private func outcome(of decode: @autoclosure () throws -> any Decodable) throws -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.reduce(into: "") { path, key in
        path += key.intValue.map { "[\($0)]" } ?? "\(path.isEmpty ? "" : ".")\(key.stringValue)"
      }
    }
    do { return "\(try decode())" } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context): return "typeMismatch \(path(context))"
      case .valueNotFound(_, let context): return "valueNotFound \(path(context))"
      case .keyNotFound(let key, let context):
        return "keyNotFound \(path(context)) \(key.stringValue)"
      case .dataCorrupted(let context): return "dataCorrupted \(path(context))"
      @unknown default: return "another"
      }
    }
  }

  private struct Row: Decodable, CustomStringConvertible {
    let a: Int
    let b: String?
    var description: String { "\(a)\(b ?? "-")" }
  }

  /// Reads its members only when it is asked for them.
  private struct LateRow: Decodable {
    enum Keys: CodingKey { case a, b }
    let members: KeyedDecodingContainer<Keys>
    init(from decoder: any Decoder) throws { members = try decoder.container(keyedBy: Keys.self) }
  }

  @Test("The objects of a list may have their members in any order, repeated, or not at all")
  func shapes() throws {
    let text = #"""
      [{"a":1,"b":"x"}, {"a":2,"b":"y"}, {"b":"z","a":3}, {"a":4}, {"a":5,"b":null},
       {"c":0,"a":6,"b":"u"}, {"a":0,"b":"v","a":7}, {"a":8,"b":"w"}, {"a":9,"b":"x"}]
      """#
    let expected = ["1x", "2y", "3z", "4-", "5-", "6u", "7v", "8w", "9x"]
    #expect(try decode([Row].self, text).map(\.description) == expected)
    let late = try decode([LateRow].self, text)
    #expect(try late.map { try $0.members.decode(Int.self, forKey: .a) } == Array(1...9))
  }

  @Test(
    "A decoding error has the same case and coding path as JSONDecoder's",
    arguments: [
      (#"[{"id":1},{"id":"2"}]"#, "typeMismatch [1].id"),
      (#"[{"id":1},{"id":null}]"#, "valueNotFound [1].id"),
      (#"[{"id":1},{"di":2}]"#, "keyNotFound [1] id"),
      (#"[{"id":1},2]"#, "typeMismatch [1]"), (#"{"id":1}"#, "typeMismatch "),
      (#"[{"id":1,"of":[{"a":[]}]}]"#, "typeMismatch [0].of[0].a"),
      (#"[{"id":1,"of":[{"a":"no"}]}]"#, "dataCorrupted [0].of[0].a"),
    ])
  func places(text: String, expected: String) throws {
    #expect(try outcome(of: decode([Item].self, text)) == expected)
    let foundations = try outcome(
      of: JSONDecoder().decode([Item].self, from: Data(text.utf8)))
    #expect(foundations == expected)
  }

  @Test(
    "A value that fits the type is decoded, and any other value is a decoding error",
    arguments: [
      (#"[{"id":1,"of":[{"a":"large"}]}]"#, [Item].self, #"[1 [["a": "large"]]]"#),
      (#"[{"id":1,"of":null,"new":[1]},{"id":2}]"#, [Item].self, "[1 [], 2 []]"),
      ("[1,null,2.0]", [Int?].self, "[Optional(1), nil, Optional(2)]"),
      ("true", Bool.self, "true"), ("0.1", Float.self, "0.1"), ("-3e2", Double.self, "-300.0"),
      ("127", Int8.self, "127"), ("128", Int8.self, "dataCorrupted "),
      ("-128", Int8.self, "-128"), ("-129", Int8.self, "dataCorrupted "),
      ("1.0", Int8.self, "1"), ("1e2", Int8.self, "100"), ("1e3", Int8.self, "dataCorrupted "),
      ("-0", Int8.self, "0"), (#"[{"id":0.5}]"#, [Item].self, "dataCorrupted [0].id"),
      ("99999999999999999999", Int.self, "dataCorrupted "),
      ("-1e400", Int.self, "dataCorrupted "),
      // From 2⁵³ on, only what is spelled as an integer is one.
      ("9007199254740991.0", Int.self, "9007199254740991"),
      ("9007199254740993", Int.self, "9007199254740993"),
      ("9007199254740993.0", Int.self, "dataCorrupted "),
      ("\(Int128.max)", Int128.self, "\(Int128.max)"),
      ("1e400", Double.self, "dataCorrupted "), ("1e39", Float.self, "dataCorrupted "),
      // An unpaired surrogate can't be in a `String`.
      (#""\ud83d\ude00""#, String.self, "😀"), (#""\ufffd""#, String.self, "\u{FFFD}"),
      (#""\ud83dx""#, String.self, "dataCorrupted "),
      (#""a\ude00""#, String.self, "dataCorrupted "),
    ] as [(String, any DecodedModel.Type, String)])
  func values(
    text: String, type: any DecodedModel.Type, expected: String
  ) throws {
    #expect(try outcome(of: decode(type, text)) == expected)
  }

  @Test("Decoding a type that tries several alternatives takes linear time")
  func attempts() throws {
    enum Either: Decodable, Equatable {
      case integer(Int), text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let integer = try? container.decode(Int.self) {
          self = .integer(integer)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    func seconds(for count: Int) throws -> Double {
      let list = [String](repeating: #""a""#, count: count).joined(separator: ",")
      let start = secondsOfThisThread()
      #expect(try decode([Either].self, "[\(list)]").count == count)
      return secondsOfThisThread() - start
    }
    // Sixteen times the elements: 16 if it is linear, 256 if it is not.
    #expect(try seconds(for: 16_000) / seconds(for: 1000) < 64)
  }

  @Test(
    "Names are compared by their bytes, and the last member with a name is decoded",
    arguments: [0, 50])
  func names(others: Int) throws {
    struct Accented: Decodable {
      enum CodingKeys: String, CodingKey { case letter = "\u{E9}" }
      let letter: Int?
    }
    let rest = (0..<others).map { #","m\#($0)":0"# }.joined()
    let text = #"{"\u00e9":1\#(rest),"\u00e9":2}"#
    #expect(try decode(Accented.self, text).letter == 2)
    let all = try decode([String: Int].self, text)
    #expect(all["é"] == 2)
    #expect(all.count == others + 1)
    #expect(try decode(Accented.self, "{\"e\u{301}\":1\(rest)}").letter == nil)
  }

  @Test("allKeys has a repeated name once, in the place of its first member")
  func keys() throws {
    struct Keys: Decodable {
      let names: [String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeyOfAnyName.self)
        names = container.allKeys.map(\.stringValue)
      }
    }
    #expect(try decode(Keys.self, #"{"b":1,"a":2,"\u0062":3}"#).names == ["b", "a"])
    let accented = try decode(Keys.self, "{\"\u{E9}\":1,\"e\u{301}\":2,\"\\u00e9\":3}").names
    #expect(accented.map { Array($0.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
  }

  private struct CodingKeyOfAnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("After a failure, the same element of an array can be decoded as another type")
  func elements() throws {
    struct Mixed: Decodable {
      var words: [String] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let number = try? container.decode(Int.self) {
            words.append("\(number)")
          } else if (try? container.nestedUnkeyedContainer()) != nil {
            words.append("array")
          } else {
            words.append(try container.decode(String.self))
          }
        }
      }
    }
    #expect(try decode(Mixed.self, #"[1,"a",[],"b"]"#).words == ["1", "a", "array", "b"])
  }

  @Test("A class is decoded from nested containers, and its superclass from superDecoder()")
  func containers() throws {
    class Base: Decodable { let id: Int }
    final class Derived: Base {
      enum Key: CodingKey { case pair, point }
      enum Coordinate: CodingKey { case x }
      let first: Int
      let second: String?
      let x: Double
      required init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        var pair = try outer.nestedUnkeyedContainer(forKey: .pair)
        first = try pair.decode(Int.self)
        second = try pair.decodeIfPresent(String.self)
        #expect(pair.isAtEnd)
        #expect(throws: DecodingError.self) { try pair.decode(Int.self) }
        x = try outer.nestedContainer(keyedBy: Coordinate.self, forKey: .point)
          .decode(Double.self, forKey: .x)
        #expect(outer.allKeys == [.pair, .point])
        try super.init(from: outer.superDecoder())
      }
    }
    let members = #""pair":[7,null],"other":0,"point":{"x":0.5}"#
    let value = try decode(Derived.self, #"{\#(members),"super":{"id":4}}"#)
    #expect((value.first, value.second, value.x, value.id) == (7, nil, 0.5, 4))
    #expect(throws: DecodingError.self) { try decode(Derived.self, "{\(members)}") }
  }
}
