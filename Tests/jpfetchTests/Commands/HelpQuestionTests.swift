import TestSupport
import Testing

@testable import jpfetch

@Suite("The questions of `jpfetch help where`", .limited)
struct HelpQuestionTests {
  @Test(
    "Each question's command prints the answer that the help page shows",
    arguments: QueryPages.questions.indices)
  func answer(number: Int) async throws {
    let question = QueryPages.questions[number]
    let words = shellWords(question.command).dropFirst()
    let outcome = try await jpfetch(words + ["--sample"])
    outcome.expect(status: 0, errors: "")
    #expect(outcome.text.split(separator: "\n").map(String.init) == question.answer, "\(outcome)")
  }
}
