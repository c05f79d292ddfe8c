import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("The manual page", .limited)
struct ManualPageTests {
  @Test("It has its sections in order, the examples after the description, and each option once")
  func sections() async throws {
    let lines = try await jpfetch("--man").text.split(separator: "\n")
    let sections = lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "OPTIONS", "COMMANDS", "QUERY LANGUAGE",
        "SEARCH", "CHECKS", "STORED RESPONSES", "COMPLETIONS", "JSON", "ERRORS", "EXIT STATUS",
        "ENVIRONMENT", "FILES", "SEE ALSO",
      ])
    let options = lines.drop { $0 != ".SH OPTIONS" }.prefix { $0 != ".SH COMMANDS" }
    let rows = options.filter { $0.hasPrefix(".B ") }
    for option in OptionDeclaration.all {
      let name = option.name.typed.replacing("-", with: "\\-")
      let found = rows.filter { row in row.split(separator: " ").contains(Substring(name)) }
      #expect(found.count == 1, "\(option.name)")
    }
    #expect(rows.count == OptionDeclaration.all.count)
  }

  @Test("It has every block of each page of help, but for those about one resource")
  func pages() async throws {
    let manual = try await jpfetch("--man").text.replacing("\\-", with: "-")
      .replacing("\\(aq", with: "'").replacing("\\(dq", with: "\"")
      .replacing("\\(ti", with: "~").replacing("\\(ha", with: "^").replacing("\\e", with: "\\")
      .replacing("\n\\&.", with: "\n.")
    for topic in Help.topics.dropFirst(Resource.all.count) {
      for block in topic.page().allSections.flatMap(\.blocks) {
        switch block {
        case .text(let text): #expect(manual.contains("\n\(text)\n"))
        case .code(let code): #expect(manual.contains("\n\(code)\n"))
        case .rows(let rows):
          for row in rows where !row.left.contains("--format") {
            #expect(manual.contains("\n.B \(row.left)\n\(row.right)"), "\(topic.choice.word)")
          }
        }
      }
    }
  }

  @Test(
    "groff reads it without a warning, and breaks no line of code in 80 columns",
    .needs("groff"))
  func roff() async throws {
    let directory = try TemporaryDirectory()
    try await directory.write(jpfetch("--man").text, to: "jpfetch.1")
    let outcome = try await run(
      try #require(Places.program("groff")),
      ["-man", "-Tascii", "-P-cbou", "-ww", "-rLL=78n", directory.path + "/jpfetch.1"])
    outcome.expect(status: 0, errors: "")
    let lines = outcome.text.components(separatedBy: "\n")
    #expect(lines.filter { $0.count > 80 } == [], "\(outcome)")
    let margin = "       "
    let pages = Help.topics.dropFirst(Resource.all.count).map { $0.page() } + [Help.overview]
    for section in pages.flatMap(\.allSections) {
      for case .code(let code) in section.blocks {
        for line in code.split(separator: "\n") {
          #expect(lines.contains(margin + line), "\(line)")
        }
      }
    }
    for example in CommandName.allCases.flatMap(\.declaration.examples) {
      #expect(lines.contains(margin + example.left), "\(example.left)")
    }
  }
}
