import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

/// The other tests of terminals are in TerminalTests.
extension TerminalTests {
  @Test(
    "The width is COLUMNS if that is a positive 64-bit integer, and otherwise the terminal's",
    arguments: [
      (200, "60", 60), (60, nil, 60), (0, nil, 80), (0, "60", 60), (60, "x", 60), (60, "0", 60),
      (60, "", 60), (60, "-1", 60),
      (60, "99999999999999999999", 60),
      // The widest line: 12 columns, and the title.
      (60, "9223372036854775807", 512),
    ] as [(Int, String?, Int)])
  func width(ofTerminal columns: Int, variable: String?, expected: Int) async throws {
    var environment = ["TERM": "xterm"]
    environment["COLUMNS"] = variable
    let directory = try TemporaryDirectory()
    let title = String(repeating: "x", count: 500)
    try directory.write(#"[{"id":1,"userId":1,"title":"\#(title)"}]"#, to: "albums.json")
    let line = "albums -e none --color never -q --base-url 'file:\(directory.path)'"
    let text = try await terminal(line, columns: columns, environment)
    let widths = text.split(separator: "\n").map(\.displayWidth)
    #expect(widths.max() == expected)
  }

  @Test(
    "The columns of a table depend on the width, and not on the rows",
    arguments: [(80, "id albumId title url"), (44, "id albumId title"), (30, "id title")])
  func columns(width: Int, titles: String) async throws {
    let directory = try TemporaryDirectory()
    for title in ["a", String(repeating: "long ", count: 100)] {
      let photo = #"{"id":1,"albumId":1,"title":"\#(title)","url":"http://a.example/\#(title)"}"#
      try directory.write("[\(photo)]", to: "photos.json")
      let line = "photos -e none --color never -q --base-url 'file:\(directory.path)'"
      let header = try await terminal(line, columns: width).split(separator: "\n").first ?? ""
      #expect(header.split(separator: " ").joined(separator: " ") == titles)
    }
  }

  @Test(
    "Named columns are always shown; if they don't fit, each record is shown as lines",
    arguments: [
      (100, "id phone email name website"), (70, "id phone email name website"), (20, nil),
    ]
      as [(Int, String?)])
  func namedColumns(width: Int, titles: String?) async throws {
    let line = "users -n 2 -F id,phone,email,name,website --sample --color never -q"
    let lines = try await terminal(line, columns: width).split(separator: "\n")
    if let titles {
      #expect(lines.count == 3)
      #expect(lines.first?.split(separator: " ").joined(separator: " ") == titles)
    } else {
      #expect(lines.count { $0.hasPrefix("website") } == 2)
      #expect(lines.count { $0.hasPrefix("id") } == 2)
    }
  }

  @Test(
    "A terminal gets the same format as a pipe, except signs for a table's booleans",
    arguments: [""] + OutputFormat.choices.words)
  func sameFormat(format: String) async throws {
    let option = format.isEmpty ? "" : "-f \(format)"
    for command in ["posts -n 2 -e none", "get /albums", "get /albums/1"] {
      // The only format that get doesn't have.
      if format == "tree", command.hasPrefix("get") { continue }
      let line = "\(command) --sample --color never -q \(option)"
      let piped = try await jpfetch(line)
      #expect(!piped.text.isEmpty, "\(piped)")
      // A wider one has a column for the body.
      let shown = try await terminal(line, columns: 100)
      #expect(difference(between: shown, and: piped.text) == nil, "\(line)")
    }
  }

  @Test(
    "On a terminal, the line below says that a list is empty, but not in JSON or with --quiet",
    arguments: [
      ("users -w id=99", "no users match\n"), ("users -w id=99 -q", ""),
      ("users -w id=99 --json", "[]\n"), ("users -w id=99 -f ndjson", ""),
      ("users -w id=99 -F id -f csv", "id\n"), ("albums", "no albums\n"),
      ("users --skip 20", "0 of 1 user (--skip 20)\n"), ("users -n 0", "0 of 1 user\n"),
      ("users -w id=99 --count-by id", "no users match\n"),
      ("albums --count-by id", "no albums\n"),
      ("get /albums -f table", "no albums\n"), ("get /albums", "[]\n"),
      ("search nobody", "no matches\n"), ("search nobody --json", "[]\n"),
    ])
  func emptyLists(line: String, shown: String) async throws {
    let directory = try TemporaryDirectory()
    for resource in Resource.all { try directory.write("[]", to: "\(resource.name).json") }
    try directory.write(#"[{"id":1}]"#, to: "users.json")
    let place = "--base-url 'file:\(directory.path)' --color never"
    let text = try await terminal("\(line) \(place)", columns: 80)
    #expect(text.replacing("\r\n", with: "\n") == shown)
  }

  @Test("On a terminal, an empty store is one line, but not in JSON")
  func emptyStore() async throws {
    let directory = try TemporaryDirectory()
    let place = "--cache-dir '\(directory.path)/c'"
    let text = try await terminal("cache \(place)", columns: 80)
    #expect(text.replacing("\r\n", with: "\n") == "nothing is stored\n")
    let json = try await terminal("cache --json --color never \(place)", columns: 80)
    #expect(json.replacing("\r\n", with: "\n") == "[]\n")
  }

  @Test("On a terminal, errors are red and warnings yellow, and --json doesn't make them JSON")
  func messages() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1}]"#, to: "users.json")
    try directory.write(#"[{"id":5,"userId":9}]"#, to: "albums.json")
    let place = "--base-url 'file:\(directory.path)'"
    for option in ["", "--json"] {
      let failed = try await terminal("users 99 -e none \(option) \(place)", columns: 80)
      #expect(failed.contains("jpfetch: \u{1B}[31merror:\u{1B}[0m "))
      let warned = try await terminal("users -e albums \(option) \(place)", columns: 80)
      #expect(warned.contains("jpfetch: \u{1B}[33mwarning:\u{1B}[0m "))
    }
  }

  @Test(
    "CLICOLOR_FORCE and FORCE_COLOR colour a pipe, unless they are empty, 0 or false",
    arguments: ["CLICOLOR_FORCE", "FORCE_COLOR"])
  func forcedByVariable(name: String) async throws {
    for (value, isColored) in [("1", true), ("0", false), ("false", false), ("", false)] {
      let outcome = try await jpfetch(
        "users 1 -e none --sample -F id,name -f table", environment: [name: value])
      #expect(outcome.text.contains("\u{1B}[1m") == isColored, "\(outcome)")
    }
    let outcome = try await jpfetch("users 1 --sample --color auto", environment: [name: "1"])
    #expect(!outcome.text.contains("\u{1B}"), "\(outcome)")
  }

  @Test(
    "CLICOLOR_FORCE and FORCE_COLOR don't colour JSON in a pipe; --color always does",
    arguments: [
      "users --json", "users 1 --meta", "users -f ndjson", "get /users/1", "search ada --json",
      "users --dry-run --json", "todos --count-by completed --json",
    ])
  func forcedJSON(line: String) async throws {
    let variables = ["CLICOLOR_FORCE": "1", "FORCE_COLOR": "1"]
    let plain = try await jpfetch(line, fromSampleFiles, environment: variables)
    plain.expect(status: 0)
    #expect(!plain.text.contains("\u{1B}"), "\(plain)")
    let colored = try await jpfetch(line, fromSampleFiles + ["--color", "always"])
    #expect(colored.text.contains("\u{1B}"), "\(colored)")
    let files = fromSampleFiles.joined(separator: " ")
    let shown = try await terminal("\(line) \(files)", columns: 80)
    #expect(shown.contains("\u{1B}"), "\(shown)")
  }
}
