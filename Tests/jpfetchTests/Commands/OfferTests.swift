import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Each word that completion offers is accepted", .limited)
struct OfferTests {
  /// The offers for the last word.
  private static func offers(_ words: [String]) -> [Choice] {
    let completion = Completions.completion(of: words) { _ in nil }
    guard case .words(let choices) = completion else { return [] }
    return choices
  }

  /// Beginnings of lines, and the words that make each a whole line.
  private static let beginnings: [(words: [String], rest: [String])] = {
    var lines: [(words: [String], rest: [String])] = [
      ([], []), (["get"], ["/users"]), (["search"], ["x"]), (["check"], []), (["cache"], ["list"]),
      (["completions"], ["bash"]), (["help"], []),
    ]
    for resource in Resource.all { lines.append(([resource.name], [])) }
    for action in ["list", "warm", "clear", "path"] {
      lines.append((["cache", action], []))
    }
    lines.append((["cache", "export"], ["d"]))
    return lines
  }()

  /// The words that a command, an action or a check needs.
  private static let followers = [
    "get": ["/users"], "search": ["x"], "cache": ["list"], "completions": ["bash"], "export": ["d"],
  ]

  /// An option's value that begins with a word that is offered.
  private static func value(_ offer: Choice, of option: OptionDeclaration) -> String {
    switch option.value {
    case .condition where offer.word.hasSuffix("time"): offer.word + " < 1m"
    case .condition: offer.word + (offer.meaning == "list" ? " > 0" : " != null")
    default: offer.word
    }
  }

  private func expectRight(_ words: [String]) {
    let error = usageError(words)
    #expect(error == nil, "\(words.joined(separator: " ")): \(error?.text ?? "")")
  }

  // MARK: Usage

  @Test("Each command, resource, action, check and topic that completion offers is accepted")
  func operands() {
    var count = 0
    for (beginning, _) in Self.beginnings {
      for offer in Self.offers(beginning + [""]) {
        let isTopic = beginning.first == "help"
        let rest = isTopic ? [] : Self.followers[offer.word] ?? []
        expectRight(beginning + [offer.word] + rest)
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test("Each offered option is accepted, in both of its spellings")
  func options() throws {
    for (beginning, rest) in Self.beginnings {
      let offers = Self.offers(beginning + ["-"])
      #expect(offers.count > 7)
      for offer in offers {
        let option = try #require(
          OptionDeclaration.all.first { $0.spellings.contains(offer.word) })
        let words = [offer.word] + option.validWords.dropFirst()
        if beginning == ["cache"] {
          // It can still be followed by any action.
          let actions = CacheAction.choices.map(\.word)
          #expect(
            actions.contains { action in
              usageError(beginning + words + [action] + (Self.followers[action] ?? [])) == nil
            }, "\(offer.word)")
        } else {
          expectRight(beginning + rest + words)
        }
      }
    }
  }

  @Test("Each option is offered after some command, and these tests begin with each command")
  func everyOption() {
    var offered: Set<String> = []
    var commands: Set<CommandName> = []
    for (beginning, _) in Self.beginnings {
      offered.formUnion(Self.offers(beginning + ["-"]).map(\.word))
      commands.insert(ParsedArguments(beginning).command)
    }
    for option in OptionDeclaration.all {
      #expect(offered.isSuperset(of: option.spellings), "\(option.name.typed)")
    }
    #expect(commands == Set(CommandName.allCases))
  }

  @Test("Each offered value of an option is accepted, with --json and without")
  func values() {
    var count = 0
    for (beginning, rest) in Self.beginnings {
      for option in OptionDeclaration.all where option.value != nil {
        let name = option.name.typed
        if !Self.offers(beginning + [name]).contains(where: { $0.word == name }) { continue }
        let needed = option.name == .ignore ? ["--against", "file:d"] : []
        let takesJSON = beginning.first.map { Resource.named($0) != nil } ?? true
        for format in takesJSON && option.name != .format ? [[], ["--json"]] : [[]] {
          for offer in Self.offers(beginning + format + [name, ""]) {
            expectRight(
              beginning + rest + format + needed + [name, Self.value(offer, of: option)])
            count += 1
          }
        }
      }
    }
    #expect(count > 1000)
  }

  @Test("After each option, only options and operands are offered that go with it")
  func together() throws {
    var count = 0
    for beginning in [
      [], ["users"], ["get", "/users"], ["search", "x"], ["check"], ["cache", "list"],
    ] {
      for first in OptionDeclaration.all where first.name != .help && first.name != .version {
        let line = beginning + first.validWords
        if usageError(line) != nil { continue }
        for offer in Self.offers(line + ["-"]) where !first.spellings.contains(offer.word) {
          let option = try #require(
            OptionDeclaration.all.first { $0.spellings.contains(offer.word) })
          var words = [offer.word] + option.validWords.dropFirst()
          if option.value == .format {
            words[1] = try #require(Self.offers(line + [offer.word, ""]).first).word
          }
          // Without the format that the option may need.
          let fewer = Array(words.prefix(option.value == nil ? 1 : 2))
          if usageError(line + fewer) != nil { expectRight(line + words) }
          count += 1
        }
        if beginning.count > 1 { continue }
        for offer in Self.offers(line + [""]) {
          expectRight(line + [offer.word] + (Self.followers[offer.word] ?? []))
          count += 1
        }
      }
    }
    #expect(count > 3000)
  }

  @Test("Each format that is offered after --dry-run is accepted")
  func dryRunFormats() {
    for beginning in [["users"], ["get", "/users"], ["check"]] {
      let offers = Self.offers(beginning + ["--dry-run", "-f", ""])
      #expect(offers.map(\.word) == ["json"])
      for offer in offers { expectRight(beginning + ["--dry-run", "-f", offer.word]) }
    }
  }

  // MARK: Runs

  @Test(
    "All offered fields, relations and conditions of a resource work together in one run",
    .notUnderSanitizer("dozens of runs"), arguments: Resource.all.map(\.name))
  func lists(resource: String) async throws {
    for (option, format) in [
      ("--fields", []), ("--fields", ["--json"]), ("--sort", []), ("--count-by", []),
      ("--embed", []),
    ] as [(String, [String])] {
      let offers = Self.offers([resource] + format + [option, ""])
      let words = offers.map(\.word).filter { $0 != "none" }
      #expect(!words.isEmpty)
      try await expectAnswer([resource] + format + [option, words.joined(separator: ",")])
    }
    let condition = OptionName.where.declaration
    var words = [resource]
    for offer in Self.offers([resource, "-w", ""]) {
      words += ["-w", Self.value(offer, of: condition)]
    }
    #expect(words.count > 10)
    try await expectAnswer(words)
  }

  @Test(
    "A check runs with all offered assertions and ignored fields", .needsLibcurl,
    .notUnderSanitizer("hundreds of assertions"))
  func checks() async throws {
    let checks = Self.offers(["check", ""]).map(\.word)
    let ignored = Self.offers(["check", "--ignore", ""]).map(\.word)
    var words = ["check"] + checks + ["--ignore", ignored.joined(separator: ",")]
    words += ["--against"] + fromSampleFiles.suffix(1) + ["--max-time", "1m"]
    for offer in Self.offers(["check", "--assert", ""]) {
      words += ["--assert", Self.value(offer, of: OptionName.assert.declaration)]
    }
    #expect(words.count > 90)
    let site = try ServerAndStore()
    let outcome = try await jpfetch(words + ["-q"] + site.options)
    outcome.expect(status: 0, text: "", errors: "")
  }

  /// The first record of each list: all fields at once are slow for many records.
  private static let few = sampleDirectory { path in
    let list = wholeSampleBody(path).flatMap { try? JSONDocument($0).root.elements } ?? []
    return list.first.map { Array("[".utf8) + $0.text + Array("]".utf8) }
  }

  private func expectAnswer(_ words: [String]) async throws {
    let options = try #require(Self.few).options
    let outcome = try await jpfetch(words + ["-q", "-o", "/dev/null"] + options)
    outcome.expect(status: 0)
  }
}
