import Foundation
import TestSupport
import Testing

private let binary = Places.release ?? ""

private let object = URL(filePath: binary).deletingLastPathComponent()
  .appending(path: "CCurl.build/CCurl.c.o").path(percentEncoded: false)

@Suite(
  "The release binary, as `.ci/run` builds it",
  .needs("readelf"),
  .only(if: Places.release != nil, "only for the release: .ci/run", kind: .release),
  .limited)
struct HardeningTests {
  private func read(_ what: String, of file: String = binary) async throws -> String {
    let outcome = try await run(try #require(Places.program("readelf")), ["-W", what, file])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  @Test("The binary is position-independent, with read-only relocations and no library search path")
  func layout() async throws {
    let dynamic = try await read("--dynamic")
    #expect(dynamic.contains("(NEEDED)") && dynamic.contains("Flags: PIE"))
    #expect(!dynamic.contains("RUNPATH") && !dynamic.contains("RPATH"))
    let segments = try await read("--segments")
    #expect(segments.contains("GNU_RELRO"))
    let stack = try #require(segments.split(separator: "\n").first { $0.contains("GNU_STACK") })
    #expect(stack.contains(" RW ") && !stack.contains("RWE"))
  }

  @Test("The binary doesn't link the module for regular expressions, which would slow every start")
  func modules() async throws {
    let symbols = try await read("--symbols")
    #expect(symbols.contains("s6JPCore") && !symbols.contains("17_StringProcessing"))
  }

  @Test("The C code is compiled with checks of its stack and of buffer sizes")
  func code() async throws {
    let symbols = try await read("--symbols", of: object)
    #expect(symbols.contains("__stack_chk_fail"))
    #expect(symbols.contains("__snprintf_chk"))
  }
}
