import JPCore

/// The arguments, sorted into options and operands (POSIX.1-2017 §12.2, with the long options of
/// getopt_long(3)). Only the options' declarations decide this: a word is sorted in the same way
/// for every command.
struct ParsedArguments {
  /// An option as it was typed, before its value is checked.
  struct Option {
    let name: OptionName
    /// The typed value; `nil` for a flag, or if the value is missing.
    let value: String?
  }

  /// The meaning of the first operand.
  enum FirstOperand {
    /// Records of a resource; of `users` if there are no operands.
    case records(Resource)
    case command(CommandName)
    case unknown(String)
  }

  /// The options, in the order of the command line.
  private(set) var options: [Option] = []

  /// The words that are not options: commands, resources, ids.
  private(set) var operands: [String] = []

  /// The first error; `nil` if all options are known and have the values that they need.
  private(set) var error: Problem?

  /// Why an option can't be read.
  enum Problem {
    case unknown(String)
    case missingValue(OptionDeclaration)
    case unexpectedValue(OptionDeclaration)
  }

  /// The last option, if its value is missing. Completion then offers values for it.
  private(set) var pending: OptionName?

  /// Whether `--` has ended the options.
  private(set) var isEnded = false

  /// Whether `-h` asked for help, which prints one screen, and not `--help`, which prints
  /// everything.
  private(set) var isHelpShort = false

  /// Sorts the arguments. Continues after an error, because a later option, such as `--json`, says
  /// how errors are printed.
  init(_ words: some Collection<String>) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        isEnded = true
        operands += rest
        return
      }
      if word.utf8.starts(with: "--".utf8) {
        readLong(word, rest: &rest)
      } else if word.looksLikeOption {
        readShort(word, rest: &rest)
      } else {
        operands.append(word)
      }
    }
  }

  var firstOperand: FirstOperand {
    guard let word = operands.first else { return .records(.users) }
    return FirstOperand(word)
  }

  /// The command that the first operand names; `show` if it names none.
  var command: CommandName {
    if case .command(let command) = firstOperand { return command }
    return .show
  }

  /// The operands after a command or after the first resource.
  var wordsAfterFirst: [String] { Array(operands.dropFirst()) }

  /// The resource that the first operand names; `users` if it names none.
  var firstResource: Resource {
    if case .records(let resource) = firstOperand { return resource }
    return .users
  }

  /// The resource whose records are shown: the last one that is named, such as `todos` in
  /// `users 3 todos`; `users` if none is named.
  var shownResource: Resource {
    if command == .search { return .matches }
    guard case .records = firstOperand else { return .users }
    let named = operands.compactMap(Resource.withNameOrAlias)
    return named.last ?? .users
  }

  /// The word whose page of help `--help` prints: a command, or the resource that is shown; `nil` for
  /// the overview.
  var topic: String? {
    if case .records = firstOperand, !operands.isEmpty { return shownResource.name }
    return operands.first
  }

  func has(_ option: OptionName) -> Bool { options.contains { $0.name == option } }

  private mutating func readLong(_ word: String, rest: inout ArraySlice<String>) {
    // Scalars, not characters: a combining mark after the "=" would hide it.
    let text = word.unicodeScalars.dropFirst(2)
    let name = String(text.prefix { $0 != "=" })
    var value: String?
    if let equals = text.firstIndex(of: "=") {
      value = String(text[equals...].dropFirst())
    }
    let option = OptionDeclaration.all.first { $0.name.rawValue == name }
    if option?.name == .help { isHelpShort = false }
    addOption("--\(name)", option, attached: value, rest: &rest)
  }

  /// Reads `-f json`, `-fjson`, or flags in one word, such as `-qv`.
  private mutating func readShort(_ word: String, rest: inout ArraySlice<String>) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let option = OptionDeclaration.all.first { $0.short == letter }
      if option?.name == .help { isHelpShort = true }
      var value: String?
      if option?.value != nil, !letters.isEmpty {
        value = String(letters)
      }
      addOption("-\(letter)", option, attached: value, rest: &rest)
      if value != nil { return }
    }
  }

  /// Appends an option, whose value is attached to it or is the next word.
  ///
  /// - Parameter word: the option's name as it was typed, `--format` or `-f`.
  private mutating func addOption(
    _ word: String, _ option: OptionDeclaration?, attached: String?,
    rest: inout ArraySlice<String>
  ) {
    guard let option else { return keepFirstError(.unknown(word)) }
    var value = attached
    if value == nil, option.value != nil { value = rest.popFirst() }
    options.append(Option(name: option.name, value: value))
    if option.value == nil, value != nil {
      keepFirstError(.unexpectedValue(option))
    }
    if option.value != nil, value == nil {
      pending = option.name
      keepFirstError(.missingValue(option))
    }
  }

  private mutating func keepFirstError(_ problem: Problem) {
    if error == nil { error = problem }
  }
}

extension ParsedArguments.FirstOperand {
  fileprivate init(_ word: String) {
    for command in CommandName.typed where command.rawValue == word {
      self = .command(command)
      return
    }
    if let resource = Resource.withNameOrAlias(word) {
      self = .records(resource)
    } else {
      self = .unknown(word)
    }
  }
}

extension String {
  /// Whether the text begins with `-`, and is neither `-` alone nor a negative number.
  fileprivate var looksLikeOption: Bool {
    var rest = unicodeScalars[...]
    guard rest.popFirst() == "-", let next = rest.first else {
      return false
    }
    return !("0"..."9").contains(next)
  }
}
