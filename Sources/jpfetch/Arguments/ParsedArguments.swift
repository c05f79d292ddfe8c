import JPCore

/// The words of a command line, sorted into options and operands (POSIX.1-2017 §12.2, with the long
/// options of getopt_long(3)), by the options' declarations alone.
struct ParsedArguments {
  struct Item {
    /// `nil` for an operand, and for an option that isn't declared.
    var option: OptionName?
    /// The operand, or the option as it was typed, `-f` or `--format`.
    var word: String
    var value: String?
    var isOperand = false
    /// Whether the operand names the command or a resource.
    var isName = false
  }

  /// The meaning of the first operand.
  enum Subject {
    /// Records; `users` without an operand.
    case records(Resource)
    case command(CommandName)
    case unknown(String)
  }

  /// The line as it was typed, in order.
  private(set) var items: [Item] = []

  private(set) var subject = Subject.records(.users)

  /// The first error: an unknown option, or one with a missing or unexpected value.
  var error: UsageError? {
    guard let unknownOption else { return valueError }
    // The nearest option can be found only when the command is known.
    return .unknownOption(unknownOption, of: rules, action)
  }

  /// The first unknown option; `nil` if an error about a value precedes it.
  private var unknownOption: String?

  /// The first error about an option's value.
  private var valueError: UsageError?

  /// The option at the end that lacks its value.
  private(set) var pending: OptionName?

  /// The action of `cache`, by the second operand.
  private(set) var action: CacheAction?

  /// Where the operands are among the items.
  private var operandIndices: [Int] = []

  /// Whether `--` has ended the options.
  private(set) var isEnded = false

  /// Whether help was asked for by its short option, so that one screen is enough.
  private(set) var isHelpShort = false

  /// The rules of each command.
  private let table: CommandRules.Table

  /// The rules of the command, as far as the words have been read.
  private(set) var rules: CommandRules

  /// - Parameter words: the arguments. Reading continues after an error, because a later option
  ///   says how to print errors.
  init(_ words: some Collection<String>, rules table: @escaping CommandRules.Table) {
    self.table = table
    rules = table(.show)
    readAll(Array(words))
  }

  private mutating func readAll(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        isEnded = true
        for operand in rest { appendOperand(operand) }
        return
      }
      do throws(UsageError) {
        try read(word, rest: &rest)
      } catch {
        if valueError == nil { valueError = error }
      }
    }
  }

  /// The command so far, by the first operand.
  var command: CommandName {
    if case .command(let command) = subject { return command }
    return .show
  }

  /// The resource whose records are shown, the last one that is named; users if none is.
  var shownResource: Resource {
    guard case .records = subject else { return .users }
    let named = operands.compactMap(Resource.understood)
    return named.last ?? .users
  }

  /// The words that are not options: commands, resources, ids.
  var operands: [String] {
    operandIndices.map { index in items[index].word }
  }

  /// The first operand; the default resource's name without one.
  var firstWord: String { operands.first ?? Resource.users.name }

  func has(_ option: OptionName) -> Bool { items.contains { $0.option == option } }

  /// The values of an option, in order; an empty one each time that a flag is typed.
  func values(of option: OptionName) -> [String] {
    var values: [String] = []
    for item in items where item.option == option {
      values.append(item.value ?? "")
    }
    return values
  }

  /// The options and formats of a command.
  func rules(of command: CommandName) -> CommandRules { table(command) }

  /// Whether the command takes an option.
  func goes(with option: OptionName) -> Bool { rules.takes(option, action) }

  private mutating func read(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    if word.utf8.starts(with: "--".utf8) {
      try readLong(word, rest: &rest)
    } else if word.looksLikeOption {
      try readShort(word, rest: &rest)
    } else {
      appendOperand(word)
    }
  }

  private mutating func appendOperand(_ word: String) {
    operandIndices.append(items.count)
    var item = Item(word: word, isOperand: true)
    if operandIndices.count == 1 {
      subject = Subject(word)
      rules = rules(of: command)
      item.isName = subject.isKnown
    } else if case .records = subject {
      item.isName = Resource.understood(word) != nil
    }
    if operandIndices.count == 2, command == .cache {
      action = CacheAction(rawValue: word)
    }
    items.append(item)
  }

  private mutating func readLong(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // Scalars, not characters: a combining mark after the "=" would hide it.
    let text = word.unicodeScalars.dropFirst(2)
    let name = String(text.prefix { $0 != "=" })
    var value: String?
    if let equals = text.firstIndex(of: "=") {
      value = String(text[equals...].dropFirst())
    }
    // OptionName(rawValue:) would first make a dictionary of all names.
    let option = OptionName.allCases.first { $0.rawValue == name }
    if option == .help { isHelpShort = false }
    try append("--\(name)", option, attached: value, rest: &rest)
  }

  /// `-f json`, `-fjson`, and flags in a row.
  private mutating func readShort(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let option = OptionName.allCases.first { $0.declaration.short == letter }
      if option == .help { isHelpShort = true }
      var value: String?
      if option?.declaration.value != nil, !letters.isEmpty {
        value = String(letters)
      }
      try append("-\(letter)", option, attached: value, rest: &rest)
      if value != nil { return }
    }
  }

  /// - Parameter word: the option's name as it was typed.
  private mutating func append(
    _ word: String, _ name: OptionName?, attached: String?,
    rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let option = name?.declaration else {
      items.append(Item(word: word, value: attached))
      if unknownOption == nil, valueError == nil {
        unknownOption = word
      }
      return
    }
    var value = attached
    if value == nil, option.value != nil { value = rest.popFirst() }
    if option.name == .json, value == nil {
      items.append(Item(option: .format, word: word, value: OutputFormat.json.rawValue))
    } else {
      items.append(Item(option: option.name, word: word, value: value))
    }
    if let value, option.value == nil {
      throw .unexpectedValue(value, of: option)
    }
    if value == nil, option.value != nil {
      pending = option.name
      throw .missingValue(of: option, for: rules)
    }
  }
}

extension ParsedArguments.Subject {
  fileprivate var isKnown: Bool {
    if case .unknown = self { return false }
    return true
  }

  fileprivate init(_ word: String) {
    for command in CommandName.typed where command.rawValue == word {
      self = .command(command)
      return
    }
    if let resource = Resource.understood(word) {
      self = .records(resource)
    } else {
      self = .unknown(word)
    }
  }
}

extension String {
  /// Whether it begins with `-` and is neither a lone `-` nor a negative number.
  fileprivate var looksLikeOption: Bool {
    var rest = unicodeScalars[...]
    guard rest.popFirst() == "-", let next = rest.first else {
      return false
    }
    return !("0"..."9").contains(next)
  }
}
