import TestSupport
import Testing

extension TerminalTests {
  @Test("On a terminal, a record ends with the resources one step away, and the words for the last")
  func neighbors() async throws {
    func last(_ line: String, columns: Int = 80) async throws -> Substring? {
      let text = try await terminal("\(line) --sample --color never", columns: columns)
      return text.split(separator: "\n").last
    }
    for (line, words) in [
      ("users 3", "albums, posts, todos: jpfetch users 3 todos"),
      ("posts 5 -e comments", "comments, user: jpfetch posts 5 user"),
      ("photos 17 user -F name", "albums, posts, todos: jpfetch users 1 todos"),
      ("todos 5 -f record", "user: jpfetch todos 5 user"),
    ] {
      #expect(try await last(line) ?? "" == words)
    }
    #expect(try await last("posts 5", columns: 20) ?? "" == "comments, user: jpf…")
    #expect(try await last("posts 5 6 -F id -q") == " 6")
    let pipe = try await jpfetch("posts 5 -e comments --sample")
    #expect(pipe.text.hasSuffix("\ncomments  5\n"))
  }
}
