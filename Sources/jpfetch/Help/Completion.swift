import JPCore

/// The completions of the last word of a command line.
struct Completion: Equatable {
  enum Kind: String {
    /// Whole words.
    case words
    /// Words that more can follow without a blank, as in a list with commas.
    case parts
    /// The shell completes the name of a file.
    case files
    /// The shell completes the name of a directory.
    case directories
  }

  var kind = Kind.words

  /// How many Unicode scalars of the last word precede the words offered.
  var kept = 0

  /// Words that begin with the rest of the last word, in groups.
  var groups: [[Choice]] = []

  /// A line with kind and number, then one for each word: the word, a tab, its meaning. Empty lines
  /// separate groups.
  var text: String {
    "\(kind.rawValue) \(kept)\n"
      + groups.map { $0.map { "\($0.word)\t\($0.meaning)\n" }.joined() }.joined(separator: "\n")
  }
}

/// Completes command lines from the declarations.
struct Completer {
  /// The ids of a resource's records that are known without a network, with the records' names.
  let ids: (_ resource: Resource, _ isWanted: (String) -> Bool) -> [Choice]

  /// The fields that an option takes.
  let fields: (OptionName, Resource) -> [Choice]

  /// - Parameter words: the arguments, up to the one that is being typed.
  func completion(of words: [String]) -> Completion {
    let last = words.last ?? ""
    let typed = ParsedArguments(words.dropLast())
    if let option = typed.pending?.declaration {
      return value(of: option, last, 0, typed)
    }
    if typed.isEnded || last.utf8.first != .minus { return operand(last, typed) }
    let name = last.prefix { $0 != "=" }
    if name.count < last.count {
      let option = OptionDeclaration.all.first { $0.name.typed == name && $0.value != nil }
      return option.map { value(of: $0, last, name.count + 1, typed) } ?? Completion()
    }
    let options = OptionDeclaration.options(of: typed.command, typed.action)
    let spellings = options.flatMap { option in
      option.spellings.map { Choice(word: $0, meaning: option.help) }
    }
    return offer([spellings], for: last)
  }

  private func operand(_ last: String, _ typed: ParsedArguments) -> Completion {
    let resources = { (verb: String) in
      Resource.all.map { Choice(word: $0.name, meaning: "\(verb) \($0.name)") }
    }
    guard let first = typed.operands.first else {
      return offer([resources("Fetch") + CommandName.choices], for: last)
    }
    let others = Array(typed.operands.dropFirst())
    switch typed.command {
    case .check:
      return offer([CheckName.choices, resources("Only")], for: last, without: others)
    case .show:
      guard let resource = Resource.understood(first) else { return Completion() }
      // A server chooses its ids: offer those that no shell and no option parser changes.
      let ids = ids(resource) { $0.utf8.starts(with: last.utf8) && $0.isPlain }
      return offer([ids], for: last, without: others)
    case .cache where others.count == 1 && typed.action == .export:
      return Completion(kind: .directories)
    default: return others.isEmpty ? offer([typed.command.operands], for: last) : Completion()
    }
  }

  /// - Parameter start: how many scalars of the word precede the value.
  private func value(
    of option: OptionDeclaration, _ word: String, _ start: Int, _ typed: ParsedArguments
  ) -> Completion {
    let resources = typed.operands.compactMap(Resource.understood)
    let text = word.scalars(from: start)
    switch option.value {
    case .file: return Completion(kind: .files, kept: start)
    case .directory: return Completion(kind: .directories, kept: start)
    case .header:
      return text.hasPrefix("@") ? Completion(kind: .files, kept: start + 1) : Completion()
    case .report: return report(word, start)
    case .url:
      // What comes from files isn't stored.
      if typed.action == .warm || typed.action == .export { return Completion() }
      return source([.files], word, start)
    case .baseline: return source([.cache, .files], word, start)
    case .condition:
      let fields = fields(for: option, of: resources, typed.command)
      return offer([fields], for: word, after: start + (text.hasPrefix("!") ? 1 : 0), .parts)
    case .fields: return list(fields(for: option, of: resources, typed.command), word, start)
    case .sortKeys:
      return list(fields(for: option, of: resources, typed.command), word, start, sign: "-")
    case .relations:
      let relations = (resources.first ?? .users).relations
      let none = text.contains(",") ? [] : [Choice(word: "none", meaning: "Nothing")]
      return list(relations.map { Choice(word: $0, meaning: "Relation") } + none, word, start)
    default:
      let choices = option.choices(of: typed.command, isPlan: typed.has(.dryRun))
      return offer([choices], for: word, after: start)
    }
  }

  /// The fields of the resource that is shown, or of all that are checked.
  private func fields(
    for option: OptionDeclaration, of resources: [Resource], _ command: CommandName
  ) -> [Choice] {
    guard command == .check else { return fields(option.name, resources.first ?? .users) }
    let checked = resources.isEmpty ? Resource.all : resources
    return checked.flatMap { fields(option.name, $0) }.eachOnce
  }

  /// Completes `FORMAT=FILE`.
  private func report(_ word: String, _ start: Int) -> Completion {
    let text = word.scalars(from: start).unicodeScalars
    if let equals = text.firstIndex(of: "=") {
      let format = text.distance(from: text.startIndex, to: equals)
      return Completion(kind: .files, kept: start + format + 1)
    }
    let formats = ReportFormat.choices.map { Choice(word: "\($0.word)=", meaning: $0.meaning) }
    return offer([formats], for: word, after: start, .parts)
  }

  /// Completes `file:DIR`, or one of the words that say where data comes from.
  private func source(_ choices: [Choice], _ word: String, _ start: Int) -> Completion {
    let scheme = Choice.files.word
    if word.scalars(from: start).hasPrefix(scheme) {
      return Completion(kind: .directories, kept: start + scheme.count)
    }
    return offer([choices], for: word, after: start, .parts)
  }

  /// Completes the last element of a list with commas; elements that are typed aren't offered again.
  private func list(
    _ choices: [Choice], _ word: String, _ start: Int, sign: String = ""
  ) -> Completion {
    let elements = word.scalars(from: start)
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let last = elements.last ?? ""
    let isSigned = !sign.isEmpty && last.hasPrefix(sign)
    let kept = word.unicodeScalars.count - last.unicodeScalars.count + (isSigned ? 1 : 0)
    let typed = elements.dropLast().map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
    return offer([choices], for: word, after: kept, .parts, without: typed)
  }

  private func offer(
    _ groups: [[Choice]], for word: String, after kept: Int = 0,
    _ kind: Completion.Kind = .words, without typed: [String] = []
  ) -> Completion {
    let start = word.scalars(from: kept)
    let groups = groups.map { $0.filter { $0.word.hasPrefix(start) && !typed.contains($0.word) } }
    return Completion(kind: kind, kept: kept, groups: groups.filter { !$0.isEmpty })
  }
}

extension Choice {
  fileprivate static let cache = Choice(word: "cache", meaning: "The stored responses")
  fileprivate static let files = Choice(word: "file:", meaning: "A directory of files")
}

extension String {
  fileprivate func scalars(from start: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.dropFirst(start)))
  }

  /// Whether it has only ASCII letters, digits, `_`, `.` and `-`, and doesn't begin with `-`.
  fileprivate var isPlain: Bool {
    utf8.first != .minus
      && utf8.allSatisfy { "0123456789_.-".utf8.contains($0) || ($0 | 0x20) &- 0x61 < 26 }
  }
}
