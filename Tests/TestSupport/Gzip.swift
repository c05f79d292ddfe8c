/// Content as gzip spells it (RFC 1952), made by hand: no library, and every byte is known.
package enum Gzip {
  /// The bytes uncompressed, in one stored block (RFC 1951 §3.2.4); up to 65535 of them.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let block = [1] + length.bytes + (~length).bytes + bytes
    return header + block + checksum(of: bytes).bytes + UInt32(bytes.count).bytes
  }

  /// A few bytes and then the last `period` of them again and again: very much from very little, in
  /// one block with the fixed codes (RFC 1951 §3.2.6). It ends without a checksum.
  ///
  /// - Parameters:
  ///   - start: ASCII.
  ///   - period: 1 or 2.
  ///   - count: about how many bytes it is to decode to.
  package static func repeating(
    _ start: String, period: Int, upTo count: Int
  ) -> [UInt8] {
    // The end of the block's three first bits, those of each character, and those of a match make
    // whole bytes; so do eight matches more.
    let match = Bits(code: 0b1100_0101, count: 8).followed(by: period - 1, count: 5)
    var bits = Bits(code: 0b110, count: 3)
    for character in start.utf8 { bits = bits.followed(by: 0x30 + Int(character), count: 8) }
    bits.all += match.all
    let eight = Bits(all: Array(repeating: match.all, count: 8).flatMap { $0 }).bytes
    let rounds = count / (8 * longestMatch) + 1
    return header + bits.bytes + Array(repeating: eight, count: rounds).flatMap { $0 } + [0]
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  private static let longestMatch = 258

  private static let polynomial: UInt32 = 0xEDB8_8320

  /// CRC-32 (RFC 1952 §8).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? polynomial : 0) }
    }
    return ~sum
  }

  /// Bits in the order in which they stand in a block; Huffman codes begin with their highest bit.
  private struct Bits {
    var all: [UInt8]

    init(all: [UInt8]) { self.all = all }

    init(code: Int, count: Int) {
      all = (0..<count).reversed().map { UInt8(code >> $0 & 1) }
    }

    func followed(by code: Int, count: Int) -> Bits {
      Bits(all: all + Bits(code: code, count: count).all)
    }

    /// From the lowest bit of each byte; incomplete ones are left out.
    var bytes: [UInt8] {
      (0..<all.count / 8).map { byte in
        (0..<8).reduce(0) { $0 | all[byte * 8 + $1] << UInt8($1) }
      }
    }
  }
}

extension FixedWidthInteger {
  /// From the lowest byte.
  fileprivate var bytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
