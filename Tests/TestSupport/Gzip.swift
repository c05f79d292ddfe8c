/// Makes gzip content (RFC 1952) without a library, so that a test knows every byte.
package enum Gzip {
  /// The bytes uncompressed, in one stored block (RFC 1951 §3.2.4); up to 65535 of them.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let block = [1] + length.bytes + (~length).bytes + bytes
    return header + block + checksum(of: bytes).bytes + UInt32(bytes.count).bytes
  }

  /// A few bytes and then the last `period` of them again and again, in one block with the fixed codes
  /// (RFC 1951 §3.2.6): little content that decodes to a lot. It ends without a checksum.
  ///
  /// - Parameters:
  ///   - start: ASCII.
  ///   - period: 1 or 2.
  ///   - count: about how many bytes it is to decode to.
  package static func repeating(
    _ start: String, period: Int, upTo count: Int
  ) -> [UInt8] {
    // The three first bits of the block, eight for each character and the 13 of a match make whole
    // bytes; so do the bits of eight more matches.
    var bits = Bits()
    bits.append(0b110, count: 3)
    for character in start.utf8 { bits.append(0x30 + Int(character), count: 8) }
    bits.appendLongestMatch(period)
    var eight = Bits()
    for _ in 0..<8 { eight.appendLongestMatch(period) }
    let rounds = count / (8 * 258) + 1
    return header + bits.bytes + Array(repeating: eight.bytes, count: rounds).joined() + [0]
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// CRC-32 (RFC 1952 §8).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }

  /// Bits in the order of a block. Huffman codes begin with their highest bit.
  private struct Bits {
    private var bits: UInt128 = 0
    private var count = 0

    mutating func append(_ code: Int, count length: Int) {
      for position in (0..<length).reversed() {
        bits |= UInt128(code >> position & 1) << count
        count += 1
      }
    }

    /// Repeats the last bytes, 258 of them.
    mutating func appendLongestMatch(_ period: Int) {
      append(0b1100_0101, count: 8)
      append(period - 1, count: 5)
    }

    /// The bits as bytes, beginning with the lowest bit of each. An incomplete byte is left out.
    var bytes: ArraySlice<UInt8> { bits.bytes.prefix(count / 8) }
  }
}

extension FixedWidthInteger {
  /// The bytes, the lowest one first.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<Self.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: self >> (number * 8)))
    }
    return bytes
  }
}
