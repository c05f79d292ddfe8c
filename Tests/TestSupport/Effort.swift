import Foundation

/// How much the tests do: everything with `JPFETCH_TESTS=all`, about a minute's worth without it.
package enum Effort {
  package static let isFull = ProcessInfo.processInfo.environment["JPFETCH_TESTS"] == "all"

  /// How often to repeat something. Under a sanitizer a round takes ten times as long, and a few
  /// rounds find as much.
  package static func rounds(_ few: Int, all many: Int) -> Int {
    if isFull, !Places.isSanitized { return many }
    return few
  }
}

/// The seconds of CPU time that this thread has used. Other load on the machine doesn't change them.
package func secondsOfThisThread() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The seed of the random numbers in a test. Failure messages name it; `JPFETCH_SEED=NUMBER` repeats
/// every random test with that seed only.
package struct Seed: Sendable, CustomStringConvertible {
  package let number: UInt64

  package var description: String { "JPFETCH_SEED=\(number)" }

  /// The numbers that follow from the seed.
  package var numbers: SeededNumbers { SeededNumbers(state: number) }

  /// New seeds in each run, or the one from the environment.
  package static func seeds(_ few: Int, all many: Int) -> [Seed] {
    if let given { return [given] }
    var seeds: [Seed] = []
    for _ in 0..<Effort.rounds(few, all: many) {
      seeds.append(Seed(number: .random(in: 0 ... .max)))
    }
    return seeds
  }

  private static let given: Seed? = {
    guard let text = ProcessInfo.processInfo.environment["JPFETCH_SEED"],
      let number = UInt64(text)
    else { return nil }
    return Seed(number: number)
  }()
}

/// Random numbers by SplitMix64.
package struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// One of several values.
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  /// True once in `count` times on average.
  package mutating func happens(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
