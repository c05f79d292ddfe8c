import JPCore

/// The completions of the word at the cursor.
enum Completion {
  case words([Choice])
  /// The shell completes the name of a file, after the beginning of the word that is no part of it:
  /// `@`, `file:` or `--report=junit=`.
  case files(after: String)

  /// The first argument of a script's request for completions.
  static let request = "__complete"

  /// The completions as the shells' scripts read them: a line for each word, with its meaning after
  /// a tab, or the line `files` and what comes before the file's name.
  var text: String {
    switch self {
    case .files(let start): return "files\n\(start)"
    case .words(let choices):
      var lines = ""
      for choice in choices { lines += "\(choice.word)\t\(choice.meaning)\n" }
      return lines
    }
  }
}

/// Completes a command line from the declarations of commands and options. Asks no server, and
/// reports no errors while the user is typing.
struct Completer {
  /// The word at the cursor.
  private let word: String

  /// The words before the cursor.
  private let words: [String]

  /// The options of ``words``.
  private let options: Options

  private let environment: @Sendable (String) -> String?

  private var typed: ParsedArguments { options.arguments }

  init(
    _ word: String, after words: [String], environment: @escaping @Sendable (String) -> String?
  ) {
    self.word = word
    self.words = words
    self.environment = environment
    options = Self.readOptions(of: words, environment)
  }

  private static func readOptions(
    of words: [String], _ environment: @escaping @Sendable (String) -> String?
  ) -> Options {
    let arguments = ParsedArguments(words)
    return Options(arguments, of: arguments.command.declaration, environment: environment)
  }

  var completion: Completion {
    guard case .words(let choices) = candidates else { return candidates }
    return .words(choices.filter { $0.word.hasPrefix(word) })
  }

  /// Everything that can be typed at the cursor, whether or not it begins with ``word``.
  private var candidates: Completion {
    if let option = typed.pending {
      return completionOfValue(of: option.declaration, after: "")
    }
    if typed.isEnded || word.utf8.first != .minus {
      return operands
    }
    for option in OptionDeclaration.all where option.value != nil {
      let start = option.name.typed + "="
      if word.hasPrefix(start) { return completionOfValue(of: option, after: start) }
    }
    var spellings: [Choice] = []
    for option in OptionDeclaration.all {
      let fitting = option.spellings.filter { $0.hasPrefix(word) }
      if fitting.isEmpty || !canFollow(option) { continue }
      for spelling in fitting { spellings.append(Choice(word: spelling, meaning: option.help)) }
    }
    return .words(spellings)
  }

  // MARK: What the words before exclude

  private func canFollow(_ option: OptionDeclaration) -> Bool {
    guard options.command.takes(option.name) else { return false }
    let choices = option.choices(of: options.command)
    if choices.isEmpty { return canFollow([option.name.typed]) }
    return choices.contains { choice in canFollow([option.name.typed, choice.word]) }
  }

  private func canFollow(_ more: [String]) -> Bool { options(adding: more) != nil }

  /// The options of the line and of these words, if they go together: in the format that is typed, or
  /// in one that can still be typed, as after `--compact`.
  private func options(adding more: [String]) -> Options? {
    let line = Self.readOptions(of: words + more, environment)
    if line.canBeCombined { return line }
    if options.isFormatTyped { return nil }
    for format in options.command.formats {
      let start = [OptionName.format.typed, format.word]
      let line = Self.readOptions(of: start + words + more, environment)
      if line.canBeCombined { return line }
    }
    return nil
  }

  /// Whether the operand goes with the line: the fields that options name have a meaning for the
  /// resource, as far as the catalogue knows, and the check has something to look at.
  private func isUsableOperand(_ operand: String) -> Bool {
    guard let options = options(adding: [operand]) else { return false }
    let arguments = options.arguments
    do throws(Message) {
      switch arguments.firstOperand {
      case .records: _ = try RecordOptions(of: RecordOperands(arguments), options)
      case .command(.check): _ = try Checks(arguments.wordsAfterFirst, options)
      case .command, .unknown: break
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: Operands

  private var operands: Completion {
    let typedOperands = typed.operands
    var choices: [Choice] = []
    switch typed.firstOperand {
    case .records where typedOperands.isEmpty:
      choices = Resource.choices + CommandName.typed.map(\.declaration.choice)
    case .records(let resource):
      choices = nextOperands(after: resource)
    case .command(.check):
      choices = CheckName.choices + Resource.choices
    case .command(.cache) where typedOperands.dropFirst() == [CacheAction.export.rawValue]:
      return .files(after: "")
    case .command(.cache) where typedOperands.dropFirst().first == CacheAction.clear.rawValue:
      choices = storedPaths { _ in true } + storedServers
    case .command(.get) where typedOperands.count == 1:
      choices = paths
    case .command(.help) where typedOperands.count == 1:
      choices = Help.topics.map(\.choice)
    case .command where typedOperands.count == 1:
      choices = options.command.operands
    case .command, .unknown:
      break
    }
    choices = choices.filter { choice in
      choice.word.hasPrefix(word) && !typedOperands.contains(choice.word)
        && isUsableOperand(choice.word)
    }
    return .words(choices)
  }

  /// The resources that can be typed after a resource and its ids, then its stored ids.
  private func nextOperands(after resource: Resource) -> [Choice] {
    // Nothing is offered if the operands are wrong.
    guard let operands = try? RecordOperands(typed) else { return [] }
    let next = operands.resource.nextChoices
    if operands.walk.isEmpty { return next + storedIDs(of: resource) }
    return next
  }

  /// No stored ids or paths are offered if there are more, because such a list wouldn't help to
  /// choose one.
  private static let maxStored = 50

  /// The most columns of a record's name, as for a command's summary.
  private static let maxColumns = 44

  /// The ids in the stored list that begin with the word, in the order of ids, each with the name
  /// or title of its record.
  private func storedIDs(of resource: Resource) -> [Choice] {
    guard let list = storedList(of: resource) else { return [] }
    var records = Records(list)
    var selection = RecordSelection()
    selection.sortKeys = [RecordSelection.SortKey(resource.fieldPath("id"))]
    records.select(selection)
    var ids: [String] = []
    var rows: [Int] = []
    for row in records.rows {
      // A server can send any text as an id. Only ids are offered that a shell needs no quotes for,
      // and that jpfetch reads as ids.
      guard let id = list.id(ofRow: row)?.text, id.utf8.starts(with: word.utf8), id.needsNoQuotes,
        RecordOperands.isID(id)
      else { continue }
      ids.append(id)
      rows.append(row)
    }
    if ids.count > Self.maxStored { return [] }
    records.rows = rows
    let labels = records.values(of: resource.labelField)
    var choices: [Choice] = []
    for (index, id) in ids.enumerated() {
      var name = ""
      if case .json(let value) = labels[index], let string = value.string { name = string }
      choices.append(Choice(word: id, meaning: name.safeForTerminal.cut(to: Self.maxColumns)))
    }
    return choices
  }

  /// The stored list; `nil` for local data, or if an option is wrong: errors aren't reported while
  /// the user is typing.
  private func storedList(of resource: Resource) -> List? {
    guard (try? options.check()) != nil else { return nil }
    let data = Settings.DataSource(options)
    guard !data.isLocal, let directory = Settings.Store(options).directory else { return nil }
    return List.stored(resource, in: directory, from: data.base)
  }

  // MARK: The store

  /// The paths of all lists, then those of the other stored responses, except errors.
  private var paths: [Choice] {
    var choices: [Choice] = []
    for resource in Resource.choices {
      choices.append(Choice(word: "/" + resource.word, meaning: resource.meaning))
    }
    if Settings.DataSource(options).isLocal { return choices }
    let known = choices.words
    let stored = storedPaths { response in response.status == 200 }
    return choices + stored.filter { !known.contains($0.word) }
  }

  /// The paths of the server's stored responses that begin with the word.
  private func storedPaths(where isWanted: (StoredResponse) -> Bool) -> [Choice] {
    let base = Settings.DataSource(options).base
    var paths: [String] = []
    for response in storedResponses where isWanted(response) {
      if let path = base.path(of: response.url), path.hasPrefix(word) { paths.append(path) }
    }
    let choices = Self.sortedChoices(paths, meaning: "A stored response")
    if choices.count > Self.maxStored { return [] }
    return choices
  }

  private var storedServers: [Choice] {
    Self.sortedChoices(storedResponses.map(\.server), meaning: "A server with stored responses")
  }

  private var storedResponses: [StoredResponse] {
    // Errors aren't reported while the user is typing.
    guard let directory = Settings.Store(options).directory,
      let entries = try? ResponseStore(directory: directory).entries()
    else { return [] }
    return entries.compactMap(\.head)
  }

  /// Sorted choices, each once. Leaves out words that a shell needs quotes for.
  private static func sortedChoices(_ words: [String], meaning: String) -> [Choice] {
    let sorted = words.eachOnce.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var choices: [Choice] = []
    for word in sorted where word.safeForShell == word {
      choices.append(Choice(word: word, meaning: meaning))
    }
    return choices
  }

  // MARK: Values

  /// - Parameter start: what is typed before the value, `--fields=`, or nothing.
  private func completionOfValue(of option: OptionDeclaration, after start: String) -> Completion {
    guard options.command.takes(option.name) else { return .words([]) }
    let value = String(word.dropFirst(start.count))
    // Of a list, `id,na`, only the last element is completed.
    var startOfElement = start
    if let comma = word.lastIndex(of: ",") { startOfElement = String(word[...comma]) }
    switch option.value {
    case .file, .directory:
      return .files(after: start)
    case .report:
      // The format of a report can come before its file.
      guard let equals = value.firstIndex(of: "=") else { return .files(after: start) }
      return .files(after: start + value[...equals])
    case .header:
      guard value.hasPrefix("@") else { return .words([]) }
      return .files(after: start + "@")
    case .url:
      return completionOfServer(storedServers, after: start)
    case .baseline:
      return completionOfServer([Self.cache] + storedServers, after: start)
    case .format, .color:
      return allowedWords(option.choices(of: options.command), after: start)
    case .counts:
      return .words(Self.counts.prefixed(with: startOfElement))
    case .relations:
      return .words(relationChoices(after: start, startOfElement))
    case .condition:
      return .words(fieldChoices(for: option.name).prefixed(with: start))
    case .fields:
      return .words(fieldChoices(for: option.name).prefixed(with: startOfElement))
    case .sortKeys:
      if word.hasPrefix(startOfElement + "-") { startOfElement += "-" }
      return .words(fieldChoices(for: option.name).prefixed(with: startOfElement))
    case .duration, .count, .text, .pair, nil:
      return .words([])
    }
  }

  /// A folder's files if the value begins as one, or else the choices.
  private func completionOfServer(_ choices: [Choice], after start: String) -> Completion {
    let value = String(word.dropFirst(start.count))
    if value.beginsWithFolder { return .files(after: start) }
    if value.hasPrefix("file:") { return .files(after: start + "file:") }
    return allowedWords(choices, after: start)
  }

  /// The relations of the shown resource, and `none`, which stands alone.
  private func relationChoices(after start: String, _ startOfElement: String) -> [Choice] {
    let others = options.texts(.embed).filter { !$0.isEmpty }
    if others.contains("none") || startOfElement.hasPrefix(start + "none,") { return [] }
    var choices = typed.shownResource.relationChoices
    if others.isEmpty, startOfElement == start {
      choices.append(Choice(word: "none", meaning: "No other records"))
    }
    return choices.prefixed(with: startOfElement)
  }

  /// The choices that the words before don't exclude.
  private func allowedWords(_ choices: [Choice], after start: String) -> Completion {
    .words(choices.prefixed(with: start).filter { choice in canFollow([choice.word]) })
  }

  private static let cache = Choice(word: Baseline.storeWord, meaning: "The stored responses")

  /// The values of `--expect`.
  private static let counts: [Choice] = {
    var choices = [Choice(word: "public", meaning: "The counts of the public service")]
    for resource in Resource.all {
      let word = "\(resource.name)=\(resource.expectedCount)"
      choices.append(Choice(word: word, meaning: "The public service's \(resource.name)"))
    }
    return choices
  }()

  /// The fields that an option can use, as they are typed in its value, each with its type.
  private func fieldChoices(for option: OptionName) -> [Choice] {
    if option.declaration.group != .check {
      let resource = typed.shownResource
      return fieldChoices(resource.paths, of: resource, for: option)
    }
    var checked = typed.operands.compactMap(Resource.withNameOrAlias)
    if checked.isEmpty { checked = Resource.all }
    var choices: [Choice] = []
    for resource in checked {
      var more = fieldChoices(resource.ownPaths, of: resource, for: option)
      if option != .ignore { more = (more + Choice.ofResponse).prefixed(with: resource.name + ".") }
      // Offer `id` only once, although every resource has it.
      for choice in more where !choices.contains(choice) { choices.append(choice) }
    }
    return choices
  }

  private func fieldChoices(
    _ paths: [String], of resource: Resource, for option: OptionName
  ) -> [Choice] {
    var choices: [Choice] = []
    for path in paths {
      var field = resource.fieldPath(path)
      // An option that needs a value reads `user` as `user.name`.
      if option != .fields, option != .ignore { field = resource.scalarShown(for: field) }
      guard isUsable(field, by: option) else { continue }
      var word = path
      // --ignore takes a member's name, `city`, not its path.
      if option == .ignore, let name = field.memberNames.last { word = name }
      choices.append(Choice(word: word, meaning: field.typeInWords))
    }
    return choices
  }

  private func isUsable(_ field: FieldPath, by option: OptionName) -> Bool {
    switch option {
    case .where, .assert: return field.kind != .object
    case .sort: return field.kind != .object && !field.canHaveSeveralValues
    case .countBy:
      return field.kind != .object && field.kind != .list && !field.canHaveSeveralValues
    case .fields: return !options.answerFormat.hasColumns || !field.canHaveSeveralValues
    default: return true
    }
  }
}

extension Choice {
  /// What `--assert` can check of a list, besides the fields of its records.
  fileprivate static let ofResponse = [
    Choice(word: "count", meaning: "number"),
    Choice(word: "response.status", meaning: "number"),
    Choice(word: "response.bytes", meaning: "number"),
    Choice(word: "response.time", meaning: "time"),
  ]
}

extension [Choice] {
  /// The choices, with `start` before each word: `--fields=id`.
  fileprivate func prefixed(with start: String) -> [Choice] {
    map { choice in Choice(word: start + choice.word, meaning: choice.meaning) }
  }
}

extension FieldPath {
  /// The type of the field's values, for people.
  fileprivate var typeInWords: String {
    switch kind {
    case .value(let type): type.noun
    case .count: "number"
    case .list: "list"
    case .object, .unknown: "object"
    }
  }
}

extension String {
  /// Whether the text needs no quotes in a shell and isn't read as an option: it isn't empty, has
  /// only ASCII letters, digits, `_`, `.` and `-`, and doesn't begin with `-`.
  fileprivate var needsNoQuotes: Bool {
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
