import JPCore
import Synchronization

/// The options' values: from the command line, else from the environment.
struct OptionValues {
  private let arguments: ParsedArguments
  private let environment: @Sendable (String) -> String?

  /// The lines of files that options name, read once: they may be pipes.
  private let files = Files()

  private final class Files: Sendable {
    let read = Mutex<[(path: String, lines: [String]?)]>([])
  }

  /// Whether files that options name may be read. Pipes can be read only once.
  private let readsFiles: Bool

  init(
    _ arguments: ParsedArguments, readsFiles: Bool = true,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.arguments = arguments
    self.readsFiles = readsFiles
    self.environment = environment
  }

  /// A hint as it is printed; `nil` if it is the line that was typed.
  func line(_ hint: Hint) -> String? { arguments.line(hint) }

  /// The command that was typed.
  var command: CommandName { arguments.command }

  /// The lines of a file; `nil` where it can't be read.
  func lines(of path: String) -> [String]? {
    guard readsFiles else { return nil }
    return files.read.withLock { read in
      if let known = read.first(where: { $0.path == path }) { return known.lines }
      let lines = SystemFile.contents(ofUnsized: path).map { bytes in
        String(systemBytes: bytes).split(whereSeparator: \.isNewline).map { String($0) }
      }
      read.append((path, lines))
      return lines
    }
  }

  /// Whether a flag is typed, or its variable has a value other than `0`, `no`, `off` or `false`.
  func has(_ flag: OptionName) -> Bool {
    if arguments.has(flag) { return true }
    let value = OptionDeclaration.variable(of: flag).flatMap(environment) ?? ""
    return !["", "0", "no", "off", "false"].contains(value.lowercased())
  }

  /// How often a flag was typed.
  func count(of flag: OptionName) -> Int { arguments.values(of: flag).count }

  /// Whether the value was typed, and didn't come from a variable.
  func isTyped(_ option: OptionName) -> Bool { arguments.has(option) }

  /// The format of the answer, if it is given.
  var format: OutputFormat? {
    get throws(UsageError) {
      guard let (place, value) = value(of: .format) else { return nil }
      guard let format = OutputFormat(rawValue: value) else {
        throw .badChoice(place, value, OutputFormat.choices)
      }
      return format
    }
  }

  /// Never fails, because an error about another option needs it.
  var errorFormat: ErrorFormat {
    ["json", "ndjson"].contains(value(of: .format)?.value) ? .json : .text
  }

  var timeout: Duration? {
    get throws(UsageError) { try duration(.timeout) { $0 > .zero } }
  }

  /// An option's time, if it is given.
  func duration(
    _ option: OptionName, where isAllowed: (Duration) -> Bool = { _ in true }
  ) throws(UsageError) -> Duration? {
    guard let (place, value) = value(of: option) else { return nil }
    guard let duration = Duration(argument: value), isAllowed(duration) else {
      throw .badValue(place, value, expected: "a time such as 500ms, 10s or 2m")
    }
    return duration
  }

  /// An option's number, 0 or more, if it is given.
  func number(_ option: OptionName) throws(UsageError) -> Int? {
    guard let (place, text) = value(of: option) else { return nil }
    guard text.utf8.allSatisfy(\.isDigit), let number = Int(text) else {
      throw .badValue(place, text, expected: "a whole number, 0 or more")
    }
    return number
  }

  /// Every value of an option that can be repeated.
  func values(of option: OptionName) -> [String] { arguments.values(of: option) }

  /// Whether an option was typed.
  func isGiven(_ option: OptionName) -> Bool { arguments.isTyped(option) }

  /// A variable of the environment; an empty one counts as missing.
  func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The value of an option, and where it comes from: the option or the variable. An empty variable
  /// counts as missing.
  func value(of option: OptionName) -> (place: String, value: String)? {
    if let value = arguments.value(of: option) { return (option.typed, value) }
    guard let variable = OptionDeclaration.variable(of: option), let value = environment(variable),
      !value.isEmpty
    else { return nil }
    return (variable, value)
  }
}
