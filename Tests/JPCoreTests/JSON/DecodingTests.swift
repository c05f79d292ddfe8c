import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("Decoding", .limited)
struct DecodingTests {
  private struct Everything: Codable, Equatable {
    enum Kind: String, Codable { case small, large }
    struct Inner: Codable, Equatable {
      var list: [Int?]
      var byName: [String: Double]
    }
    var text: String
    var flag: Bool
    var kind: Kind
    var count: UInt8
    var big: UInt64
    var small: Int16
    var ratio: Float
    var missing: Int?
    var null: Int?
    var inner: Inner
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDocument(Array(text.utf8)).root.decode(type)
  }

  @Test("A type decodes as with Foundation's JSONDecoder")
  func everything() throws {
    let text = #"""
      {"text":"a\u00e9\ud83d\ude00\n","flag":true,"kind":"large","count":255,"new":[1],
      "big":18446744073709551615,"small":-3e2,"ratio":0.1,"null":null,
      "inner":{"list":[1,null,2.0],"byName":{"x":1e3,"y":-0}}}
      """#
    let own = try decode(Everything.self, text)
    #expect(own == (try JSONDecoder().decode(Everything.self, from: Data(text.utf8))))
    #expect(own.inner.list == [1, nil, 2])
  }

  @Test("An encoded value decodes to an equal one", arguments: [1, 40, 3000])
  func roundTrip(count: Int) throws {
    let byName = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", Double($0) / 3) })
    let inner = Everything.Inner(list: (0..<count).map { $0 % 3 == 0 ? nil : $0 }, byName: byName)
    let text = String(decoding: try JSONEncoder().encode([inner]), as: UTF8.self)
    #expect(try decode([Everything.Inner].self, text) == [inner])
  }

  @Test("The last of several members with a name counts", arguments: [2, 50])
  func repeated(count: Int) throws {
    let members = (0..<count).map { #""m\#($0)":0"# } + [#""m1":1"#, #""m1":2"#]
    let text = "{\(members.joined(separator: ","))}"
    let all = try decode([String: Int].self, text)
    #expect(all["m1"] == 2)
    #expect(all.count == count)
    #expect(try decode(One.self, text).m1 == 2)
  }

  @Test(
    "A lone surrogate is not text, as with Foundation",
    arguments: [
      (#"\ud83d\ude00"#, true), (#"\ufffd"#, true), ("\u{FFFD}", true), (#"\ud83d"#, false),
      (#"a\ude00b"#, false), (#"\ud83dx"#, false), (#"\ude00\ud83d"#, false),
    ])
  func surrogates(content: String, isText: Bool) throws {
    let text = "[\"\(content)\"]"
    let own = try? decode([String].self, text)
    #expect((own != nil) == isText)
    #expect(own == (try? JSONDecoder().decode([String].self, from: Data(text.utf8))))
  }

  private struct One: Decodable { let m1: Int }

  private struct Item: Decodable {
    let id: Int
    let of: [[String: Everything.Kind]]?
  }

  /// What kind of error decoding throws, and where.
  private func facts(of decode: @autoclosure () throws -> [Item]) throws -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.reduce(into: "") { path, key in
        path += key.intValue.map { "[\($0)]" } ?? "\(path.isEmpty ? "" : ".")\(key.stringValue)"
      }
    }
    do {
      _ = try decode()
      return "nothing"
    } catch let error as DecodingError {
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

  @Test(
    "A mismatch has Foundation's error case and coding path",
    arguments: [
      (#"[{"id":1},{"id":"2"}]"#, "typeMismatch [1].id"),
      (#"[{"id":1},{"id":null}]"#, "valueNotFound [1].id"),
      (#"[{"id":1},{"di":2}]"#, "keyNotFound [1] id"),
      (#"[{"id":1},2]"#, "typeMismatch [1]"), (#"{"id":1}"#, "typeMismatch "),
      (#"[{"id":1,"of":[{"a":[]}]}]"#, "typeMismatch [0].of[0].a"),
      (#"[{"id":1,"of":[{"a":"no"}]}]"#, "dataCorrupted [0].of[0].a"),
    ])
  func places(text: String, expected: String) throws {
    #expect(try facts(of: decode([Item].self, text)) == expected)
    #expect(
      try facts(of: JSONDecoder().decode([Item].self, from: Data(text.utf8))) == expected)
  }

  @Test("An error about a number has its path", arguments: ["1.5", "1e99", "-1e400"])
  func numberPlaces(number: String) throws {
    #expect(
      try facts(of: decode([Item].self, #"[{"id":\#(number)}]"#)) == "dataCorrupted [0].id")
  }

  @Test(
    "Integers out of their type's range are refused",
    arguments: [
      ("127", true), ("128", false), ("-128", true), ("-129", false), ("1.0", true), ("1e2", true),
      ("1e3", false), ("0.5", false), ("-0", true), ("99999999999999999999", false),
    ])
  func ranges(text: String, fits: Bool) {
    let isDecoded = (try? decode([Int8].self, "[\(text)]")) != nil
    #expect(isDecoded == fits)
  }

  @Test("A number from 2⁵³ on that isn't spelled as an integer is not an integer")
  func neighbours() throws {
    #expect(try decode([Int].self, "[9007199254740993,9007199254740991.0]").first == 1 << 53 | 1)
    #expect(throws: DecodingError.self) { try decode([Int].self, "[9007199254740993.0]") }
    let large = "170141183460469231731687303715884105727"
    #expect(try decode([Int128].self, "[\(large)]") == [.max])
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
    "Names are compared by their bytes, in small and in large objects", arguments: [0, 40])
  func names(others: Int) throws {
    struct Accented: Decodable {
      enum CodingKeys: String, CodingKey { case letter = "\u{E9}" }
      let letter: Int?
    }
    let rest = (0..<others).map { #","m\#($0)":0"# }.joined()
    #expect(try decode(Accented.self, #"{"\u00e9":1\#(rest)}"#).letter == 1)
    #expect(try decode(Accented.self, "{\"e\u{301}\":1\(rest)}").letter == nil)
  }

  @Test("A number too large for a floating-point type is refused")
  func infinite() {
    #expect(throws: DecodingError.self) { try decode([Double].self, "[1e400]") }
    #expect(throws: DecodingError.self) { try decode([Float].self, "[1e39]") }
  }

  @Test("Nested containers and super decoders work")
  func containers() throws {
    struct Pair: Decodable {
      enum Key: CodingKey { case pair, point }
      let first: Int
      let second: String?
      let x: Double
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        var pair = try outer.nestedUnkeyedContainer(forKey: .pair)
        first = try pair.decode(Int.self)
        second = try pair.decodeIfPresent(String.self)
        #expect(pair.isAtEnd)
        #expect(throws: DecodingError.self) { try pair.decode(Int.self) }
        x = try outer.nestedContainer(keyedBy: Coordinate.self, forKey: .point)
          .decode(Double.self, forKey: .x)
        #expect(outer.allKeys == [.pair, .point])
      }
      enum Coordinate: CodingKey { case x }
    }
    let pair = try decode(Pair.self, #"{"pair":[7,null],"other":0,"point":{"x":0.5}}"#)
    #expect((pair.first, pair.second, pair.x) == (7, nil, 0.5))
  }

  @Test("A class decodes with its superclass")
  func superclass() throws {
    class Base: Decodable { let id: Int }
    final class Derived: Base {
      enum Key: CodingKey { case name }
      let name: String
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
    }
    let derived = try decode(Derived.self, #"{"name":"n","super":{"id":4}}"#)
    #expect((derived.name, derived.id) == ("n", 4))
    #expect(throws: DecodingError.self) { try decode(Derived.self, #"{"name":"n"}"#) }
  }
}
