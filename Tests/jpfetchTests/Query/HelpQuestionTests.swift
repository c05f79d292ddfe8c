import TestSupport
import Testing

@testable import jpfetch

@Suite("The questions of help where", .evidence, .limited)
struct HelpQuestionTests {
  @Test(
    "Each question has the answer that help prints", arguments: HelpText.questions.map(\.command))
  func answer(command: String) throws {
    let question = try #require(HelpText.questions.first { $0.command == command })
    let words = "\(Places.jpfetch)\(command.dropFirst("jpfetch".count)) --sample"
    let outcome = try run("/bin/sh", ["-c", words])
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text == question.answer.map { $0 + "\n" }.joined())
    #expect(!question.answer.isEmpty)
  }

  @Test("The page has all ten questions")
  func page() throws {
    let page = try run(Places.jpfetch, ["help", "where"]).text
    #expect(HelpText.questions.count == 10)
    for question in HelpText.questions {
      #expect(page.contains("\n    \(question.command)\n      \(question.answer[0])\n"))
    }
  }
}
