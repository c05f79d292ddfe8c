/// A 64-bit checksum that detects any change confined to eight bytes. Not cryptographic.
///
/// Each step `(sum ^ word) * odd` maps different sums to different sums and different words to
/// different sums, so a difference never disappears.
struct Checksum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(of parts: [UInt8]...) {
    for part in parts { update(part.span.bytes) }
  }

  private mutating func update(_ bytes: RawSpan) {
    var at = 0
    while at + 8 <= bytes.byteCount {
      add(bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian)
      at &+= 8
    }
    while at < bytes.byteCount {
      add(UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: at, as: UInt8.self)))
      at &+= 1
    }
  }

  private mutating func add(_ word: UInt64) {
    let product = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    // The rotation brings high bits down, which multiplying alone never does.
    value = product << 29 | product >> 35
  }
}

extension Checksum {
  /// A checksum of a text, in 16 hexadecimal digits.
  static func digest(_ text: String) -> String {
    EntryFormat.hex(Checksum(of: Array(text.utf8)).value, digits: 16)
  }
}
