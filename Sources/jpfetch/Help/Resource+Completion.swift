import JPCore

extension Resource {
  /// The resources, each with what a command does with it.
  static func choices(_ verb: String) -> [Choice] {
    var choices: [Choice] = []
    for resource in all {
      choices.append(Choice(word: resource.name, meaning: "\(verb) \(resource.name)"))
    }
    return choices
  }

  /// The fields that an option takes, as it takes them, each with its type.
  ///
  /// - Parameter isInColumns: whether a record has one cell for each field.
  func choices(for option: OptionName, isInColumns: Bool) -> [Choice] {
    if option == .assert { return assertionChoices }
    if option == .ignore { return memberChoices }
    var choices: [Choice] = []
    for name in paths {
      let field = path(name)
      if field.isTaken(by: option, isInColumns: isInColumns) {
        choices.append(Choice(word: name, meaning: field.typeInWords))
      }
    }
    return choices
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
    var choices: [Choice] = []
    for path in ownPaths {
      guard let name = path.split(separator: ".").last else { continue }
      choices.append(Choice(word: String(name), meaning: self.path(path).typeInWords))
    }
    return choices
  }
}

extension FieldPath {
  /// Whether an option can do something with it.
  fileprivate func isTaken(by option: OptionName, isInColumns: Bool) -> Bool {
    switch option {
    case .where: kind != .object
    case .sort: kind != .object && !isSeveral
    case .countBy: kind != .object && kind != .list && !isSeveral
    case .fields: !isInColumns || !isSeveral
    default: true
    }
  }

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
