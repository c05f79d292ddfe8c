import TestSupport
import Testing

@testable import jpfetch

@Suite("Which options go with which commands, formats and sources", .limited)
struct OptionRulesTests {
  /// The options of each command, by their long names.
  private static let taken: [(command: String, names: String)] = [
    (
      "users",
      """
      embed where search sort limit skip fields count count-by format json output meta compact no-header
      wide color offline refresh no-cache max-age max-stale partial strict sample base-url
      cache-dir timeout retry header ca-cert quiet verbose dry-run man help version
      """
    ),
    (
      "get /users",
      """
      query format json output meta include compact no-header wide color offline refresh no-cache max-age
      max-stale strict sample base-url cache-dir timeout retry header ca-cert quiet verbose dry-run
      man help version
      """
    ),
    (
      "search x",
      """
      sort limit skip fields count count-by format json output meta compact no-header wide color
      offline refresh no-cache max-age max-stale partial strict sample base-url cache-dir timeout
      retry header ca-cert quiet verbose dry-run man help version
      """
    ),
    (
      "check",
      """
      expect assert max-time wait against ignore report format json output color offline no-cache sample
      base-url cache-dir timeout retry header ca-cert quiet
      verbose dry-run man help version
      """
    ),
    (
      "cache",
      """
      format json output compact color refresh max-age max-stale strict base-url cache-dir timeout
      retry header ca-cert quiet verbose man help version
      """
    ),
    ("completions bash", "color quiet verbose man help version"),
    ("help", "color quiet verbose man help version"),
  ]

  /// A value that an option takes; empty for a flag.
  static func value(for option: OptionDeclaration) -> String {
    switch option.value {
    case .duration: "5s"
    case .count: "3"
    case .text, .file, .directory: "d"
    case .pair: "a=b"
    case .header: "X-A: b"
    case .url: "http://h"
    case .relations: "none"
    case .fields, .sortKeys: "id"
    case .condition: option.name == .where ? "id = 1" : "users.count = 10"
    case .counts: "public"
    case .report: "tap=f"
    case .baseline: "file:d"
    case .format: "json"
    case .color: "never"
    case nil: ""
    }
  }

  /// An option with a valid value, and the format that it needs.
  static func words(for option: OptionDeclaration) -> [String] {
    var words = [option.name.typed]
    if option.value != nil { words.append(value(for: option)) }
    // Options of JSON, and of tables.
    if [.meta, .compact].contains(option.name) { words.append("--json") }
    if [.noHeader, .wide].contains(option.name) { words += ["-f", "table"] }
    return words
  }

  @Test(
    "Each command takes its own options, and refuses any other option with a message that names it",
    arguments: taken)
  func options(command: String, names: String) throws {
    let own = Set(names.split(whereSeparator: \.isWhitespace).map(String.init))
    for option in OptionDeclaration.all {
      let words = shellWords(command) + Self.words(for: option)
      let error = usageError(words)
      if own.contains(option.name.rawValue) {
        #expect(error == nil, "\(words)")
      } else {
        #expect(
          error?.text.hasPrefix("\(option.name.typed) is not valid with") == true, "\(words)")
      }
    }
  }

  @Test(
    "An option that only some formats take is refused with any other format",
    arguments: [
      ("--meta", ["json"]), ("--compact", ["json"]),
      ("--no-header", ["table", "record", "csv", "tsv"]), ("--wide", ["table", "record", "tree"]),
    ])
  func formatOptions(option: String, formats: [String]) {
    for format in OutputFormat.allCases.map(\.rawValue) {
      let error = usageError(["users", "-f", format, option])
      #expect((error == nil) == formats.contains(format), "\(option) \(format)")
      if let error { #expect(error.text.hasPrefix(option), "\(error.text)") }
    }
  }

  @Test("If an option and a variable contradict each other, the error names the variable")
  func variableInConflict() {
    let error = usageError(["users", "--refresh"], ["JPFETCH_OFFLINE": "1"])
    #expect(error?.text == "--refresh and JPFETCH_OFFLINE cannot be combined")
  }

  @Test(
    "An error names a format as it was given: by an option, a file's ending or a variable",
    arguments: [
      ("users -f json --no-header", "", ""), ("users --json --no-header", "", " of --json"),
      ("users -o a.json --no-header", "", " of --output"),
      ("users --meta --no-header", "", " of --meta"),
      ("users --no-header", "json", " of JPFETCH_FORMAT"),
      ("users -o a.json --no-header", "csv", " of --output"),
      ("get /x --no-header", "json", " of JPFETCH_FORMAT"),
      // Only other commands have this format.
      ("get /x --no-header", "tree", ""),
    ])
  func formatInConflict(line: String, variable: String, origin: String) {
    let error = usageError(shellWords(line), ["JPFETCH_FORMAT": variable])
    #expect(error?.text == "--no-header is not valid with the format json\(origin)")
  }

  @Test(
    "An option that has no effect on a run is accepted",
    arguments: [
      "--offline --max-age 3", "--offline --timeout 5s", "--offline --retry 3",
      "--offline --ca-cert f", "--sample --retry 3", "--sample -H 'X: y'",
      "--sample --offline", "--sample --refresh", "--sample --no-cache", "--sample --max-stale 1d",
      "--sample --strict", "--sample --partial", "--sample --cache-dir d",
      "--refresh --max-age 3", "check --ignore name", "cache path --timeout 5s",
      "--base-url file:d --offline", "--no-cache --strict",
      "--no-cache --max-stale 1d", "--count --wide", "check --sample --wait 5s",
      "check --offline --max-time 5s", "check --no-cache", "get /x -i --sample",
      "users --dry-run -o -",
    ])
  func accepted(line: String) {
    #expect(usageError(shellWords(line)) == nil)
  }

  @Test(
    "A variable that doesn't apply to the command or source is ignored, even with a wrong value",
    arguments: [
      "cache warm", "cache list", "users --sample", "get /x --base-url file:d", "check --sample",
      "help",
    ])
  func variables(line: String) {
    let variables = [
      "JPFETCH_OFFLINE": "1",
      "JPFETCH_FORMAT": line == "help" ? "sql" : "csv",
      "JPFETCH_MAX_STALE": line.hasPrefix("cache") ? "1d" : "x",
    ]
    #expect(usageError(shellWords(line), variables) == nil)
  }

  @Test(
    "A wrong value of a variable is no error if an option is given instead, or if it is empty",
    arguments: [
      ("-f json", "JPFETCH_FORMAT", "sql"), ("--sample", "JPFETCH_BASE_URL", "x"),
      ("", "JPFETCH_BASE_URL", ""), ("", "JPFETCH_CACHE_DIR", ""), ("", "JPFETCH_FORMAT", ""),
      ("", "JPFETCH_TIMEOUT", ""), ("", "JPFETCH_MAX_STALE", ""), ("", "SSL_CERT_FILE", ""),
    ])
  func unusedVariable(line: String, name: String, value: String) {
    #expect(usageError(shellWords(line), [name: value]) == nil)
  }

  @Test(
    "JPFETCH_OFFLINE is on for any value except the empty one, 0, no, off and false, in any case",
    arguments: [
      ("", false), ("0", false), ("no", false), ("off", false), ("false", false), ("No", false),
      ("OFF", false), ("False", false), ("1", true), ("yes", true), ("on", true), ("2", true),
      ("n", true), ("00", true),
    ])
  func flags(value: String, isSet: Bool) throws {
    let settings = try settings(["users"], ["JPFETCH_OFFLINE": value])
    #expect((settings.store.offlineOrigin != nil) == isSet)
  }

  @Test(
    "--header can't read header fields from standard input, under any of its names",
    arguments: ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  func standardInput(path: String) {
    #expect(usageError(["users", "-H", "@\(path)"]) != nil)
  }

  @Test(
    "An output file's ending sets the format, unless an option does; letter case doesn't matter",
    arguments: [
      ("users -o a.csv", OutputFormat.csv), ("users -o a.TSV", .tsv), ("users -o a.json", .json),
      ("users -o a.ndjson", .ndjson), ("users -o a.md", .markdown), ("users -o a.txt", .table),
      ("users -o a.csv -f json", .json), ("users -o a.spread", .tree), ("users -o csv.d/a", .tree),
      ("users -o d/.csv", .tree), ("users -o a.123", .tree), ("users -o a.xls", .tree),
      ("users --meta", .json), ("get /x -o a.csv", .csv), ("get /x -o a", .json),
      ("cache list -o a.json", .json),
      ("users -o a.JSONL", .ndjson), ("get /x -o a.jsonl", .ndjson),
      ("users -o a.markdown", .markdown),
      ("users -f md", .markdown), ("users -f jsonl", .ndjson), ("users -f JSON", .json),
    ])
  func format(line: String, format: OutputFormat) throws {
    let settings = try settings(shellWords(line), ["JPFETCH_FORMAT": "tree"])
    #expect(settings.options.answerFormat == format)
  }

  @Test(
    "A file's ending sets the format of a report",
    arguments: [
      ("a.tap", "tap"), ("a.XML", "junit"), ("a.json", "json"), ("a.md", "markdown"),
      ("a.markdown", "markdown"), ("a.txt", "text"), ("a", "text"),
    ])
  func reportFormat(file: String, format: String) throws {
    #expect(try settings(["check", "-o", file]).options.format == format)
  }

  @Test(
    "A file's ending that no format of the command has is refused, unless a format is given",
    arguments: [
      ("users -o a.tap", ".tap"), ("-o a.XML", ".xml"), ("get /x -o a.gz", ".gz"),
      ("cache list -o l.csv", ".csv"), ("check -o a.jsonl", ".jsonl"), ("check -o a.log", ".log"),
    ])
  func foreignEnding(line: String, ending: String) throws {
    let file = try #require(shellWords(line).last)
    #expect(
      usageError(shellWords(line))?.line
        == "--output \(file): no format has the ending \(ending) → add -f FORMAT")
    #expect(usageError(shellWords(line + " -f json")) == nil)
  }

  @Test(
    "An output file that is called like a format of any command is refused, unless -f is typed",
    arguments: [
      ("users", "json"), ("users", "junit"), ("check", "csv"), ("get /x", "md"), ("users", "TXT"),
    ])
  func fileLikeFormat(command: String, file: String) {
    let line = "\(command) -o \(file)"
    for variables in [[:], ["JPFETCH_FORMAT": "json"]] {
      #expect(
        usageError(shellWords(line), variables)?.line == """
          --output \(file): the name of a format \
          → for the format: -f \(file); for a file of that name: ./\(file)
          """)
    }
    for accepted in ["\(line) -f json", "\(line) --json", "\(command) -o ./\(file)"] {
      #expect(usageError(shellWords(accepted)) == nil, "\(accepted)")
    }
  }

  @Test(
    "A report's format is the one before =, or else the one of its file's ending",
    arguments: [
      ("a.xml", "junit"), ("d.x/a.TAP", "tap"), ("a.md", "markdown"), ("tap=a.xml", "tap"),
      ("md=a", "markdown"), ("github=-", "github"), ("a", nil), ("a.csv", nil), ("csv=a", nil),
      ("JUNIT=a", "junit"), ("junit+=a.xml", nil), ("tap=", nil), ("", nil),
    ] as [(String, String?)])
  func report(text: String, format: String?) throws {
    guard let format else {
      #expect(usageError(["check", "--report", text]) != nil)
      return
    }
    let settings = try settings(["check", "--report", text])
    #expect(settings.reports.map(\.format.rawValue) == [format])
  }

  @Test(
    "Of several options that set the same, the last one wins; those that list add up",
    arguments: [
      ("--json -f csv", "-f csv"), ("-f csv --json", "-f json"), ("-n 3 -n 1", "-n 1"),
      ("--max-age 1h --refresh", "--max-age 0"), ("--refresh --max-age 1h", "--max-age 1h"),
      ("-F id -F name,email", "-F id,name,email"), ("-S id -S -name", "-S id,-name"),
      ("-e albums -e posts", "-e albums,posts"),
      ("--count-by id --count-by name", "--count-by id,name"),
      ("--ignore id --ignore name", "--ignore id,name"),
      ("--expect users=1 --expect public", "--expect users=1,public"),
    ])
  func repeated(line: String, short: String) throws {
    func values(_ line: String) -> [String?] {
      let options = Options(["users"] + shellWords(line)) { _ in nil }
      let lists: [OptionName] = [.fields, .sort, .embed, .countBy, .ignore, .expect]
      let last: [OptionName] = [.format, .limit, .maxAge]
      return lists.map { options.list($0) } + last.map { options.value($0)?.text }
    }
    #expect(values(line) == values(short))
  }
}
