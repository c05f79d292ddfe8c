import JPCore
import TestSupport
import Testing

@Suite("jpfetch search TEXT", .limited)
struct SearchTests {
  @Test("A name or an id of more than 1 KiB, which every match would repeat, is cut")
  func longName() async throws {
    let name = String(repeating: "\\n", count: 1 << 19)
    let id = String(repeating: "i", count: 1 << 20)
    let texts = Array(repeating: #""x""#, count: 200).joined(separator: ",")
    let directory = try TemporaryDirectory()
    for resource in Resource.all { try directory.write("[]", to: "\(resource.name).json") }
    let users = #"[{"id":"\#(id)","a":{"\#(name)":[\#(texts)],"b":"x"}}]"#
    try directory.write(users, to: "users.json")
    let run = try await jpfetch("search x -f ndjson", directory.options)
    let shortID = String(repeating: "i", count: 39) + "…"
    let path = "a." + String(repeating: "\\n", count: 37) + "…"
    let long = #"{"resource":"users","id":"\#(shortID)","field":"\#(path)","text":"x"}"# + "\n"
    let short = #"{"resource":"users","id":"\#(shortID)","field":"a.b","text":"x"}"# + "\n"
    run.expect(status: 0, text: String(repeating: long, count: 200) + short)
  }
}
