import JPCore

extension Resource {
  /// The resources, each with what a command does with it.
  static func choices(_ verb: String) -> [Choice] {
    all.map { Choice(word: $0.name, meaning: "\(verb) \($0.name)") }
  }

  /// The fields that an option takes, as it takes them, each with its type.
  ///
  /// - Parameter isInColumns: whether a record has one cell for each field.
  func choices(for option: OptionName, isInColumns: Bool) -> [Choice] {
    switch option {
    case .assert: return assertionChoices
    case .ignore: return memberChoices
    default: break
    }
    return paths.compactMap { name in
      let field = path(name)
      let isTaken =
        switch option {
        case .where: field.kind != .object
        case .sort: field.kind != .object && !field.isSeveral
        case .countBy: field.kind != .object && field.kind != .list && !field.isSeveral
        case .fields: !isInColumns || !field.isSeveral
        default: true
        }
      return isTaken ? Choice(word: name, meaning: field.typeInWords) : nil
    }
  }

  /// What `--assert` can be about: the list's fields, its length, and its response.
  private var assertionChoices: [Choice] {
    var choices: [Choice] = []
    for name in ownPaths {
      let field = path(name)
      if field.kind == .object { continue }
      choices.append(Choice(word: "\(self.name).\(name)", meaning: field.typeInWords))
    }
    choices.append(Choice(word: "\(name).count", meaning: "number"))
    for part in ["status", "bytes", "time"] {
      choices.append(Choice(word: "\(name).response.\(part)", meaning: "of the response"))
    }
    return choices
  }

  /// The names of members, at any depth, as `--ignore` takes them.
  private var memberChoices: [Choice] {
    ownPaths.map { path in
      let name = path.split(separator: ".").last ?? ""
      return Choice(word: String(name), meaning: self.path(path).typeInWords)
    }
  }
}

extension FieldPath {
  /// The type of its values, for people.
  fileprivate var typeInWords: String {
    let type =
      switch kind {
      case .value(let type): type.noun
      case .count: "number"
      case .list: "list"
      case .object, .unknown: "object"
      }
    return isSeveral ? "\(type), of each" : type
  }
}

extension Resource.FieldType {
  /// The type without its article, `integer`.
  var noun: String {
    switch self {
    case .integer: "integer"
    case .string: "string"
    case .boolean: "true or false"
    case .object: "object"
    }
  }
}
