import JPCore

/// What to try after an error. It stays a value until it is printed.
enum Hint: Equatable {
  /// The line that was typed, with changes.
  case typed([Change])
  /// Another command, with the typed options that select the data's source.
  case command([String])
  /// The option's line in help.
  case option(OptionName)

  enum Change: Equatable {
    /// Replaces a word, or a part of an option's value, by other words; by none, leaves it out.
    case replacing(String, [String])
    /// Gives an option this value only, after the other words if it wasn't typed.
    case setting(OptionName, String?)
    case removing(OptionName)
    /// Appends an option.
    case adding(ParsedArguments.Item)
    /// Replaces the command or resource.
    case command(String)
  }

  /// The help about a command.
  static func page(of command: CommandName) -> Hint {
    command == .show || command == .help ? .command(["--help"]) : .help(command.rawValue)
  }

  static func help(_ topic: String) -> Hint { .command(["help", topic]) }

  static func replacing(_ word: String, _ words: String...) -> Hint {
    .typed([.replacing(word, words)])
  }

  static func adding(_ option: OptionName, _ value: String? = nil) -> Hint {
    .typed([.setting(option, value)])
  }

  static func removing(_ option: OptionName) -> Hint { .typed([.removing(option)]) }

  /// The options that say where data is, which another command needs too.
  fileprivate static let places: [OptionName] = [
    .baseURL, .sample, .offline, .cacheDirectory, .certificateFile, .header,
  ]
}

extension ParsedArguments {
  /// A hint as printed: a command line that runs, or advice; `nil` if it is the typed line, or if it
  /// would repeat a secret.
  func line(_ hint: Hint) -> String? {
    let mayHoldSecret = items.contains(where: \.mayHoldSecret)
    switch hint {
    case .option(let name):
      return name.declaration.line(for: rules, of: command)
    case .command(let words):
      let command = ParsedArguments(words, rules: table)
      let isForHelp = command.has(.help) || command.command == .help
      if mayHoldSecret, !isForHelp { return nil }
      let kept = items.filter { item in
        guard let name = item.target, !isForHelp else { return false }
        return Hint.places.contains(name) && !command.has(name) && command.goes(with: name)
      }
      return Self.line(of: command.items + kept)
    case .typed(let changes):
      if mayHoldSecret { return nil }
      let changed = changes.reduce(into: items) { $1.apply(to: &$0, table) }
      return changed == items ? nil : Self.line(of: changed)
    }
  }

  private static func line(of items: [Item]) -> String {
    // Operands that look like options have to follow "--".
    let needsEnd = { (item: Item) in item.isOperand && item.word.looksLikeOption }
    let last = items.filter(needsEnd).flatMap(\.words)
    let words = ["jpfetch"] + items.filter { !needsEnd($0) }.flatMap(\.words)
    return (words + (last.isEmpty ? [] : ["--"] + last)).map(\.shellQuoted).joined(separator: " ")
  }
}

extension Hint.Change {
  fileprivate func apply(
    to items: inout [ParsedArguments.Item], _ table: @escaping CommandRules.Table
  ) {
    switch self {
    case .replacing(let word, var words):
      if let index = items.firstIndex(where: { $0.word == word }) {
        let item = items.remove(at: index)
        if !item.isOperand, let value = item.value { words.append(value) }
        items.insert(contentsOf: ParsedArguments(words, rules: table).items, at: index)
        return
      }
      for index in items.indices {
        guard let old = items[index].value,
          let new = old.replacingWord(word, with: words.joined(separator: " "))
        else { continue }
        items[index].value = new
        return
      }
    case .setting(let option, let value):
      let index = items.firstIndex { $0.target == option.target } ?? items.endIndex
      let typed = items.dropFirst(index).first { $0.option == option }?.word
      items.removeAll { $0.target == option.target }
      let item = ParsedArguments.Item(option: option, word: typed ?? option.typed, value: value)
      items.insert(item, at: min(index, items.count))
    case .removing(let option): items.removeAll { $0.target == option.target }
    case .adding(let item): items.append(item)
    case .command(let word):
      let index = items.firstIndex(where: \.isOperand)
      if let index { items.remove(at: index) }
      items.insert(.init(word: word, isOperand: true), at: index ?? items.startIndex)
    }
  }
}

extension ParsedArguments.Item {
  fileprivate var words: [String] { [word] + (value.map { [$0] } ?? []) }

  /// Whether the line with this item may hold a secret: a password in a URL, the value of a header
  /// field or of an unknown option.
  fileprivate var mayHoldSecret: Bool {
    let text = value ?? word
    switch option {
    case nil where !isOperand: return true
    case .header: return text.utf8.first != .at
    case .query: return "?\(text)".secretParameter != nil
    default: return text.typedWordWithoutSecrets != text
    }
  }
}

extension String {
  /// The text with the first occurrence of a whole word replaced; `nil` without one.
  ///
  /// The standard library's own search would link its regular-expression module.
  fileprivate func replacingWord(_ word: String, with new: String) -> String? {
    func isLetter(_ byte: UInt8?) -> Bool {
      byte.map { $0 >= 0x80 || Unicode.Scalar($0).properties.isAlphabetic || $0.isDigit } ?? false
    }
    var before: UInt8?
    var rest = utf8[...]
    while !rest.isEmpty {
      let end = rest.dropFirst(word.utf8.count)
      if !isLetter(before), !isLetter(end.first), rest.starts(with: word.utf8) {
        return self[..<rest.startIndex] + new + self[end.startIndex...]
      }
      before = rest.popFirst()
    }
    return nil
  }
}
