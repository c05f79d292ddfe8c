/// What a shell can offer for the last word of a command line.
struct Completion: Equatable {
  enum Kind: String {
    /// Whole words.
    case words
    /// Words that more can follow without a blank, as in a list with commas.
    case parts
    case files, directories
  }

  var kind = Kind.words

  /// How many Unicode scalars of the last word stay in front of what is offered.
  var kept = 0

  /// Those that begin with the rest of the last word.
  var choices: [Choice] = []

  /// A line with kind and number, then one for each choice: the word, a tab, its meaning.
  var text: String {
    "\(kind.rawValue) \(kept)\n" + choices.map { "\($0.word)\t\($0.meaning)\n" }.joined()
  }
}

/// Finds what can stand at the end of a command line, by the declarations.
struct Completer {
  let vocabulary: Vocabulary

  /// The ids of a resource's records, as far as they are known without a network.
  let ids: (_ resource: String) -> [String]

  /// - Parameter words: those behind `jpfetch`, up to the one that is being typed.
  func completion(of words: [String]) -> Completion {
    let last = words.last ?? ""
    let typed = ParsedArguments(words.dropLast())
    if let option = typed.pending.flatMap({ OptionDeclaration.named($0) }) {
      return value(of: option, last, 0, typed)
    }
    if typed.isEnded || !last.utf8.starts(with: "-".utf8) { return operand(last, typed) }
    if last.utf8.starts(with: "--".utf8) {
      let name = last.dropFirst(2).prefix { $0 != "=" }
      guard name.count < last.count - 2 else { return options(last, typed) }
      guard let option = OptionDeclaration.named(String(name)), option.value != nil else {
        return Completion()
      }
      return value(of: option, last, name.count + 3, typed)
    }
    return options(last, typed)
  }

  private func options(_ last: String, _ typed: ParsedArguments) -> Completion {
    let options = OptionDeclaration.options(of: typed.command, typed.action)
    let words = options.flatMap { option in
      option.spellings.map { Choice(word: $0, meaning: option.help) }
    }
    return offer(words, for: last)
  }

  // MARK: Operands

  private func operand(_ last: String, _ typed: ParsedArguments) -> Completion {
    guard let first = typed.operands.first else { return offer(firstWords, for: last) }
    let others = typed.operands.dropFirst()
    let isSecond = others.isEmpty
    switch CommandName.typed.first(where: { $0.rawValue == first }) {
    case .get: return isSecond ? paths(last) : Completion()
    case .check: return offer(vocabulary.checkWords, for: last, without: Array(others))
    case .cache where isSecond: return offer(CacheAction.choices, for: last)
    case .cache where others.first == CacheAction.clear.rawValue: return paths(last)
    case .cache where others == [CacheAction.export.rawValue]:
      return Completion(kind: .directories)
    case .completions: return isSecond ? offer(Shell.choices, for: last) : Completion()
    case .help: return isSecond ? offer(topics, for: last) : Completion()
    case .cache, .show: return Completion()
    case nil:
      guard let resource = vocabulary.resource(first) else { return Completion() }
      let meaning = "A stored record of \(resource.name)"
      let ids = ids(resource.name).filter(\.needsNoQuotes)
        .map { Choice(word: $0, meaning: meaning) }
      return offer(ids, for: last, without: Array(others))
    }
  }

  private var firstWords: [Choice] {
    vocabulary.resources.map { Choice(word: $0.name, meaning: "Fetch \($0.name)") } + commands
  }

  private var topics: [Choice] {
    vocabulary.resources.map { Choice(word: $0.name, meaning: "The fields of \($0.name)") }
      + commands + HelpTopic.choices
  }

  private var commands: [Choice] {
    CommandName.typed.map {
      Choice(word: $0.rawValue, meaning: CommandDeclaration.named($0)?.summary ?? "")
    }
  }

  private func paths(_ last: String) -> Completion {
    let lists = vocabulary.resources.map {
      Choice(word: "/\($0.name)", meaning: "The list of \($0.name)")
    }
    return offer(lists, for: last)
  }

  // MARK: Values

  /// - Parameter start: how many scalars of the word precede the value.
  private func value(
    of option: OptionDeclaration, _ word: String, _ start: Int, _ typed: ParsedArguments
  ) -> Completion {
    let resource = vocabulary.resource(typed.operands.first ?? "") ?? vocabulary.resources[0]
    let text = word.scalars(from: start)
    let paths = resource.fieldPaths
    switch option.value?.completion ?? .nothing {
    case .nothing: return Completion()
    case .choices: return offer(option.choices(of: typed.command), for: word, after: start)
    case .files: return Completion(kind: .files, kept: start)
    case .directories: return Completion(kind: .directories, kept: start)
    case .relations: return list(relations(of: resource, text), word, start)
    case .fields: return list(paths, word, start)
    case .countableFields: return list(paths.filter(\.isCountable), word, start)
    case .sortKeys: return list(paths.filter(\.isSortable), word, start, sign: "-")
    case .conditions:
      let fields = choices(paths.filter(\.isComparable))
      return offer(fields, for: word, after: start + (text.hasPrefix("!") ? 1 : 0), kind: .parts)
    }
  }

  /// With `none`, which stands alone.
  private func relations(of resource: Vocabulary.Entry, _ text: String) -> [Choice] {
    if text.hasPrefix("none,") { return [] }
    let none = text.contains(",") ? [] : [Choice(word: "none", meaning: "Nothing")]
    return resource.relations.map { Choice(word: $0, meaning: "Relation") } + none
  }

  // MARK: Offering

  private func choices(_ fields: [Vocabulary.Path]) -> [Choice] {
    fields.map { Choice(word: $0.name, meaning: $0.kind) }
  }

  private func list(
    _ fields: [Vocabulary.Path], _ word: String, _ start: Int, sign: String = ""
  ) -> Completion {
    list(choices(fields), word, start, sign: sign)
  }

  /// Completes the last element of a list with commas; those that are typed aren't offered again.
  private func list(
    _ choices: [Choice], _ word: String, _ start: Int, sign: String = ""
  ) -> Completion {
    let elements = word.scalars(from: start)
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let last = elements.last ?? ""
    let isSigned = !sign.isEmpty && last.hasPrefix(sign)
    let kept = word.unicodeScalars.count - last.unicodeScalars.count + (isSigned ? 1 : 0)
    let typed = elements.dropLast().map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
    return offer(choices, for: word, after: kept, kind: .parts, without: typed)
  }

  private func offer(
    _ choices: [Choice], for word: String, after kept: Int = 0,
    kind: Completion.Kind = .words, without typed: [String] = []
  ) -> Completion {
    let start = word.scalars(from: kept)
    return Completion(
      kind: kind, kept: kept,
      choices: choices.filter { $0.word.hasPrefix(start) && !typed.contains($0.word) })
  }
}

extension String {
  fileprivate func scalars(from start: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.dropFirst(start)))
  }

  /// Whether a shell takes it as it is, and jpfetch not for an option: it may be a server's word.
  fileprivate var needsNoQuotes: Bool {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && !isEmpty && utf8.first != UInt8(ascii: "-")
  }
}
