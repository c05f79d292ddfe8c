/// A 64-bit checksum that detects any change confined to eight bytes. Not cryptographic.
///
/// Each step `(sum ^ word) * odd` maps different sums to different sums and different words to
/// different sums, so a difference never disappears.
func checksum(of parts: [UInt8]...) -> UInt64 {
  var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
  func add(_ word: UInt64) {
    let product = (sum ^ word) &* 0xD6E8_FEB8_6659_FD93
    // The rotation brings high bits down, which multiplying alone never does.
    sum = product << 29 | product >> 35
  }
  for bytes in parts {
    let text = bytes.span.bytes
    var at = 0
    while at + 8 <= bytes.count {
      add(text.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian)
      at &+= 8
    }
    for byte in bytes[at...] { add(UInt64(byte)) }
  }
  return sum
}

extension String {
  /// A checksum of the text, in 16 hexadecimal digits.
  var digest: String { String(hex: checksum(of: Array(utf8)), digits: 16) }
}
