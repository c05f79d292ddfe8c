import JPCore
import Testing

@testable import jpfetch

@Suite("A report about checks as text")
struct CheckReportTextTests {
  @Test("Text is aligned and safe for a terminal")
  func lines() {
    let report = CheckReport(
      points: [
        .init(
          name: "reach", verdict: .passed, meaning: "Every resource answers", tested: ["users"]),
        .init(
          name: "ids", verdict: .failed,
          problems: [.init(of: "users", "one\u{1B}"), .init(of: "users", "two")]),
        .init(name: "refs", verdict: .notRun, untested: ["photos"]),
      ],
      sources: [
        .init(name: "users", url: "", records: 1, duration: .milliseconds(1234)),
        .init(name: "photos", url: "", records: nil, duration: nil),
      ], skipped: [.init(name: "counts", reason: "why")])
    func text(_ style: TextStyle) -> String {
      String(
        decoding: OutputBuffer.bytes { report.writeText(style: style, to: &$0) }, as: UTF8.self)
    }
    #expect(
      text(.plain) == """
        ok       reach  Every resource answers
        failed   ids    one\\u001b
                        two
        not run  refs   not checked: photos
        1 passed, 1 failed, 1 not run, 1 skipped
        skipped: counts: why
        times: users 1234 ms

        """)
    #expect(
      text(TextStyle(width: 30)) == """
        ok       reach  Every resource
                        answers
        failed   ids    one\\u001b
                        two
        not run  refs   not checked:
                        photos
        1 passed, 1 failed, 1 not
          run, 1 skipped
        skipped: counts: why
        times: users 1234 ms

        """)
  }
}
