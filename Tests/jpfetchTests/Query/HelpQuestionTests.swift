import TestSupport
import Testing

@testable import jpfetch

@Suite("The questions of help where", .evidence, .limited)
struct HelpQuestionTests {
  @Test("Each question has the answer that help prints", arguments: HelpText.questions.indices)
  func answer(number: Int) throws {
    let question = HelpText.questions[number]
    let words = shellWords(question.command).dropFirst()
    let outcome = try run(Places.jpfetch, words + ["--sample"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text.split(separator: "\n").map(String.init) == question.answer)
  }
}
