import JPCore

@testable import jpfetch

extension FuzzTarget {
  /// Parses command lines, one argument on each line. Each gives a plan or a usage error. Words such
  /// as `JPFETCH_FORMAT=json` set the environment.
  static let arguments = FuzzTarget(
    name: "arguments",
    seeds: {
      let examples = CommandName.allCases.flatMap(\.declaration.examples).map { example in
        // No shell removes the quotes.
        example.left.filter { $0 != "'" }.split(separator: " ").dropFirst().joined(separator: "\n")
      }
      let options = OptionDeclaration.all.flatMap { option in
        option.spellings.flatMap { spelling in
          option.value.map { $0.examples.map { "\(spelling)\n\($0)" } } ?? [spelling]
        }
      }
      return (examples + options + ["JPFETCH_FORMAT=csv\nusers\n--\n-1"]).map { Array($0.utf8) }
    },
    run: { input in
      var words = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { text($0) }
      let variables = words.filter { $0.hasPrefix("JPFETCH_") }
      words.removeAll { $0.hasPrefix("JPFETCH_") }
      let arguments = ParsedArguments(words)
      let options = OptionValues(arguments) { name in
        if name == "HOME" { return "/home" }
        let variable = variables.last { $0.hasPrefix(name + "=") }
        return variable.map { String($0.dropFirst(name.count + 1)) }
      }
      do throws(UsageError) {
        _ = try Plan(arguments, options)
      } catch {
        tell(Message(error, options))
      }
      _ = options.givesJSON
    })

  private static func tell(_ report: Message) {
    demand(report.exitCode == .usage, "a wrong command line is a usage error")
    demand((try? JSONDocument(Array(report.json.utf8))) != nil, "an error is valid JSON")
    _ = report.lines(.plain)
  }
}

extension OptionDeclaration.Value {
  /// Valid values.
  fileprivate var examples: [String] {
    switch self {
    case .format: OutputFormat.allCases.map(\.rawValue)
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .duration: ["500ms", "7d"]
    case .count: ["3"]
    case .text: ["łódź"]
    case .url: ["http://me:secret@localhost:3000/api", "file:DIR"]
    case .file, .directory: ["name"]
    case .header: ["X-Name: value"]
    case .pair: ["userId=1"]
    case .relations: ["albums.photos,posts", "none"]
    case .fields: ["id,address.city,albums.count"]
    case .sortKeys: ["-id,name"]
    case .condition: ["name ~ \"ann\"", "id >= 3"]
    case .counts: ["users=10,photos=5000", "public"]
    case .report: ["junit=name", "markdown+=name", "github=-"]
    case .baseline: ["cache", "file:DIR"]
    }
  }
}
