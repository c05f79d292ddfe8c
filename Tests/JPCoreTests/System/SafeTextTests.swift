import TestSupport
import Testing

@testable import JPCore

@Suite("Text is safe for a terminal and for logs", .limited)
struct SafeTextTests {
  @Test("Text in pieces is escaped as a whole, wherever it is divided", arguments: 1...9)
  func pieces(size: Int) {
    let text = "é\r\n\r\u{1B}[1m日\u{202E}\r\n🙂\t\u{9B}x\r"
    let bytes = Array(text.utf8) + [0xFF, 0x80, 0x80, 0x80, 0x80, 0x80, 0x0D]
    var pieces = TerminalPieces()
    var shown: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      shown += pieces.escapePiece(piece.span.bytes)
    }
    shown += pieces.escapeRest()
    let whole = String(decoding: bytes, as: UTF8.self).safeLinesForTerminal
    #expect(String(decoding: shown, as: UTF8.self) == whole)
  }

  @Test(
    "CI commands in log lines are defused",
    arguments: [
      ("::error::x", ": :error::x"), ("  ::set-output name=a::b", "  : :set-output name=a::b"),
      ("a ##[error]x", "a # #[error]x"), ("##vso[task.x]y", "# #vso[task.x]y"),
      ("##[\u{301}a", "# #[\u{301}a"), ("###[a", "## #[a"), ("##VSO[a", "# #VSO[a"),
      ("a::b ## c #[", "a::b ## c #["), ("", ""),
      ("\u{A0}::error::x", "\u{A0}: :error::x"), ("\u{3000}\u{2009} ::a", "\u{3000}\u{2009} : :a"),
      ("\u{1680}\u{2028}\u{205F}\u{85}\t::a", "\u{1680}\u{2028}\u{205F}\u{85}\t: :a"), (" ", " "),
    ])
  func logs(text: String, shown: String) {
    #expect(text.safeForLogs == shown)
  }
}
