import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Parsing the command line, POSIX.1-2017 §12.2", .limited)
struct ParsedArgumentsTests {
  @Test(
    "Valid lines are parsed into options and operands",
    arguments: [
      (["--json"], [], [.json: ""]),
      (["-f", "json"], [], [.format: "json"]),
      (["-fjson"], [], [.format: "json"]),
      (["--format=json"], [], [.format: "json"]),
      (["--format", "json"], [], [.format: "json"]),
      (["-f", "json", "-f", "table"], [], [.format: "table"]),
      (["photos", "--compact", "7", "--json"], ["photos", "7"], [.compact: "", .json: ""]),
      (["--base-url="], [], [.baseURL: ""]),
      (["--base-url=a=b"], [], [.baseURL: "a=b"]),
      (["--base-url", "--json"], [], [.baseURL: "--json"]),
      (["photos", "-1", "-"], ["photos", "-1", "-"], [:]),
      (["get", "--", "--json", "-h"], ["get", "--json", "-h"], [:]),
      (["-hfjson"], [], [.help: "", .format: "json"]),
    ] as [([String], [String], [OptionName: String])])
  func accepts(words: [String], operands: [String], values: [OptionName: String]) {
    let arguments = ParsedArguments(words)
    #expect(arguments.error == nil)
    #expect(arguments.operands == operands)
    for name in OptionName.allCases {
      let typed = arguments.options.last { $0.name == name }
      #expect(typed.map { $0.value ?? "" } == values[name], "\(name)")
    }
  }

  @Test(
    "A duration is a number with a unit from ms to d, or a number of seconds",
    arguments: [
      ("500ms", .milliseconds(500)), ("10s", .seconds(10)), ("5m", .seconds(300)),
      ("12h", .seconds(43200)), ("7d", .seconds(604_800)), ("3", .seconds(3)), ("", nil),
      ("s", nil), ("-1", nil), ("1S", nil), ("0.5s", .milliseconds(500)),
      ("0.5", .milliseconds(500)), ("1.25m", .seconds(75)), ("0.000000001s", .nanoseconds(1)),
      ("1.", nil), (".5", nil), ("1.2.3s", nil), ("0.1234567890s", nil),
      ("999999999d", .seconds(999_999_999 * 86_400)),
      ("1000000000s", nil), ("9999999999", nil), ("٣s", nil),
    ] as [(String, Duration?)])
  func durations(text: String, duration: Duration?) {
    #expect(Duration(argument: text) == duration)
  }

  @Test(
    "A duration is printed in the largest unit that leaves a whole number",
    arguments: [
      (.milliseconds(1500), "1500 ms"), (.seconds(90), "90 s"), (.seconds(120), "2 min"),
      (.seconds(7200), "2 h"), (.seconds(86400), "1 d"),
    ] as [(Duration, String)])
  func durationsInWords(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }

  @Test("Another program's word isn't a word of jpfetch's own")
  func otherWords() {
    let own =
      OptionDeclaration.all.flatMap(\.spellings) + CommandName.firstWords
      + CheckName.allCases.map(\.rawValue) + OutputFormat.choices.words
    for word in own { #expect(OtherWords.advice(insteadOf: word) == nil, "\(word)") }
  }

  @Test("No two options have the same letter")
  func letters() {
    let shorts = OptionDeclaration.all.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test("Completion describes a choice in at most 44 characters, and an option in at most 62")
  func descriptions() {
    let choices =
      CommandName.allCases.flatMap(\.declaration.operands) + Help.topics.map(\.choice)
      + OutputFormat.choices
      + ReportFormat.choices + ColorChoice.choices
    #expect(choices.map(\.meaning).filter { $0.count > 44 } == [])
    #expect(OptionDeclaration.all.map(\.help).filter { $0.count > 62 } == [])
  }

  @Test("Repeatable options keep all values")
  func repeated() {
    let options = Options(["-vv", "-H", "A: 1", "-HB: 2", "-v"]) { _ in nil }
    #expect(options.texts(.header) == ["A: 1", "B: 2"])
    #expect(options.texts(.verbose).count == 3)
  }

  @Test(
    "A long command line is parsed and checked in linear time", arguments: ["users", "cache clear"])
  func longLine(command: String) throws {
    func seconds(for count: Int) throws -> Double {
      let options = [String](repeating: "--verbose", count: count)
      let operands = shellWords(command) + (1...count).map { "\($0)" }
      let words = options + operands
      let start = secondsOfThisThread()
      let run = Options(words) { _ in nil }
      try run.check()
      let end = secondsOfThisThread()
      #expect(run.arguments.operands == operands)
      return end - start
    }
    // Sixteen times the words: 16 if it is linear, 256 if it is not.
    #expect(try seconds(for: 16_000) / seconds(for: 1000) < 64)
  }

  @Test(
    "The suggested word begins with the typed one, or differs in one or two of its letters",
    arguments: [
      ("usres", "users"), ("ph", "photos"), ("poto", "photos"), ("todoss", "todos"),
      ("fotos", nil), ("px", nil), ("x", nil), ("", nil), ("--", nil),
      // Measuring its distance would take minutes.
      (String(repeating: "x", count: 100_000), nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    let known = ["users", "albums", "photos", "posts", "comments", "todos"]
    #expect(word.nearest(in: known) == expected)
  }
}
