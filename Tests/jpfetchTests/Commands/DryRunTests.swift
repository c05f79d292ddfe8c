import TestSupport
import Testing

@Suite("What --dry-run prints can be pasted", .needsLibcurl, .limited)
struct DryRunTests {
  @Test("A shell that runs a line sends the same request", .needs("curl"))
  func pasted() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    let words = ["get", "/x?q=it's&a=b", "-H", "X-Empty:", "-H", "X-One: a  b", "--retry", "0"]
    let plan = try await site.jpfetch("--dry-run --timeout 20s", words)
    plan.expect(status: 0, errors: "")
    #expect(plan.text.contains(" --max-time 20 "), "\(plan)")
    #expect(!plan.text.contains("User-Agent"), "\(plan)")
    #expect(site.requests.isEmpty)
    try await run("/bin/sh", ["-c", plan.text]).expect(status: 0, text: "[]")
    try await site.jpfetch("", words).expect(status: 0)
    #expect(site.requests.count == 2)
    for request in site.requests {
      #expect(request.path == "/x?q=it's&a=b")
      #expect(request.head.contains("X-Empty:") && request.head.contains("X-One: a  b\r\n"))
      #expect(request.head.contains("Accept: application/json\r\n"))
    }
  }

  @Test("bash sends what isn't printable as it was typed", .needs("bash", "curl"))
  func pastedIntoBash() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    let words = ["get", "/x", "-H", "X-One: a\tb'\\\u{202E}c", "--retry", "0"]
    let plan = try await site.jpfetch("--dry-run", words)
    #expect(
      plan.text.contains(#" -H $'X-One: a\tb\'\\\xe2\x80\xaec' "#), "\(plan)")
    try await run(
      try #require(Places.program("bash")), ["-c", plan.text]
    ).expect(status: 0, text: "[]")
    #expect(site.requests.first?.head.contains("X-One: a\tb'\\\u{202E}c\r\n") == true)
  }
}
