import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("jpfetch search TEXT", .limited)
struct SearchTests {
  // MARK: What is found

  /// A directory with lists; those that aren't given are empty.
  private static func directory(_ lists: [String: String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for resource in Resource.all {
      try directory.write(lists[resource.name] ?? "[]", to: "\(resource.name).json")
    }
    return directory
  }

  /// Lists with "quagga" in seven places.
  private static let lists = [
    "users": #"""
    [{"id":1,"name":"Zo\u00eb Quagga","address":{"city":"Quaggaville","geo":{"lat":"1"}},"n":1}]
    """#,
    "albums": #"[{"id":"a-7","userId":1,"title":"one QU\u00c1GGA"},{"id":8,"title":"none"}]"#,
    "posts": #"[{"id":3,"title":"t","tags":["a quagga","b",{"x\"":"quagga \"c\""}]}]"#,
    "todos": #"[{"id":5,"title":"feed\nthe quagga","completed":false},{"id":6,"title":null}]"#,
  ]

  @Test("There is a row for each record and text field, list by list, with the whole text")
  func rows() async throws {
    let directory = try Self.directory(Self.lists)
    let found = try await jpfetch("search quagga -f ndjson", directory.options)
    found.expect(
      status: 0,
      text: #"""
        {"resource":"users","id":1,"field":"name","text":"Zo\u00eb Quagga"}
        {"resource":"users","id":1,"field":"address.city","text":"Quaggaville"}
        {"resource":"albums","id":"a-7","field":"title","text":"one QU\u00c1GGA"}
        {"resource":"posts","id":3,"field":"tags","text":"a quagga"}
        {"resource":"posts","id":3,"field":"tags.x\"","text":"quagga \"c\""}
        {"resource":"todos","id":5,"field":"title","text":"feed\nthe quagga"}

        """#, errors: "")
  }

  @Test(
    "search finds the same records as --search in each list",
    arguments: ["MALMO", "e"])
  func sameAsOption(text: String) async throws {
    let found = try await jpfetch(
      "search -F resource,id -f tsv --no-header", [text] + fromSampleFiles)
    found.expect(status: 0, errors: "")
    var expected = ""
    for resource in Resource.all {
      let run = try await jpfetch(
        "\(resource.name) -F id -f tsv --no-header -s", [text] + fromSampleFiles)
      for id in run.text.split(separator: "\n") { expected += "\(resource.name)\t\(id)\n" }
    }
    // A record with the text in several fields has several rows.
    let records = found.text.split(separator: "\n").map(String.init).eachOnce
    #expect(records.map { $0 + "\n" }.joined() == expected)
  }

  @Test(
    "Rows are sorted, limited, counted and printed as records are",
    arguments: [
      ("quagga --count", "6\n"), ("zoe --count", "1\n"), ("'feed the' --count", "0\n"),
      (
        "quagga -n 2 --skip 2 -f csv",
        "resource,id,field,text\r\nalbums,a-7,title,one QUÁGGA\r\nposts,3,tags,a quagga\r\n"
      ),
      (
        "quagga -S -resource,field -F resource,field -n 3 -f tsv",
        "resource\tfield\nusers\taddress.city\nusers\tname\ntodos\ttitle\n"
      ),
      ("quagga --count-by resource -n 1 -f csv", "resource,count\r\nusers,2\r\n"),
      (
        "quagga -n 1 -f markdown",
        "| resource | id | field | text |\n| --- | ---: | --- | --- |\n| users | 1 | name | Zoë Quagga |\n"
      ),
      (
        "quagga -n 1 -f record",
        "resource  users\nid        1\nfield     name\ntext      Zoë Quagga\n"
      ),
      ("feed", "resource  id  field  text\ntodos      5  title  feed↵the quagga\n"),
      ("feed -F id --json --compact", "[{\"id\":5}]\n"),
      ("quagga -n 0 --compact --meta -o -", nil),
    ] as [(String, String?)])
  func selection(line: String, text: String?) async throws {
    let directory = try Self.directory(Self.lists)
    let found = try await jpfetch("search \(line)", directory.options)
    found.expect(status: 0, text: text, errors: "")
    if text == nil {
      #expect(found.text.hasSuffix(#","counts":{"matches":0}}"# + "\n"), "\(found)")
      #expect(found.text.hasPrefix(#"{"data":[],"#), "\(found)")
    }
  }

  @Test(
    "If nothing has the text, the list is empty, exit 0",
    arguments: [
      ("", ""), ("-f csv", "resource,id,field,text\r\n"), ("--json", "[]\n"), ("--count", "0\n"),
      ("-F nickname --json", "[]\n"),
    ])
  func nothing(line: String, text: String) async throws {
    let directory = try Self.directory(Self.lists)
    let found = try await jpfetch("search okapi \(line)", directory.options)
    found.expect(status: 0, text: text, errors: "")
  }

  // MARK: Words

  @Test(
    "search takes one text, which isn't empty, and the options of rows",
    arguments: [
      (["search"], "search needs a text"), (["search", ""], "search needs a text"),
      (["search", "a", "b"], #"unexpected argument "b""#),
      (["search", "a", "-w", "id=1"], "--where is not valid with search"),
      (["search", "a", "-F", "id,x y"], #"--fields: "x y" isn't a field's path; "#),
    ])
  func refused(words: [String], message: String) {
    let error = usageError(words)
    #expect(error?.text.hasPrefix(message) == true, "\(error?.line ?? "")")
    #expect(error?.advice?.text == "see: jpfetch help search")
  }

  @Test("A field that no match has is exit 2, and leads to the page of search")
  func unknownField() async throws {
    let directory = try Self.directory(Self.lists)
    let run = try await jpfetch("search quagga -F nickname", directory.options)
    run.expect(status: 2, text: "")
    #expect(run.errorLines.last == "  see: jpfetch help search", "\(run)")
  }

  @Test("A text that begins with a dash follows --")
  func dash() async throws {
    let directory = try Self.directory(["todos": #"[{"id":1,"title":"--help"}]"#])
    let run = try await jpfetch("search --count", directory.options + ["--", "--help"])
    run.expect(status: 0, text: "1\n", errors: "")
  }

  // MARK: Where from

  @Test("All six lists are requested once, at the same time, and stored", .needsLibcurl)
  func requests() async throws {
    let gate = Gate(for: 6)
    let site = try ServerAndStore { request in
      gate.pass()
      return sampleReply(request)
    }
    let online = try await site.jpfetch("search brennan -f csv --timeout 30s")
    let paths = Resource.all.map { "/\($0.name)" }
    #expect(site.requests.map(\.path).sorted() == paths.sorted())
    #expect(site.server.mostInFlight == 6)
    let plan = try await site.jpfetch("search brennan --dry-run --offline")
    #expect(plan.text.split(separator: "\n").count == 6, "\(plan)")
    let offline = try await site.jpfetch("search brennan -f csv --offline")
    let files = try await jpfetch("search brennan -f csv", fromSampleFiles)
    for run in [online, offline, files] {
      run.expect(status: 0, output: files.output, errors: "")
    }
    #expect(files.text.hasPrefix("resource,id,field,text\r\nusers,1,name,Ada Brennan\r\n"))
    #expect(site.requests.count == 6)
  }

  @Test("A list that fails is its error; --partial searches the others, exit 8", .needsLibcurl)
  func failure() async throws {
    let site = try ServerAndStore { request in
      if request.path == "/albums" { return .reply(status: 503, "{}") }
      return sampleReply(request)
    }
    let line = "search brennan -F resource -f csv --no-header -n 1 --retry 0 --no-cache"
    let failed = try await site.jpfetch(line)
    failed.expect(status: 5, text: "")
    let partial = try await site.jpfetch(line + " --partial")
    partial.expect(status: 8, text: "users\r\n")
    #expect(partial.firstError == "jpfetch: warning: albums missing", "\(partial)")
    site.answer { _ in .reply(status: 503, "{}") }
    try await site.jpfetch(line + " --partial").expect(status: 5, text: "")
  }

  @Test("A record that is none is refused, or left out with --partial, exit 8")
  func misfit() async throws {
    let directory = try Self.directory(["users": #"[{"name":"x"},{"id":2,"name":"x"}]"#])
    try await jpfetch("search x", directory.options).expect(status: 6, text: "")
    let partial = try await jpfetch("search x --count --partial", directory.options)
    partial.expect(status: 8, text: "1\n")
    #expect(partial.firstError.hasPrefix("jpfetch: warning: left out 1 user "), "\(partial)")
  }

  @Test("A name or an id of more than 1 KiB, which every match would repeat, is cut")
  func longName() async throws {
    let name = String(repeating: "\\n", count: 1 << 19)
    let id = String(repeating: "i", count: 1 << 20)
    let texts = Array(repeating: #""x""#, count: 200).joined(separator: ",")
    let directory = try Self.directory([
      "users": #"[{"id":"\#(id)","a":{"\#(name)":[\#(texts)],"b":"x"}}]"#
    ])
    let run = try await jpfetch("search x -f ndjson", directory.options)
    let shortID = String(repeating: "i", count: 39) + "…"
    let path = "a." + String(repeating: "\\n", count: 37) + "…"
    let long = #"{"resource":"users","id":"\#(shortID)","field":"\#(path)","text":"x"}"# + "\n"
    let short = #"{"resource":"users","id":"\#(shortID)","field":"a.b","text":"x"}"# + "\n"
    run.expect(status: 0, text: String(repeating: long, count: 200) + short)
  }
}

/// The other tests of terminals are in SelectionTests.
extension TerminalTests {
  @Test("On a terminal, a long text is cut around what was found", arguments: [80, 40])
  func searchedText(width: Int) async throws {
    let directory = try TemporaryDirectory()
    let long = String(repeating: "lorem ", count: 40)
    for resource in Resource.all { try directory.write("[]", to: "\(resource.name).json") }
    let posts = """
      [{"id":1,"body":"\(long)an Ókapi \(long)"},{"id":2,"body":"okapi \(long)"},
      {"id":3,"body":"\(long)okapi"},{"id":4,"body":"an okapi"}]
      """
    try directory.write(posts, to: "posts.json")
    let line = "search okapi --color never --base-url 'file:\(directory.path)'"
    try await expectSnapshot(
      "search-\(width).txt",
      of: terminal(line, columns: width))
    let option = "posts -s okapi -F id,body" + line.dropFirst("search okapi".count)
    let rows = try await terminal(option, columns: width).split(separator: "\n").dropFirst()
    #expect(rows.prefix(4).count { $0.contains("kapi") } == 4)
    let one = line.replacing("okapi", with: "'lorem okapi'")
    #expect(try await terminal(one, columns: width).hasSuffix("\n1 match\n"))
  }
}
