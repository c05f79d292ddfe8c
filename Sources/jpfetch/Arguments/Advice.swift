import JPCore

/// Advice after an error: one sentence, or the few words to type. It never repeats the typed line.
enum Advice: Equatable {
  case sentence(ShownText)
  /// A whole command, ready to be copied.
  case command(String)
  /// The page of help about a topic.
  case help(String)
  /// The overview of all options.
  case overview

  static func didYouMean(_ words: String) -> Advice { .sentence("did you mean \(words)?") }

  static func listingAll(of resource: Resource) -> Advice {
    .sentence("write \(resource.name) alone to list all \(resource.name)")
  }

  /// The page about a command.
  static func page(of command: CommandName) -> Advice {
    switch command {
    case .show, .help: .overview
    case .get, .check, .cache, .completions: .help(command.rawValue)
    }
  }

  var text: String {
    switch self {
    case .sentence(let sentence): sentence.text
    case .command(let command): "try: \(command)"
    case .help(let topic): "see: jpfetch help \(topic)"
    case .overview: "see: jpfetch --help"
    }
  }

  /// Whether it is to be copied, and so stays in one line.
  var isCommand: Bool {
    if case .sentence = self { return false }
    return true
  }
}

/// A text for a message. Inserted words may have been typed, so they are shown without secrets.
struct ShownText: Equatable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ word: some CustomStringConvertible) {
      text += "\(word)".typedWordWithoutSecrets
    }
  }
}

/// An option of other programs, and the advice to give for it.
struct Synonym: ExpressibleByStringLiteral {
  /// As it is typed, `--columns`.
  let word: String

  /// `nil` to advise the option that has this synonym.
  let advice: Advice?

  init(_ word: String, _ advice: Advice) {
    self.word = word
    self.advice = advice
  }

  init(stringLiteral word: String) {
    self.word = word
    advice = nil
  }
}

extension OptionDeclaration {
  /// Advice about an unknown option: the command's own option if the word is another program's or names
  /// a format; otherwise the nearest option, or the one for the nearest word of another program.
  ///
  /// - Parameter action: the action of `cache`, if one is typed.
  static func advice(
    for word: String, of rules: CommandRules, _ action: CacheAction?
  ) -> Advice? {
    let options = all.filter { rules.takes($0.name, action) }
    var spellings: [String] = []
    var synonyms: [String] = []
    for option in options {
      if let advice = option.advice(forSynonym: word) { return advice }
      for choice in option.choices(of: rules) where "--\(choice.word)" == word {
        return .didYouMean("\(option.name.typed) \(choice.word)")
      }
      spellings += option.spellings
      synonyms += option.synonyms.map(\.word)
    }
    if let nearest = word.nearest(in: spellings) {
      return .didYouMean(nearest)
    }
    guard let nearest = word.nearest(in: synonyms) else { return nil }
    for option in options {
      if let advice = option.advice(forSynonym: nearest) {
        return advice
      }
    }
    return nil
  }

  private func advice(forSynonym word: String) -> Advice? {
    for synonym in synonyms where synonym.word == word {
      if let advice = synonym.advice { return advice }
      return .didYouMean(name.typed)
    }
    return nil
  }
}

extension CommandName {
  /// Advice about a first operand that is neither a command nor a resource; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - word: the first operand.
  ///   - others: the operands after it.
  ///   - rules: the rules of the command that applies because none is named.
  static func advice(
    for word: String, before others: [String], of rules: CommandRules
  ) -> Advice? {
    if word.meansAll, let next = others.first, Resource.understood(next) != nil {
      return .sentence("leave out \"\(word)\"")
    }
    for command in typed where command.synonyms.contains(word) {
      return .didYouMean(command.rawValue)
    }
    for action in CacheAction.allCases
    where action.rawValue == word || action.synonyms.contains(word) {
      return .didYouMean("\(CommandName.cache.rawValue) \(action.rawValue)")
    }
    for option in rules.options where option.rawValue == word {
      return .didYouMean(option.typed)
    }
    if word.utf8.contains(.slash) {
      if word.typedWordWithoutSecrets != word {
        return .didYouMean("get PATH")
      }
      return .didYouMean("get \(word.shellQuoted)")
    }
    if word.utf8.allSatisfy(\.isDigit), !word.isEmpty {
      return .didYouMean("users \(word)")
    }
    for resource in Resource.all where resource.isCondition(word) {
      return .didYouMean("\(resource.name) -w \(word.shellQuoted)")
    }
    guard let nearest = word.nearest(in: firstWords) else {
      return nil
    }
    return .didYouMean(nearest)
  }
}

extension Resource {
  /// The words that name the records at a path, `users 1` for `/users/1`; `nil` for other paths.
  static func words(forPath path: String) -> String? {
    let segments = segments(of: path)
    guard let first = segments.first, let resource = named(first) else {
      return nil
    }
    switch segments.count {
    case 1: return resource.name
    case 2 where segments[1].isPlainID:
      return "\(resource.name) \(segments[1])"
    case 3 where segments[1].isPlainID:
      guard let other = named(segments[2]), let reference = other.referencePath(to: resource) else {
        return nil
      }
      return "\(other.name) -w \(reference)=\(segments[1])"
    default: return nil
    }
  }

  private static func segments(of path: String) -> [String] {
    path.utf8.split(separator: .slash).map { String(Substring($0)) }
  }

  /// Whether a word is a condition on one of the resource's fields with `=`, such as `userId=3`.
  func isCondition(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: .equals) else {
      return false
    }
    return fields.contains { $0.path == word[..<equals] }
  }
}

extension String {
  /// Whether other programs use the word to mean all records, as in `users all`, or to show
  /// records, as in `list users`.
  var meansAll: Bool { ["all", "*", "list", "ls", "show"].contains(self) }

  /// Whether it is an id of letters and digits, the same in a path as in a shell.
  var isPlainID: Bool {
    utf8.allSatisfy { $0.isDigit || $0.isLetter }
  }

  /// The known word that this one was probably meant to be: the first that begins with it, or else
  /// the nearest of those that it becomes by inserting and removing at most two letters.
  func nearest(in known: [String]) -> String? {
    let letters = drop { $0 == "-" }.count
    if letters == 0 { return nil }
    for longer in known where longer.hasPrefix(self) { return longer }
    if letters == 1 { return nil }
    var nearest: String?
    var fewestChanges = 3
    // Words of other lengths aren't measured: that takes time by the square of the length.
    for word in known where abs(word.count - count) <= 2 {
      let changes = word.difference(from: self).count
      if changes < fewestChanges {
        nearest = word
        fewestChanges = changes
      }
    }
    return nearest
  }

  /// This text as one word of a shell command.
  var shellQuoted: String {
    let plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+=".utf8
    // zsh replaces a word that begins with "=".
    if !isEmpty, utf8.first != .equals, utf8.allSatisfy(plain.contains) {
      return self
    }
    let escaped = escaping { scalar in
      if scalar == "'" { return "'\\''" }
      return nil
    }
    return "'\(escaped)'"
  }
}
