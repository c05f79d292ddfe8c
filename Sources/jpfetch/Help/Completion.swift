import JPCore

/// The completions of the last word of a command line.
struct Completion: Equatable {
  enum Kind: String {
    /// Words that are complete, so the shell adds a blank after them.
    case words
    /// Words after which typing can continue without a blank, as in a list with commas.
    case parts
    /// The shell completes the name of a file.
    case files
    /// The shell completes the name of a directory.
    case directories
  }

  var kind = Kind.words

  /// How many Unicode scalars of the last word precede the part that is completed.
  var prefixLength = 0

  /// The words that can replace the part that is completed, in groups.
  var groups: [[Choice]] = []

  /// The completions as the shells' scripts read them: a line with the kind and the prefix's
  /// length, then a line for each word: the word, a tab, its meaning. Empty lines separate groups.
  var text: String {
    var parts: [String] = []
    for group in groups {
      var lines = ""
      for choice in group {
        lines += "\(choice.word)\t\(choice.meaning)\n"
      }
      parts.append(lines)
    }
    return "\(kind.rawValue) \(prefixLength)\n" + parts.joined(separator: "\n")
  }
}

/// Completes command lines from the declarations.
struct Completer {
  /// The commands that are typed by their names.
  let commands: [Command]

  /// The command that runs if none is named.
  let main: Command

  /// The ids of a resource's records that are known without a network, with the records' names.
  let ids: (_ resource: Resource, _ isWanted: (String) -> Bool) -> [Choice]

  /// The fields that an option takes; their short names if no field begins with the typed start.
  let fields: (_ use: FieldUse, _ resource: Resource, _ start: String) -> [Choice]

  /// - Parameter words: the arguments, up to the one that is being typed.
  func completion(of words: [String]) -> Completion {
    var last = LastWord(text: "")
    if let word = words.last { last = LastWord(text: word) }
    let typed = ParsedArguments(words.dropLast())
    if let option = typed.pending?.declaration {
      return value(of: option, last, typed)
    }
    if typed.isEnded || last.text.utf8.first != .minus {
      return operand(last, typed)
    }
    return option(last, typed)
  }

  /// Completes `--option` or `--option=value`.
  private func option(_ last: LastWord, _ typed: ParsedArguments) -> Completion {
    let name = last.text.prefix { $0 != "=" }
    let hasValue = name.count < last.text.count
    if hasValue {
      for option in OptionDeclaration.all where option.name.typed == name && option.value != nil {
        return value(of: option, last.dropping(name.count + 1), typed)
      }
      return Completion()
    }
    var spellings: [Choice] = []
    for option in OptionDeclaration.all where command(of: typed).takes(option.name) {
      for spelling in option.spellings {
        spellings.append(Choice(word: spelling, meaning: option.help))
      }
    }
    return last.completion(from: [spellings])
  }

  private func command(of typed: ParsedArguments) -> Command {
    commands.first { $0.name == typed.command } ?? main
  }

  private func operand(_ last: LastWord, _ typed: ParsedArguments) -> Completion {
    let operands = typed.operands
    if operands.isEmpty {
      return last.completion(from: [Resource.descriptions + commands.map(\.choice)])
    }
    let typedWords = Array(operands.dropFirst())
    switch command(of: typed).offer(after: operands) {
    case .words(let groups):
      return last.completion(from: groups, without: typedWords)
    case .ids(let resource, let words):
      // A server can send any text as an id. Only ids that need no quoting in a shell, and that the
      // option parser doesn't take for options, are offered.
      let ids = ids(resource) { id in
        id.utf8.starts(with: last.text.utf8) && id.isPlain && RecordOperands.isID(id)
      }
      return last.completion(from: [words, ids], without: typedWords)
    case .directory: return last.completion(.directories)
    case .nothing: return Completion()
    }
  }

  // MARK: Values

  private func value(
    of option: OptionDeclaration, _ last: LastWord, _ typed: ParsedArguments
  ) -> Completion {
    let command = command(of: typed)
    guard command.takes(option.name) else { return Completion() }
    switch option.value {
    case .file: return last.completion(.files)
    case .directory: return last.completion(.directories)
    case .header:
      guard last.rest.hasPrefix("@") else { return Completion() }
      return last.dropping(1).completion(.files)
    case .report: return report(last)
    case .url:
      // Responses from files are never stored.
      if command.name == .cache { return Completion() }
      return source([.files], last)
    case .baseline: return source([.cache, .files], last)
    case .condition:
      var use = FieldUse(option: option.name)
      var condition = last
      if last.rest.hasPrefix("!") {
        condition = last.dropping(1)
        use.isNegated = true
      }
      let fields = fields(for: use, typed, beginning: condition.rest)
      return condition.completion(.parts, from: [fields])
    case .fields: return list(last.lastElement(), option.name, typed)
    case .sortKeys: return list(last.lastElement(sign: "-"), option.name, typed)
    case .relations: return relations(last, typed.shownResource)
    case .format where typed.has(.dryRun):
      return last.completion(from: [[OutputFormat.json.choice]])
    case .format, .color:
      let choices = option.choices(of: command)
      return last.completion(from: [choices])
    case .duration, .count, .text, .pair, .counts, nil:
      return last.completion()
    }
  }

  /// Completes the last of several relations, or `none`.
  private func relations(_ last: LastWord, _ resource: Resource) -> Completion {
    var choices = resource.relationChoices
    if !last.rest.contains(",") {
      choices.append(Choice(word: "none", meaning: "The \(resource.name) alone"))
    }
    return last.lastElement().completion(from: choices)
  }

  /// Completes the last of several fields.
  private func list(
    _ element: ListElement, _ option: OptionName, _ typed: ParsedArguments
  ) -> Completion {
    let use = FieldUse(option: option)
    return element.completion(from: fields(for: use, typed, beginning: element.word.rest))
  }

  /// The fields of the resource that is shown; for an option of `check`, those of all resources
  /// that are checked.
  private func fields(
    for use: FieldUse, _ typed: ParsedArguments, beginning start: String
  ) -> [Choice] {
    if use.option.declaration.group != .check {
      return fields(use, typed.shownResource, start)
    }
    var checked = typed.operands.compactMap(Resource.understood)
    if checked.isEmpty { checked = Resource.all }
    var choices: [Choice] = []
    for resource in checked {
      choices += fields(use, resource, start)
    }
    return choices.eachOnce
  }

  /// Completes `FORMAT=FILE`.
  private func report(_ last: LastWord) -> Completion {
    let text = last.rest.unicodeScalars
    if let equals = text.firstIndex(of: "=") {
      let format = text.distance(from: text.startIndex, to: equals)
      return last.dropping(format + 1).completion(.files)
    }
    var formats: [Choice] = []
    for format in ReportFormat.allCases {
      formats.append(Choice(word: "\(format.rawValue)=", meaning: format.meaning))
    }
    return last.completion(.parts, from: [formats])
  }

  /// Completes the directory in `file:DIR`, or else one of the choices.
  private func source(_ choices: [Choice], _ last: LastWord) -> Completion {
    let scheme = Choice.files.word
    if last.rest.hasPrefix(scheme) {
      return last.dropping(scheme.count).completion(.directories)
    }
    return last.completion(.parts, from: [choices])
  }
}

/// The word that is being typed.
private struct LastWord {
  let text: String

  /// How many Unicode scalars precede the part that is completed.
  var prefixLength = 0

  /// The part that is completed.
  var rest: String { String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(prefixLength))) }

  /// The same word, with more scalars before the part that is completed.
  func dropping(_ count: Int) -> LastWord {
    LastWord(text: text, prefixLength: prefixLength + count)
  }

  /// The choices that begin with the part that is completed, without the words that are typed
  /// already.
  func completion(
    _ kind: Completion.Kind = .words, from groups: [[Choice]] = [], without typed: [String] = []
  ) -> Completion {
    var completion = Completion(kind: kind, prefixLength: prefixLength)
    let start = rest
    for group in groups {
      let fitting = group.filter { $0.word.hasPrefix(start) && !typed.contains($0.word) }
      if !fitting.isEmpty { completion.groups.append(fitting) }
    }
    return completion
  }

  /// The last element of a list with commas.
  ///
  /// - Parameter sign: a character that may precede each element.
  func lastElement(sign: Character? = nil) -> ListElement {
    var typed = rest.split(separator: ",", omittingEmptySubsequences: false)
    // A list without commas is one element, which may be empty.
    let last = typed.removeLast()
    var word = dropping(rest.unicodeScalars.count - last.unicodeScalars.count)
    if let sign, last.first == sign { word = word.dropping(1) }
    var others: [String] = []
    for element in typed {
      if let sign, element.first == sign {
        others.append(String(element.dropFirst()))
      } else {
        others.append(String(element))
      }
    }
    return ListElement(word: word, others: others)
  }
}

/// In a list, the element that is being typed.
private struct ListElement {
  let word: LastWord

  /// The earlier elements of the list, without their signs.
  let others: [String]

  func completion(from choices: [Choice]) -> Completion {
    word.completion(.parts, from: [choices], without: others)
  }
}

extension Choice {
  fileprivate static let cache = Choice(word: "cache", meaning: "The stored responses")
  fileprivate static let files = Choice(word: "file:", meaning: "A directory of files")
}

extension String {
  /// Whether the text has only ASCII letters, digits, `_`, `.` and `-`, doesn't begin with `-`, and
  /// isn't empty.
  var isPlain: Bool {
    if isEmpty || utf8.first == .minus { return false }
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "_"), .point, .minus: break
      default: return false
      }
    }
    return true
  }
}
