import TestSupport
import Testing

@Suite(
  "Each fault has one outcome, and stored responses stay valid",
  .needsLibcurl, .limited)
struct FaultTests {
  private static let kinds = [
    FaultCase.connection, FaultCase.silences, FaultCase.http, FaultCase.statuses, FaultCase.codings,
  ]

  // One at a time: hundreds of processes would only wait.
  @Test(
    "Without a stored response, each fault ends in the error or document that its case lists",
    .serialized, arguments: kinds.flatMap(\.self))
  func fault(_ fault: FaultCase) async throws {
    // Repetitions find outcomes that vary.
    try await check(fault, rounds: Effort.rounds(1, all: 20))
  }

  @Test("A small response that decodes to too many values is an error", .takesLong)
  func manyValues() async throws { try await check(FaultCase.manyValues, rounds: 1) }

  /// The first case of each kind with a stored response; `JPFETCH_TESTS=all` tries every case.
  @Test(
    "A fault doesn't replace a stored response",
    arguments: Effort.isFull ? [] : kinds.compactMap(\.first))
  func stored(_ fault: FaultCase) async throws { try await FaultBench(fault).checkStored() }

  private func check(_ fault: FaultCase, rounds: Int) async throws {
    let bench = try FaultBench(fault)
    if Effort.isFull { try await bench.checkStored() }
    bench.fail()
    for _ in 0..<rounds { try await bench.checkBare() }
  }
}
