import JPCore

/// What to try after an error. It stays a value until it is printed.
enum Hint: Equatable, Sendable {
  /// The line that was typed, with changes.
  case typed([Change])
  /// Another command, with the typed options that say where its data is.
  case command([String])
  /// Something that no command does.
  case advice(String)

  enum Change: Equatable, Sendable {
    /// Replaces a word, or a part of an option's value, by other words; by none, leaves it out.
    case replacing(String, [String])
    /// Gives an option this value only, after the other words if it wasn't typed.
    case setting(OptionName, String?)
    case removing(OptionName)
    /// Replaces the command or resource.
    case command(String)
  }

  static let overview = command(["--help"])

  static func help(_ topic: String) -> Hint { .command(["help", topic]) }

  static func replacing(_ word: String, _ words: String...) -> Hint {
    .typed([.replacing(word, words)])
  }

  static func adding(_ option: OptionName, _ value: String? = nil) -> Hint {
    .typed([.setting(option, value)])
  }

  /// The options that say where data is, which another command needs too.
  fileprivate static let places: [OptionName] = [
    .baseURL, .sample, .offline, .cacheDirectory, .certificateFile, .header,
  ]
}

extension ParsedArguments {
  /// A hint as it is printed: a command line that runs, without credentials, or advice; `nil` if
  /// it is the line that was typed.
  func line(_ hint: Hint) -> String? {
    switch hint {
    case .advice(let text): return text
    case .command(let words):
      let command = ParsedArguments(words)
      let kept = items.filter { item in
        guard case .option(let name, _, _) = item else { return false }
        return Hint.places.contains(name) && !command.has(name) && command.goes(with: name)
      }
      return Self.line(of: command.items + (command.isForHelp ? [] : kept))
    case .typed(let changes):
      let changed = changes.reduce(into: items) { $1.apply(to: &$0) }
      return changed == items ? nil : Self.line(of: changed)
    }
  }

  private var isForHelp: Bool { has(.help) || has(.version) || has(.man) }

  private static func line(of items: [Item]) -> String {
    // Operands that look like options have to follow "--".
    let (first, last) = (items.filter { !$0.needsEnd }, items.filter(\.needsEnd))
    let words = ["jpfetch"] + first.flatMap(\.words) + (last.isEmpty ? [] : ["--"])
    return (words + last.flatMap(\.words)).map(\.shellQuoted).joined(separator: " ")
  }
}

extension Hint.Change {
  fileprivate func apply(to items: inout [ParsedArguments.Item]) {
    switch self {
    case .replacing(let word, let words):
      let index = items.firstIndex { $0.name == word } ?? items.firstIndex { $0.contains(word) }
      guard let index else { return }
      if items[index].name == word {
        let value = items[index].value.map { [ParsedArguments.Item.operand($0)] } ?? []
        items.replaceSubrange(index...index, with: ParsedArguments(words).items + value)
      } else if case .option(let name, let typed, let value?) = items[index] {
        let new = value.replacingFirst(word, with: words.joined(separator: " "))
        items[index] = .option(name, typed: typed, value: new)
      }
    case .setting(let option, let value):
      let index = items.firstIndex { $0.sets(option) } ?? items.endIndex
      items.removeAll { $0.sets(option) }
      items.insert(.option(option, typed: option.typed, value: value), at: min(index, items.count))
    case .removing(let option): items.removeAll { $0.sets(option) }
    case .command(let word):
      let index = items.firstIndex { if case .operand = $0 { true } else { false } }
      if let index { items.remove(at: index) }
      items.insert(.operand(word), at: index ?? items.startIndex)
    }
  }
}

extension ParsedArguments.Item {
  /// The operand, or the option as it was typed.
  fileprivate var name: String {
    switch self {
    case .operand(let text), .unknown(let text, _), .option(_, let text, _): text
    }
  }

  fileprivate var value: String? {
    switch self {
    case .operand: nil
    case .option(_, _, let value), .unknown(_, let value): value
    }
  }

  fileprivate func contains(_ word: String) -> Bool { value?.replacingFirst(word, with: "") != nil }

  /// Whether it gives a value to an option, or to the one that it is short for.
  fileprivate func sets(_ option: OptionName) -> Bool {
    guard case .option(let name, _, _) = self else { return false }
    let target = { (name: OptionName) in OptionDeclaration.named(name)?.alias?.option ?? name }
    return target(name) == target(option)
  }

  fileprivate var needsEnd: Bool {
    guard case .operand(let text) = self else { return false }
    return text.utf8.first == UInt8(ascii: "-") && text.utf8.count > 1 && !text.isNegativeNumber
  }

  /// The words to print, without credentials.
  fileprivate var words: [String] {
    switch self {
    case .operand(let text): [text.masked]
    case .unknown(let name, let value): [name] + (value.map { [$0.masked] } ?? [])
    case .option(.header, let typed, let value?): [typed, value.maskedField]
    case .option(_, let typed, let value): [typed] + (value.map { [$0.masked] } ?? [])
    }
  }
}

extension String {
  /// The text with the first occurrence of a word replaced, or `nil` if there is none.
  ///
  /// The standard library's own search would link its regular-expression module.
  fileprivate func replacingFirst(_ word: String, with new: String) -> String? {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: word.utf8) {
        let end = utf8.index(rest.startIndex, offsetBy: word.utf8.count)
        return self[..<rest.startIndex] + new + self[end...]
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
