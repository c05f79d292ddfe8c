import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Runs with built-in data", .limited)
struct SampleTests {
  @Test(
    "--sample, --version and --help open no socket and don't load libcurl",
    .needs("strace"), arguments: [["--sample", "--json"], ["--version"], ["--help"]])
  func noNetwork(arguments: [String]) async throws {
    let (outcome, calls) = try await traced("network,openat", arguments)
    outcome.expect(status: 0)
    #expect(!calls.contains { $0.contains("socket(") || $0.contains("libcurl") })
  }

  @Test(
    "Without libcurl, --sample works, and a request is the error net.other",
    .only(if: Places.isLinux, "libcurl has a fixed path on this system"))
  func withoutLibcurl() async throws {
    let directory = try TemporaryDirectory()
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try directory.write("no", to: name) }
    let environment = ["LD_LIBRARY_PATH": directory.path]
    try await jpfetch("todos --sample", environment: environment).expect(status: 0)
    let online = try await jpfetch("--json --base-url http://127.0.0.1:9", environment: environment)
    online.expect(status: 3, text: "")
    #expect(online.codes == ["net.other"], "\(online)")
  }
}
