import JPCore

/// The completions of the word at the cursor.
enum Completion {
  case words([Choice])
  /// The shell completes the name of a file.
  case files

  /// The first argument of a script's request for completions.
  static let request = "__complete"

  /// The completions as the shells' scripts read them: a line for each word, with its meaning after
  /// a tab, or the line `files`.
  var text: String {
    guard case .words(let choices) = self else { return "files\n" }
    var lines = ""
    for choice in choices { lines += "\(choice.word)\t\(choice.meaning)\n" }
    return lines
  }
}

/// Completes a command line from the declarations of commands and options. Asks no server, and
/// reports no errors while the user is typing.
struct Completer {
  /// The word at the cursor.
  private let word: String

  /// The arguments before the cursor.
  private let typed: ParsedArguments

  private let options: Options

  init(_ word: String, after typed: ParsedArguments, _ options: Options) {
    self.word = word
    self.typed = typed
    self.options = options
  }

  var completion: Completion {
    guard case .words(let choices) = candidates else { return .files }
    return .words(choices.filter { $0.word.hasPrefix(word) })
  }

  /// Everything that can be typed at the cursor, whether or not it begins with ``word``.
  private var candidates: Completion {
    if let option = typed.pending {
      return values(of: option.declaration, after: "")
    }
    if typed.isEnded || word.utf8.first != .minus {
      return operands
    }
    for option in OptionDeclaration.all where option.value != nil {
      let start = option.name.typed + "="
      if word.hasPrefix(start) { return values(of: option, after: start) }
    }
    var spellings: [Choice] = []
    for option in OptionDeclaration.all where options.command.takes(option.name) {
      for spelling in option.spellings {
        spellings.append(Choice(word: spelling, meaning: option.help))
      }
    }
    return .words(spellings)
  }

  // MARK: Operands

  private var operands: Completion {
    let typedOperands = typed.operands
    var choices: [Choice] = []
    switch typed.subject {
    case .records where typedOperands.isEmpty:
      choices = Resource.choices + CommandName.typed.map(\.declaration.choice)
    case .records(let resource):
      choices = operands(after: resource)
    case .command(.check):
      choices = CheckName.choices(with: options) + Resource.choices
    case .command(.cache) where typedOperands.dropFirst() == [CacheAction.export.rawValue]:
      return .files
    case .command(.help) where typedOperands.count == 1:
      choices = Help.topics.map(\.choice)
    case .command where typedOperands.count == 1:
      choices = options.command.operands
    case .command, .unknown:
      break
    }
    return .words(choices.filter { !typedOperands.contains($0.word) })
  }

  /// The resources that can be typed after a resource and its ids, then its stored ids.
  private func operands(after resource: Resource) -> [Choice] {
    // Nothing is offered if the operands are wrong.
    guard let operands = try? RecordOperands(typed) else { return [] }
    let next = operands.resource.nextChoices
    if operands.walk.isEmpty { return next + storedIDs(of: resource) }
    return next
  }

  /// No ids are offered if there are more, because such a list wouldn't help to choose one.
  private static let maxIDs = 50

  /// The most columns of a record's name, as for a command's summary.
  private static let maxColumns = 44

  /// The ids in the stored list that begin with the word, in the order of ids, each with the name
  /// or title of its record.
  private func storedIDs(of resource: Resource) -> [Choice] {
    guard let list = storedList(of: resource) else { return [] }
    var records = Records(list)
    var selection = RecordSelection()
    selection.order = [RecordSelection.SortKey(resource.path("id"))]
    records.select(selection)
    var ids: [String] = []
    var rows: [Int] = []
    for row in records.rows {
      // A server can send any text as an id. Only ids are offered that a shell needs no quotes for,
      // and that jpfetch reads as ids.
      guard let id = list.id(ofRow: row)?.text, id.utf8.starts(with: word.utf8), id.isPlain,
        RecordOperands.isID(id)
      else { continue }
      ids.append(id)
      rows.append(row)
    }
    if ids.count > Self.maxIDs { return [] }
    records.rows = rows
    let labels = records.values(of: resource.label)
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

  // MARK: Values

  /// - Parameter start: what is typed before the value, `--fields=`, or nothing.
  private func values(of option: OptionDeclaration, after start: String) -> Completion {
    guard options.command.takes(option.name) else { return .words([]) }
    // Of a list, `id,na`, only the last element is completed.
    var startOfElement = start
    if let comma = word.lastIndex(of: ",") { startOfElement = String(word[...comma]) }
    switch option.value {
    case .file, .directory, .report:
      return .files
    case .url, .baseline:
      let value = String(word.dropFirst(start.count))
      if value.beginsWithFolder || value.utf8.starts(with: "file:".utf8) { return .files }
      return .words([])
    case .format where typed.has(.dryRun):
      return .words([OutputFormat.json.choice].after(start))
    case .format:
      return .words(options.command.formats.after(start))
    case .relations:
      if startOfElement.hasPrefix(start + "none,") { return .words([]) }
      var choices = typed.shownResource.relationChoices
      if startOfElement == start {
        choices.append(Choice(word: "none", meaning: "No other records"))
      }
      return .words(choices.after(startOfElement))
    case .condition:
      return .words(fields(for: option.name).after(start))
    case .fields:
      return .words(fields(for: option.name).after(startOfElement))
    case .sortKeys:
      if word.hasPrefix(startOfElement + "-") { startOfElement += "-" }
      return .words(fields(for: option.name).after(startOfElement))
    case .duration, .count, .text, .pair, .header, .counts, .color, nil:
      return .words([])
    }
  }

  /// The fields that an option can use, as they are typed in its value, each with its type.
  private func fields(for option: OptionName) -> [Choice] {
    if option.declaration.group != .check {
      let resource = typed.shownResource
      return fields(resource.paths, of: resource, for: option)
    }
    var checked = typed.operands.compactMap(Resource.understood)
    if checked.isEmpty { checked = Resource.all }
    var choices: [Choice] = []
    for resource in checked {
      var more = fields(resource.ownPaths, of: resource, for: option)
      if option != .ignore { more = (more + Choice.ofResponse).after(resource.name + ".") }
      // Offer `id` only once, although every resource has it.
      for choice in more where !choices.contains(choice) { choices.append(choice) }
    }
    return choices
  }

  private func fields(
    _ paths: [String], of resource: Resource, for option: OptionName
  ) -> [Choice] {
    var choices: [Choice] = []
    for path in paths {
      var field = resource.path(path)
      // An option that needs a value reads `user` as `user.name`.
      if option != .fields, option != .ignore { field = resource.scalar(for: field) }
      guard isTaken(field, by: option) else { continue }
      var word = path
      // --ignore takes a member's name, `city`, not its path.
      if option == .ignore, let name = field.memberNames.last { word = name }
      choices.append(Choice(word: word, meaning: field.typeInWords))
    }
    return choices
  }

  private func isTaken(_ field: FieldPath, by option: OptionName) -> Bool {
    switch option {
    case .where, .assert: return field.kind != .object
    case .sort: return field.kind != .object && !field.isSeveral
    case .countBy: return field.kind != .object && field.kind != .list && !field.isSeveral
    case .fields: return !options.answerFormat.hasColumns || !field.isSeveral
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
  fileprivate func after(_ start: String) -> [Choice] {
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
  fileprivate var isPlain: Bool {
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
