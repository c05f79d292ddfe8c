import TestSupport
import Testing

@testable import JPCore

/// ValueTests encodes a value of every type and decodes it again.
@Suite("Encoding", .limited)
struct EncodingTests {
  /// An object whose members all have the value 0.
  private struct Members: Encodable {
    let names: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for name in names { try container.encode(0, forKey: AnyKey(stringValue: name)) }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("Members keep the order in which they are encoded")
  func order() throws {
    let text = try JSONTree(encoding: Members(names: ["b", "a", "c"])).text(.compact)
    #expect(String(decoding: text, as: UTF8.self) == "{\"b\":0,\"a\":0,\"c\":0}\n")
  }

  @Test("Encoding many members or elements takes linear time")
  func manyMembers() throws {
    func seconds(for count: Int) throws -> Double {
      let members = Members(names: (0..<count).map { "m\($0)" })
      let elements = [Int](repeating: 0, count: count)
      let start = secondsOfThisThread()
      _ = try JSONTree(encoding: members)
      _ = try JSONTree(encoding: elements)
      return secondsOfThisThread() - start
    }
    // Sixteen times as many: 16 if it is linear, 256 if it is not.
    #expect(try seconds(for: 32_000) / seconds(for: 2000) < 64)
  }
}
