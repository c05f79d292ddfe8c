import Foundation
import JPCore
import TestSupport
import Testing

/// What a terminal shows of what was asked for: matches, sort keys, counts, links. The other tests
/// of terminals are in TerminalTests.
extension TerminalTests {
  private static let red = "\u{1B}[1;31m"
  private static let end = "\u{1B}[0m"

  /// A text between the escape codes of a match.
  private static func match(_ text: String) -> String { red + text + end }

  private func posts() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let long = String(repeating: "lorem ", count: 30)
    let posts = """
      [{"id":1,"userId":1,"title":"Okapi, ókapi","body":"\(long)"},
      {"id":2,"userId":1,"title":"none","body":"\(long)an okapi \(long)"},
      {"id":3,"userId":1,"title":"other","body":"\(long)","tags":["an OKAPI","x"]},
      {"id":4,"userId":2,"title":"fox","body":"quick"}]
      """
    try directory.write(posts, to: "posts.json")
    try directory.write(#"[{"id":1,"name":"Zoë"},{"id":2,"name":"Ada"}]"#, to: "users.json")
    return directory
  }

  @Test("What --search and ~ matched is highlighted, each time, without case and accents")
  func matches() async throws {
    let directory = try posts()
    let place = "-q --base-url 'file:\(directory.path)'"
    let table = try await terminal("posts -s okapi \(place)", columns: 90)
    let rows = table.split(separator: "\n").dropFirst()
    #expect(rows.count == 3)
    #expect(table.contains("\(Self.match("Okapi")), \(Self.match("ókapi"))"), "\(table)")
    #expect(table.contains("…rem lorem lorem an \(Self.match("okapi")) lorem"), "\(table)")
    // The data's own field has a column, too.
    #expect(table.contains("[\"an \(Self.match("OKAPI"))"), "\(table)")
    let plain = try await terminal("posts -s okapi \(place) --color never", columns: 90)
    #expect(
      !plain.contains("\u{1B}") && plain.contains("…rem lorem lorem an okapi lorem"), "\(plain)")

    let condition = "posts -w 'body ~ okapi' -w 'userId ~ 1' \(place)"
    let filtered = try await terminal("\(condition) -F id,title,body,userId", columns: 90)
    #expect(filtered.contains(Self.match("okapi")), "\(filtered)")
    #expect(filtered.split(separator: "\n").last?.hasSuffix(Self.match("1")) == true)
    // A text that is held to an end is highlighted only there, also in the lines of a value.
    let held = try await terminal(
      "posts 1 -w 'title ~ ^okapi' -w 'body ~ lorem $' \(place)", columns: 90)
    #expect(held.contains("\(Self.match("Okapi")), ókapi\n"), "\(held)")
    let record = try await terminal("posts 2 -s 'm an okapi l' \(place)", columns: 43)
    // The match is in two lines.
    #expect(record.contains("lore\(Self.match("m"))\n"), "\(record)")
    #expect(record.contains(" \(Self.match("an okapi l"))orem"), "\(record)")
    let tree = try await terminal(
      "posts -s okapi -w 'user.name ~ zoe' -e user -f tree \(place)", columns: 80)
    let first = "\(Self.match("Okapi"))\u{1B}[1m, \(Self.end)\(Self.match("ókapi"))"
    #expect(tree.contains(first), "\(tree)")
    #expect(tree.contains("\(Self.match("Zoë"))\n"), "\(tree)")
  }

  @Test("What was asked for is on the screens of the snapshots", arguments: [80, 40])
  func askedFor(columns: Int) async throws {
    var text = ""
    for line in [
      "posts -s harbour -n 3", "todos -w 'title ~ bridge' -S -id -n 3", "users --skip 20",
      "todos -w '!completed' --count-by user -n 4", "albums -S user -n 2", "photos -n 2",
      "comments 1 -e post.user", "posts --wide -n 1", "users 1 -s 'ada b'",
    ] {
      text += "$ jpfetch \(line) --sample\n"
      text += try await terminal("\(line) --sample", columns: columns)
    }
    try expectSnapshot("asked-for-\(columns).txt", of: text)
  }

  @Test("With --search, the text fields in which a shown row matches are columns, in a pipe too")
  func matchingFields() async throws {
    let directory = try posts()
    for (options, titles) in [
      ("", "id userId title body tags"), ("-n 1", "id userId title"),
      ("-n 2", "id userId title body"), ("-F id", "id"),
    ] {
      let run = try await jpfetch("posts -s okapi \(options)", directory.options)
      run.expect(status: 0, errors: "")
      let header = run.text.prefix { $0 != "\n" }
      #expect(header.split(separator: " ").joined(separator: " ") == titles)
      #expect(!run.text.contains("\u{1B}") && !run.text.contains("…"), "\(run)")
    }
  }

  @Test(
    "The field by which a table is sorted is a column, and only that",
    arguments: [
      ("posts -S user -n 1", "id userId title user"), ("posts -S -title -n 1", "id userId title"),
      ("posts -S user -n 1 -e user", "id userId title user"), ("posts -S user -n 1 -F id", "id"),
      ("posts -S body -n 1", "id userId title body"),
      ("users -S -posts.count -n 1", "id name username email city company posts.count"),
    ])
  func sortedField(line: String, titles: String) async throws {
    let directory = try posts()
    let run = try await jpfetch(line, directory.options)
    run.expect(status: 0, errors: "")
    let header = run.text.prefix { $0 != "\n" }
    #expect(header.split(separator: " ").joined(separator: " ") == titles)
    let shown = try await terminal("\(line) --base-url 'file:\(directory.path)'", columns: 80)
    #expect(!shown.contains("posts,") && !shown.contains("1 user\n"), "\(shown)")
    let json = try await jpfetch("posts -S user -n 1 --json", directory.options)
    #expect(!json.text.contains("\"user\""))
  }

  @Test("--count-by has a bar for each count on a terminal, and a line of totals below")
  func bars() async throws {
    let line = "todos --count-by completed --color never"
    let table = try await terminal("\(line) --sample", columns: 80)
    let piped = try await jpfetch("\(line) --sample")
    let rows = table.split(separator: "\n")
    let counts = piped.text.split(separator: "\n").dropFirst()
    #expect(counts.count == 2 && rows.count == 4)
    #expect(rows[1].hasSuffix("  " + String(repeating: "█", count: 20)), "\(table)")
    #expect(!piped.text.contains("█"))
    #expect(rows[3] == "200 todos in 2 groups")
    let narrow = try await terminal("\(line) --sample", columns: 22)
    #expect(narrow.split(separator: "\n").allSatisfy { $0.displayWidth <= 22 })
    #expect(narrow.contains("███\n"), "\(narrow)")
    let first = try await terminal("\(line) --sample -n 1", columns: 80)
    #expect(first.hasSuffix("\n200 todos, 1 of 2 groups\n"))
    let none = try await terminal("\(line) --sample --skip 2", columns: 80)
    #expect(none.hasSuffix("200 todos, 0 of 2 groups (--skip 2)\n"))
  }

  @Test("--wide shows records if the table doesn't fit, with every field, folded")
  func wideRecords() async throws {
    let line = "posts -n 2 --wide --sample --color never"
    let records = try await terminal(line, columns: 60)
    let lines = records.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.displayWidth <= 60 })
    #expect(lines.count { $0.hasPrefix("body    ") } == 2, "\(records)")
    let table = try await terminal("users -n 2 -F id,name --wide --sample -q", columns: 60)
    #expect(table.contains("José Álvarez") && !table.contains("…"))
  }

  @Test("A URL that is cut is a link if colours are used; other text and other URLs aren't")
  func links() async throws {
    let directory = try TemporaryDirectory()
    let path = String(repeating: "long/", count: 12)
    let tooLong = String(repeating: "long/", count: 500)
    let urls = [
      "http://h.example/\(path)", "http://h.example/é/\(path)", "ftp://h/\(path)", "https://h",
      "http://h.example/\(tooLong)",
    ]
    let records = urls.enumerated().map { #"{"id":\#($0),"name":"\#($1)"}"# }
    try directory.write("[\(records.joined(separator: ","))]", to: "users.json")
    let line = "users -F name -q --base-url 'file:\(directory.path)'"
    let link = "\u{1B}]8;;\(urls[0])\u{1B}\\"
    for format in ["table", "record"] {
      let text = try await terminal("\(line) -f \(format)", columns: 40)
      #expect(text.contains(link), "\(text)")
      let targets = Set(text.matches(of: /\u{1B}\]8;;([^\u{1B}]+)/).map { String($0.1) })
      #expect(targets == [urls[0]])
      let plain = try await terminal("\(line) -f \(format) --color never", columns: 40)
      #expect(!plain.contains("\u{1B}"))
      let whole = try await terminal("\(line) -f \(format)", columns: 120)
      #expect(!whole.contains("\u{1B}]8"))
    }
  }

  @Test("On a terminal, the record view shows a parent in a line, as a tree does")
  func foldedParents() async throws {
    let line = "comments 1 -e post.user --sample --color never"
    let view = try await terminal(line, columns: 80)
    let lines = view.split(separator: "\n")
    #expect(lines.contains("post    1 hidden garden under the rooftop"), "\(view)")
    #expect(lines.contains("  user  1 Ada Brennan"), "\(view)")
    #expect(lines.last == "more: 14 fields (--wide)")
    let piped = try await jpfetch(line)
    #expect(piped.text.contains("\npost.user.address.geo.lat "), "\(piped)")
    for options in ["--wide", "-F post.user,post"] {
      let whole = try await terminal("\(line) \(options)", columns: 80)
      #expect(whole.contains("post.user.address.geo.lat "), "\(whole)")
    }
    let files = fromSampleFiles.joined(separator: " ")
    let single = try await terminal("photos 2 -e album -f record -n 1 \(files)", columns: 80)
    #expect(single.contains("more: album.userId (--wide)"), "\(single)")
  }

  @Test("Posts and comments have a column for the cut body if there is much room")
  func extraColumn() async throws {
    for (line, width, isShown) in [
      ("posts", 120, true), ("comments", 120, true), ("posts", 100, false),
      ("comments", 100, false),
    ] {
      let text = try await terminal("\(line) -n 2 --sample --color never", columns: width)
      #expect(text.prefix { $0 != "\n" }.hasSuffix("body") == isShown, "\(text)")
      #expect(text.contains("more: body (--wide)") != isShown)
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= width })
    }
    let piped = try await jpfetch("posts -n 1 --sample")
    #expect(!piped.text.contains("body"))
  }

  @Test(
    "--no-header prints a record's values alone, with an empty line between two records",
    arguments: [
      ("users 1 -F email", "adab@adab.example.com\n"),
      ("users 1 -F id,phone -f record", "1\n555-2017\n"),
      ("users -n 2 -F id,name -f record", "1\nAda Brennan\n\n2\nJosé Álvarez\n"),
      ("get /users/1 -f record", "1\nAda Brennan\nadab\n"),
    ])
  func values(line: String, start: String) async throws {
    let run = try await jpfetch("\(line) --no-header --sample")
    run.expect(status: 0, errors: "")
    #expect(run.text.hasPrefix(start), "\(run)")
  }
}
