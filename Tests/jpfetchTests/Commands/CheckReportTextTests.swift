import JPCore
import Testing

@testable import jpfetch

@Suite("A report about checks as text")
struct CheckReportTextTests {
  @Test("Text is aligned and safe for a terminal")
  func lines() {
    let report = CheckReport(
      points: [
        .init(name: "reach", verdict: .passed, sentences: ["Every resource answers"]),
        .init(name: "ids", verdict: .failed, sentences: ["one\u{1B}", "two"]),
        .init(name: "refs", verdict: .notRun, sentences: ["not looked at: photos"]),
      ], sources: [.init(name: "users", duration: .milliseconds(1234))])
    let text = String(
      decoding: OutputBuffer.bytes { report.writeText(style: .plain, to: &$0) }, as: UTF8.self)
    #expect(
      text == """
        ok       reach  Every resource answers
        failed   ids    one\\u001b
                        two
        not run  refs   not looked at: photos
        1 passed, 1 failed, 1 not run, users 1234 ms

        """)
  }
}
