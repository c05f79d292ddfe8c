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
      let options = OptionDeclaration.all.flatMap(\.spellings).flatMap { spelling in
        values.map { "\(spelling)\n\($0)" }
      }
      return (examples + options + ["JPFETCH_FORMAT=csv\nusers\n--\n-1"]).map { Array($0.utf8) }
    },
    run: { input in
      var words = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { text($0) }
      let variables = words.filter { $0.hasPrefix("JPFETCH_") }
      words.removeAll { $0.hasPrefix("JPFETCH_") }
      let arguments = ParsedArguments(words)
      let options = Options(arguments, of: arguments.command.declaration) { name in
        if name == "HOME" { return "/home" }
        let variable = variables.last { $0.hasPrefix(name + "=") }
        return variable.map { String($0.dropFirst(name.count + 1)) }
      }
      do throws(Message) {
        _ = try Plan(options)
      } catch {
        let message = Message(error, nil)
        demand(message.exitCode == .usage, "a wrong command line is a usage error")
        demand((try? JSONDocument(Array(message.json.utf8))) != nil, "an error is valid JSON")
        _ = message.lines(.plain)
      }
      _ = options.asksForJSON
    })

  /// Each option accepts at least one of them.
  private static let values = [
    "json", "never", "7d", "3", "łódź", "http://me:secret@localhost:3000/api", "file:DIR",
    "X-Name: value", "userId=1", "albums.photos,posts", "-id,name", "name ~ \"ann\"",
    "users.name unique", "users=10,photos=5000", "junit=name",
  ]
}
