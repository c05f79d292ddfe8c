/// The words of a command line, sorted into options and operands (POSIX.1-2017 §12.2, with the long
/// options of getopt_long(3)). Nothing but the declarations is consulted.
struct ParsedArguments: Equatable {
  /// A word of the line, or an option with its value.
  enum Item: Equatable {
    case operand(String)
    /// - Parameter typed: its name as it was typed, `-f` or `--format`.
    case option(OptionName, typed: String, value: String?)
    /// An option that isn't declared.
    case unknown(String, value: String?)
  }

  /// The line as it was typed, in order.
  private(set) var items: [Item] = []

  /// The words that are not options: commands, resources, ids.
  private(set) var operands: [String] = []

  /// An option with its value; a flag's is empty.
  private struct Setting: Equatable {
    let option: OptionName
    let value: String
  }

  // In order. A dictionary's type would be made at run time, which takes a tenth of the start.
  private var settings: [Setting] = []

  /// The first error: an unknown option, or one whose value is missing or not allowed.
  private(set) var error: UsageError?

  /// The option at the end whose value is missing.
  private(set) var pending: OptionName?

  /// Whether `--` has ended the options.
  private(set) var isEnded = false

  /// Whether help was asked for by its short option, so that a page suffices.
  private(set) var isHelpShort = false

  /// Reads the words after the program's name. It goes on after an error, because an option says
  /// how to print errors.
  init(_ words: some Collection<String>) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        isEnded = true
        operands += rest
        items += rest.map { .operand($0) }
        return
      }
      do throws(UsageError) {
        try read(word, rest: &rest)
      } catch {
        self.error = self.error ?? error
      }
    }
  }

  /// The command so far, by the first operand.
  var command: CommandName {
    CommandName.typed.first { $0.rawValue == operands.first } ?? .show
  }

  func has(_ flag: OptionName) -> Bool { settings.contains { $0.option == flag } }

  /// The options as they were typed, in order.
  var given: [OptionName] {
    items.compactMap { if case .option(let name, _, _) = $0 { name } else { nil } }
  }

  /// The action of `cache`.
  var action: CacheAction? {
    command == .cache ? operands.dropFirst().first.flatMap { CacheAction(rawValue: $0) } : nil
  }

  /// Whether the command takes an option.
  func goes(with option: OptionName) -> Bool {
    OptionDeclaration.named(option)?.goes(with: command, action) ?? false
  }

  /// The command without its operands, and the action if it is the one that doesn't take an option.
  func commandLine(for option: OptionDeclaration) -> String {
    guard option.commands.contains(command), let action else { return operands.first ?? "users" }
    return "\(command.rawValue) \(action.rawValue)"
  }

  /// The values of an option, in order.
  func values(of option: OptionName) -> [String] {
    settings.filter { $0.option == option }.map(\.value)
  }

  /// The last value of an option, which is the one that counts.
  func value(of option: OptionName) -> String? {
    settings.last { $0.option == option }?.value
  }

  private mutating func read(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    if word.utf8.starts(with: "--".utf8) {
      try readLong(word, rest: &rest)
    } else if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1, !word.isNegativeNumber {
      try readShort(word, rest: &rest)
    } else {
      operands.append(word)
      items.append(.operand(word))
    }
  }

  private mutating func readLong(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // By scalars: a combining mark that begins the value doesn't hide the "=" before it.
    let text = word.unicodeScalars.dropFirst(2)
    let name = String(text.prefix { $0 != "=" })
    let value = text.firstIndex(of: "=").map { String(text[$0...].dropFirst()) }
    guard let option = OptionDeclaration.named(name) else {
      items.append(.unknown("--\(name)", value: value))
      throw .unknownOption("--\(name)", of: command)
    }
    if option.name == .help { isHelpShort = false }
    try set(option, typed: option.name.typed, attached: value, rest: &rest)
  }

  /// `-f json`, `-fjson`, and flags in a row.
  private mutating func readShort(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = OptionDeclaration.named(letter) else {
        items.append(.unknown("-\(letter)", value: nil))
        throw .unknownOption("-\(letter)", of: command)
      }
      if option.name == .help { isHelpShort = true }
      let takesRest = option.value != nil && !letters.isEmpty
      try set(
        option, typed: "-\(letter)", attached: takesRest ? String(letters) : nil, rest: &rest)
      if takesRest { return }
    }
  }

  private mutating func set(
    _ option: OptionDeclaration, typed: String, attached: String?,
    rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let value = option.value == nil ? nil : attached ?? rest.popFirst()
    items.append(.option(option.name, typed: typed, value: value))
    guard option.value != nil else {
      if let attached { throw .unexpectedValue(option.name, attached) }
      settings.append(
        Setting(option: option.alias?.option ?? option.name, value: option.alias?.value ?? ""))
      return
    }
    guard let value else {
      pending = option.name
      throw .missingValue(option, of: command)
    }
    settings.append(Setting(option: option.name, value: value))
  }
}

extension String {
  var isNegativeNumber: Bool {
    unicodeScalars.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
  }
}
