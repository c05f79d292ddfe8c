import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import TestSupport
import Testing

@testable import jpfetch

/// Small readers of each format, written from its own rules.
@Suite("The output in each format is valid for the format's readers", .limited)
struct FormatTests {
  /// A command line that prints one kind of content.
  struct Content: Sendable, CustomTestStringConvertible {
    let line: String
    /// How many records or rows there are.
    let count: Int
    /// Whether JSON is an array of these.
    var isList = true
    /// Whether it is one value that a format of rows has no name for.
    var isValue = false
    var formats = all

    var testDescription: String { line }

    static let all = OutputFormat.choices.words
    static let withoutTree = all.filter { $0 != "tree" }
  }

  private static let contents = [
    Content(line: "users", count: 10),
    Content(line: "posts 1 2 3 -e user", count: 3),
    Content(line: "users 1", count: 1, isList: false),
    Content(line: "albums -w id=0", count: 0),
    Content(line: "users -F address.geo,albums -n 2", count: 2),
    Content(line: "albums -w id=0 --count", count: 1, isList: false, isValue: true),
    Content(line: "todos --count-by completed", count: 2),
    Content(line: "todos -w id=0 --count-by completed", count: 0),
    Content(line: "get /users", count: 10, formats: Content.withoutTree),
    Content(line: "get /users/1", count: 1, isList: false, formats: Content.withoutTree),
    Content(
      line: "get /albums --base-url file:\(emptyLists.path)", count: 0, formats: Content.withoutTree
    ),
  ]

  private static let emptyLists: (path: String, directory: TemporaryDirectory?) = {
    let directory = try? TemporaryDirectory.shared()
    try? directory?.write("[]", to: "albums.json")
    return (directory?.path ?? "", directory)
  }()

  @Test(
    "Each format prints valid output for each kind of content, or is refused",
    arguments: OutputFormat.allCases, contents)
  func answers(format: OutputFormat, content: Content) async throws {
    let words = shellWords(content.line) + ["-f", format.rawValue]
    let outcome = try await jpfetch(fromSampleFiles + words)
    guard content.formats.contains(format.rawValue) else {
      expectRefusal(outcome, naming: content.formats)
      return
    }
    outcome.expect(status: 0)
    let text = outcome.text
    #expect(text.isEmpty || text.utf8.last == 0x0A)
    switch format {
    case .json:
      let value = try json(text)
      #expect((value as? [Any])?.count == (content.isList ? content.count : nil))
    case .ndjson:
      let values = try lines(text).map { try json($0) }
      #expect(values.count == content.count)
      #expect(values.allSatisfy { ($0 is [String: Any]) != content.isValue })
    case .csv: expectRows(try csvRows(text), content)
    case .tsv:
      expectRows(
        lines(text).map { $0.split(separator: "\t", omittingEmptySubsequences: false).count },
        content)
    case .markdown:
      let rows = lines(text)
      expectRows(
        rows.map { $0.replacing("\\|", with: "").count { $0 == "|" } }, content, heading: 2)
      #expect(rows.allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") })
      #expect(rows.dropFirst().prefix(1).joined().allSatisfy { "|-: ".contains($0) })
    case .record where !content.isValue:
      let records = text.split(separator: "\n\n").map { record in record.split(separator: "\n") }
      #expect(records.count == content.count)
      #expect(Set(records.map { $0.first?.prefix { $0 != " " } }).count == min(1, content.count))
    case .table, .record, .tree:
      #expect(text.isEmpty == (content.count == 0))
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 >= " " })
    }
  }

  @Test("Each cache action prints a table or JSON, and refuses other formats", .needsLibcurl)
  func cache() async throws {
    let site = try ServerAndStore()
    for action in ["warm", "list", "path", "export \(site.directory.path)/d", "clear"] {
      for format in OutputFormat.allCases {
        let outcome = try await jpfetch(
          "cache \(action) -f \(format) --cache-dir", [site.store],
          environment: ["JPFETCH_BASE_URL": site.url])
        switch format {
        case .json:
          outcome.expect(status: 0)
          #expect(try json(outcome.text) is NSObject, "\(outcome)")
        case .table: #expect(outcome.status == 0 && outcome.text.hasSuffix("\n"), "\(outcome)")
        default: expectRefusal(outcome, naming: ["table", "json"])
        }
      }
    }
  }

  /// Command lines of checks, each with its exit status and its number of results.
  private static let checks: [(line: String, status: Int32, results: Int)] = [
    ("check ids refs", 0, 2),
    ("check ids --assert 'users.id < 5'", 1, 2),
    ("check ids refs albums --base-url file:/no/such/directory", 3, 3),
  ]

  @Test(
    "A report is valid in its format, whether its checks pass, fail or can't run",
    arguments: ReportFormat.allCases, checks)
  func reports(
    format: ReportFormat, check: (line: String, status: Int32, results: Int)
  ) async throws {
    let outcome = try await jpfetch(
      fromSampleFiles + shellWords(check.line) + ["-f", format.rawValue])
    outcome.expect(status: check.status)
    let text = outcome.text
    switch format {
    case .text: #expect(lines(text).count > check.results)
    case .json:
      let report = try #require(json(text) as? [String: Any])
      #expect((report["checks"] as? [Any])?.count == check.results)
    case .junit:
      #expect(XMLParser(data: outcome.output).parse(), "\(outcome)")
    case .tap:
      let lines = lines(text)
      #expect(lines[0] == "TAP version 13" && lines[1] == "1..\(check.results)")
      #expect(lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == check.results)
    case .github:
      #expect(
        lines(text).allSatisfy {
          $0.wholeMatch(of: /::(notice|warning|error) title=[^:,]+::.+/) != nil
        })
    case .markdown:
      #expect(text.hasPrefix("### "))
      let tables = text.split(separator: "\n\n").filter { $0.hasPrefix("|") }
      #expect(tables.count >= 2)
      for table in tables {
        let bars = lines(String(table)).map { $0.replacing("\\|", with: "").count { $0 == "|" } }
        #expect(Set(bars).count == 1)
      }
    }
  }

  // MARK: Expectations

  private func expectRefusal(_ outcome: CommandRun, naming formats: [String]) {
    outcome.expect(status: 2, text: "")
    let list = "  formats: \(formats.joined(separator: ", "))"
    let nearest = formats.map { "  did you mean \($0)?" }
    #expect(([list] + nearest).contains(outcome.errorLines.last), "\(outcome)")
  }

  /// - Parameter cells: how many each row has.
  private func expectRows(_ cells: [Int], _ content: Content, heading: Int = 1) {
    #expect(cells.count == content.count + heading)
    #expect(Set(cells).count == 1)
  }

  // MARK: Readers

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private struct NoCSV: Error {}

  /// How many cells each row has (RFC 4180).
  private func csvRows(_ text: String) throws -> [Int] {
    var rows: [Int] = []
    var rest = text[...]
    while !rest.isEmpty {
      var cells = 1
      while let cell = rest.prefixMatch(of: /(?:"(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/) {
        rest = rest[cell.range.upperBound...]
        if cell.1 == "\r\n" { break }
        cells += 1
      }
      guard rest.count < text.count, rows.count < 10000 else { throw NoCSV() }
      rows.append(cells)
    }
    return rows
  }

  @Test("-f table refuses a document without rows, and says which documents it takes")
  func noRows() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("42", to: "x.json")
    let outcome = try await jpfetch("get /x -f table", directory.options)
    outcome.expect(status: 6, text: "")
    #expect(
      outcome.errors.contains("expected an object or a list of objects, found a number\n"),
      "\(outcome)")
  }
}
