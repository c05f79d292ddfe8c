/// A 64-bit checksum that detects any change confined to eight bytes. Not cryptographic.
///
/// Each step `(sum ^ word) * odd` maps different sums to different sums and different words to
/// different sums, so a difference never disappears. Four parallel sums keep the processor's
/// multiplier busy: the pass takes less time than reading the memory.
struct Checksum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static let odd: UInt64 = 0xD6E8_FEB8_6659_FD93

  init(of parts: [UInt8]...) {
    for part in parts { update(part.span.bytes) }
  }

  mutating func update(_ bytes: RawSpan) {
    func word(_ offset: Int) -> UInt64 {
      UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    var at = 0
    while at + 32 <= bytes.byteCount {
      (a, b) = (Self.step(a, word(at)), Self.step(b, word(at &+ 8)))
      (c, d) = (Self.step(c, word(at &+ 16)), Self.step(d, word(at &+ 24)))
      at += 32
    }
    for sum in [a, b, c, d] { value = Self.step(value, sum) }
    while at < bytes.byteCount {
      value = Self.step(
        value, UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: at, as: UInt8.self)))
      at += 1
    }
    value = Self.step(value, UInt64(bytes.byteCount))
  }

  private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* odd
    // The rotation brings high bits down, which multiplying alone never does.
    return product << 29 | product >> 35
  }
}
