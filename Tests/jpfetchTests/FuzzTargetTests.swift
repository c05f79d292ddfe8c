import TestSupport
import Testing

@Suite("Fuzz targets", .limited)
struct FuzzTargetTests {
  // A broken rule ends the process.
  @Test("The rules of each target hold for its seeds")
  func seeds() async {
    await #expect(processExitsWith: .success) {
      for target in FuzzTarget.all {
        for seed in target.seeds() { target.run(seed) }
      }
    }
  }
}
