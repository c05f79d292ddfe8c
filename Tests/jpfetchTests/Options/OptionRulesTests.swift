import TestSupport
import Testing

@testable import jpfetch

/// An option that would have no effect is refused, by the options' declarations alone.
@Suite("Which options go with which commands, formats and sources", .limited)
struct OptionRulesTests {
  private static let commands = [
    ["users"], ["get", "/users"], ["check"], ["cache", "info"], ["cache", "list"],
    ["cache", "warm"], ["cache", "export", "d"], ["cache", "clear"], ["cache", "path"],
    ["completions", "bash"], ["help"],
  ]

  private static let sources: [(words: [String], sources: DataSources)] = [
    ([], .server), (["--no-cache"], .live), (["--offline"], .stored),
    (["--base-url", "file:d"], .files), (["--sample"], .sample),
  ]

  /// A value that an option takes, and what it needs.
  private static func words(for option: OptionDeclaration, _ format: String?) -> [String] {
    let value: String? =
      switch option.value {
      case .duration: "5s"
      case .count: "3"
      case .text: "a"
      case .pair: "a=b"
      case .header: "X-A: b"
      case .url: "http://h"
      case .file, .directory: "d"
      case .relations: "none"
      case .fields, .sortKeys: "id"
      case .condition: option.name == .where ? "id = 1" : "users.count = 10"
      case .counts: "public"
      case .report: "tap=f"
      case .baseline: "file:d"
      case .format: format ?? "json"
      case .color: "never"
      case nil: nil
      }
    let needed = option.needs == .against ? ["--against", "file:d"] : []
    return [option.name.typed] + (value.map { [$0] } ?? []) + needed
  }

  @Test(
    "Every combination works, or an error names the option", arguments: commands)
  func combinations(command: [String]) throws {
    let (name, action) = (ParsedArguments(command).command, ParsedArguments(command).action)
    let formats = OptionName.format.declaration.choices(of: name).map { Optional($0.word) }
    for format in formats.isEmpty ? [nil] : formats {
      let line = command + (format.map { ["-f", $0] } ?? [])
      for (source, own) in Self.sources where usageError(line + source) == nil {
        // Files have no stored responses.
        if name == .cache, own == .files { continue }
        for option in OptionDeclaration.all where !source.contains(option.name.typed) {
          // It would replace the format, the source or the whole command.
          if [.json, .sample, .baseURL, .offline, .help, .version, .man].contains(option.name)
            || option.name == .dryRun && name == .check
          {
            continue
          }
          let words = line + source + Self.words(for: option, format)
          let other: DataSources = words.contains("--against") ? .files : []
          let traits = format.flatMap { OutputFormat(rawValue: $0) }?.traits ?? .any
          let goes =
            option.goes(with: name, action) && !option.sources.isDisjoint(with: own.union(other))
            && (name == .check || !option.formats.isDisjoint(with: traits))
          let error = usageError(words)
          #expect((error == nil) == goes, "\(words): \(error?.message ?? "taken")")
          if let error { #expect(error.message.contains(option.name.typed), "\(words)") }
        }
      }
    }
  }

  @Test(
    "Combinations without an effect are refused",
    arguments: [
      ("--offline --refresh", "--refresh and --offline cannot be combined"),
      ("--offline --max-age 3", "--max-age and --offline cannot be combined"),
      ("--offline --max-stale 1d", "--max-stale and --offline cannot be combined"),
      ("--sample --timeout 3s", "--timeout and --sample cannot be combined"),
      ("--base-url file:d --jobs 3", "--jobs and --base-url file:d cannot be combined"),
      ("--sample -H 'X: y'", "--header and --sample cannot be combined"),
      ("--sample --offline", "--offline and --sample cannot be combined"),
      ("--sample --base-url http://h", "--base-url and --sample cannot be combined"),
      ("get /x -F id", "--fields is not valid with get"),
      ("photos --query a=b", "--query is not valid with photos"),
      ("cache list --dry-run", "--dry-run is not valid with cache"),
      ("cache warm --offline", "--offline is not valid with cache warm"),
      ("cache clear --max-age 30d", "--max-age is not valid with cache clear"),
      ("help --compact", "--compact is not valid with help"),
      ("--no-header -f tree", "--no-header is not valid with --format tree"),
      ("users -f csv --wide", "--wide is not valid with --format csv"),
      ("users -f ndjson --compact", "--compact needs --json"),
      ("get /x -f tree", "--format takes table, json, ndjson, csv, tsv, markdown, not \"tree\""),
      ("cache path --base-url http://h", "--base-url is not valid with cache path"),
      ("check --sample --wait 5s", "--wait and --sample cannot be combined"),
      ("check --offline --max-time 5s", "--max-time and --offline cannot be combined"),
      ("todos --count -S id", "--sort and --count cannot be combined"),
      ("todos --count --count-by id", "--count-by and --count cannot be combined"),
      ("todos --count-by id -F id", "--fields and --count-by cannot be combined"),
      ("get /x -i --meta", "--meta and --include cannot be combined"),
      ("get /x -i --sample", "--include and --sample cannot be combined"),
    ])
  func refused(line: String, message: String) {
    #expect(usageError(shellWords(line))?.message == message)
  }

  @Test(
    "A variable that doesn't apply is ignored",
    arguments: [
      "cache warm", "cache list", "users --sample", "get /x --base-url file:d", "check --sample",
      "help",
    ])
  func variables(line: String) {
    let variables = [
      "JPFETCH_OFFLINE": "1",
      "JPFETCH_FORMAT": ["users", "cache"].contains(line.prefix(5)) ? "csv" : "yaml",
      "JPFETCH_MAX_STALE": line == "cache warm" ? "1d" : "x",
    ]
    #expect(usageError(shellWords(line), variables) == nil)
  }

  @Test(
    "A file's ending sets the format, unless an option does; formats are read in any case",
    arguments: [
      ("users -o a.csv", OutputFormat.csv), ("users -o a.TSV", .tsv), ("users -o a.json", .json),
      ("users -o a.ndjson", .ndjson), ("users -o a.md", .markdown), ("users -o a.txt", .table),
      ("users -o a.csv -f json", .json), ("users -o a.xml", .tree), ("users -o csv.d/a", .tree),
      ("get /x -o a.csv", .csv), ("get /x -o a", .json), ("cache list -o a.csv", .table),
      ("users -f md", .markdown), ("users -f JSON", .json),
    ])
  func format(line: String, format: OutputFormat) {
    let arguments = ParsedArguments(shellWords(line))
    let options = OptionValues(arguments) { $0 == "JPFETCH_FORMAT" ? "tree" : nil }
    #expect(options.format == format)
  }
}
