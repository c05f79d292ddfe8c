import Testing

@testable import JPCore

@Suite("Collecting output")
struct OutputBufferTests {
  @Test(
    "Numbers are written as Swift prints them",
    arguments: [0, 9, 10, 100, 1_234_567_890, -1, -10, .max, .min] as [Int64])
  func decimals(number: Int64) {
    let bytes = OutputBuffer.bytes { $0.append(decimal: number) }
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }
}
