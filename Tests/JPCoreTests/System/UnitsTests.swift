import TestSupport
import Testing

@testable import JPCore

@Suite("Durations, sizes and numbers of things in words", .limited)
struct UnitsTests {
  @Test(
    "An age is rounded down, and a wait is rounded up",
    arguments: [
      (1000, "1 second", "1 second"), (1001, "1 second", "2 seconds"),
      (59_500, "59 seconds", "1 minute"),
      (7200_000, "2 hours", "2 hours"),
      (7200_001, "2 hours", "3 hours"), (-5, "0 seconds", "0 seconds"),
    ])
  func rough(milliseconds: Int, age: String, wait: String) {
    let duration = Duration.milliseconds(milliseconds)
    #expect((duration.roughlyInWords(), duration.roughlyInWords(.up)) == (age, wait))
  }

  @Test(
    "A measured time is in milliseconds, from a second on in seconds with one decimal",
    arguments: [
      (400, "0 ms", "1 ms"), (999_400, "999 ms", "1.0 s"), (999_500, "1.0 s", "1.0 s"),
      (3_419_000, "3.4 s", "3.5 s"), (65_000_000, "65.0 s", "65.0 s"),
    ])
  func measured(microseconds: Int, nearest: String, up: String) {
    let duration = Duration.microseconds(microseconds)
    #expect((duration.measuredInWords(), duration.measuredInWords(.up)) == (nearest, up))
  }

  @Test(
    "A limit is in the largest unit that needs no fraction, and below a millisecond isn't 0",
    arguments: [
      (500, "0.5 ms"), (10, "0.01 ms"), (1500, "1.5 ms"), (2000, "2 ms"), (1_500_000, "1500 ms"),
      (90_000_000, "90 s"), (120_000_000, "2 min"), (0, "0 ms"),
    ])
  func limits(microseconds: Int, words: String) {
    #expect(Duration.microseconds(microseconds).inWords == words)
  }

  @Test(
    "A size has one decimal, rounded down",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"),
      (1_048_575, "1023.9 KiB"), (5 << 20, "5 MiB"), (3 << 29, "1.5 GiB"),
    ])
  func sizes(bytes: Int, words: String) { #expect(bytes.bytesInWords == words) }

  @Test(
    "A noun agrees with its number", arguments: [(0, "0 files"), (1, "1 file"), (2, "2 files")])
  func nouns(count: Int, words: String) { #expect(count.inWords("file") == words) }
}
