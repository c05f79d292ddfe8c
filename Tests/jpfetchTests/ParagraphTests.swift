import Testing

@testable import jpfetch

@Suite("Messages are broken at spaces")
struct ParagraphTests {
  @Test(
    "Longer words and commands stay whole, later lines are indented",
    arguments: [
      ("one two three", "", nil, ["> one two three"]),
      ("one two three", "", 20, ["> one two three"]),
      ("one two three", "", 10, ["> one two", "  three"]),
      ("one two three", "", 6, ["> one", "  two", "  three"]),
      (
        "at http://a.example/long/path now", "", 12,
        ["> at", "  http://a.example/long/path", "  now"]
      ),
      ("once: run this now", "run this now", 12, ["> once:", "  run this now"]),
      ("京都 京都 京都", "", 8, ["> 京都", "  京都", "  京都"]),
      ("a\u{1B}[31mb", "", 40, [#"> a\u001b[31mb"#]),
    ] as [(String, String, Int?, [String])])
  func paragraph(text: String, command: String, width: Int?, lines: [String]) {
    #expect(text.paragraph(after: "> ", indent: 2, keeping: command, width) == lines)
  }
}
