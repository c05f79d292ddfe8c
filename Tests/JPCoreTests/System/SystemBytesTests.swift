import Testing

@testable import JPCore

@Suite("Names are bytes, POSIX.1 §3.254")
struct SystemBytesTests {
  @Test(
    "Each comes back as it was, and is shown",
    arguments: [
      ([], ""),
      ([0x72, 0x2E, 0x6A], "r.j"),
      ([0x72, 0xE9, 0x2E], "r\\xE9."),
      ([0xFF, 0x80], "\\xFF\\x80"),
      // Cut short, overlong, a surrogate.
      ([0xE2, 0x82, 0x61], "\\xE2\\x82a"),
      ([0xC0, 0xAF], "\\xC0\\xAF"),
      ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
      ([0xC3, 0xA9, 0xF0, 0x9F, 0x8E, 0xB5], "é🎵"),
      // U+FFFD as itself; the last scalars that stand for themselves, and the first that don't.
      ([0xEF, 0xBF, 0xBD, 0xE9], "\u{FFFD}\\xE9"),
      ([0xF4, 0x8F, 0xBD, 0xBF], "\u{10FF7F}"),
      ([0xF4, 0x8F, 0xBE, 0x80], "\\xF4\\x8F\\xBE\\x80"),
      ([0xF4, 0x8F, 0xBF, 0xBF, 0x61], "\\xF4\\x8F\\xBF\\xBFa"),
    ] as [([UInt8], String)])
  func roundTrip(bytes: [UInt8], shown: String) {
    let name = String(systemBytes: bytes)
    #expect(name.systemBytes == bytes)
    #expect(name.cPath == bytes.map { CChar(bitPattern: $0) } + [0])
    #expect(name.showingSystemBytes == shown)
    #expect(
      (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.map { String(systemText: $0) }
      } == name)
  }

  @Test("So does any name")
  func anyName() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      // Often bytes of the scalars that stand for others.
      let alphabet: [UInt8] = [0x61, 0x2F, 0x80, 0xBE, 0xBF, 0x8F, 0xE9, 0xF4, 0xC3, 0xFF]
      let bytes = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Bool.random(using: &random)
          ? alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          : UInt8.random(in: 1...0xFF, using: &random)
      }
      #expect(String(systemBytes: bytes).systemBytes == bytes, "\(bytes)")
    }
  }
}
