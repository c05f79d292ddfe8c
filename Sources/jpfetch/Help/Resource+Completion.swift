import JPCore

/// The place in which a field is completed.
struct FieldUse {
  let option: OptionName

  /// Whether the output has columns, with one cell of a record for each field.
  var isInColumns = false

  /// Whether the field follows a `!`, so that it has to be a boolean.
  var isNegated = false
}

extension Resource {
  /// The resources, each after a verb: `Only users`.
  static func choices(_ verb: String) -> [Choice] {
    var choices: [Choice] = []
    for resource in all {
      choices.append(Choice(word: resource.name, meaning: "\(verb) \(resource.name)"))
    }
    return choices
  }

  /// The resources, each with the kind of its records: `Albums of users`.
  static var descriptions: [Choice] {
    var choices: [Choice] = []
    for resource in all {
      let name = resource.name
      var meaning = name.prefix(1).uppercased() + name.dropFirst()
      if let parent = resource.parent { meaning += " of \(parent.name)" }
      choices.append(Choice(word: name, meaning: meaning))
    }
    return choices
  }

  /// The relations, each with the records that it embeds: `The album, and its user`.
  var relationChoices: [Choice] {
    var choices: [Choice] = []
    for relation in relations {
      choices.append(Choice(word: relation, meaning: "The " + words(forRelation: relation)))
    }
    return choices
  }

  /// The resources that can follow these records, each with the way to its records: `The comments of
  /// the posts`.
  var nextChoices: [Choice] {
    var choices: [Choice] = []
    for other in Resource.all {
      let walk = walk(to: other)
      guard let word = walk.last else { continue }
      let way = walk.reversed().joined(separator: " of the ")
      choices.append(Choice(word: word, meaning: "The \(way)"))
    }
    return choices
  }

  private func words(forRelation relation: String) -> String {
    let names = relation.split(separator: ".")
    if names.count == 1 { return "\(relation) of each \(singular)" }
    if parent?.singular == String(names[0]) {
      return "\(names[0]), and its \(names[1])"
    }
    return "\(names[0]), and their \(names[1])"
  }

  /// The fields that an option takes, spelled as the option takes them, each with its type.
  ///
  /// - Parameter start: the typed part of the field. If no path begins with it, short names are offered.
  func choices(for use: FieldUse, beginning start: String) -> [Choice] {
    switch use.option {
    case .assert: assertionChoices(for: use, beginning: start)
    case .ignore: memberChoices
    default: pathChoices(for: use, beginning: start)
    }
  }

  private func pathChoices(for use: FieldUse, beginning start: String) -> [Choice] {
    var choices: [Choice] = []
    var taken: [String] = []
    for name in paths {
      var field = path(name)
      // Options that need a value read an object as the field that is shown for it.
      if use.option != .fields { field = scalar(for: field) }
      guard field.isTaken(for: use) else { continue }
      choices.append(Choice(word: name, meaning: field.typeInWords))
      taken.append(name)
    }
    if taken.contains(where: { $0.hasPrefix(start) }) {
      return choices
    }
    return shortNames(of: taken, beginning: start)
  }

  /// The short names of fields, each with the field's path.
  private func shortNames(of paths: [String], beginning start: String) -> [Choice] {
    var choices: [Choice] = []
    for path in paths {
      for name in shortNames(of: self.path(path), beginning: start) {
        choices.append(Choice(word: name, meaning: path))
      }
    }
    return choices
  }

  /// What an assertion can begin with: the list's fields, its count, and the parts of its response.
  private func assertionChoices(for use: FieldUse, beginning start: String) -> [Choice] {
    var choices: [Choice] = []
    var taken: [String] = []
    for name in ownPaths {
      // An assertion reads an object as the field that is shown for it.
      let field = scalar(for: path(name))
      guard field.isTaken(for: use) else { continue }
      choices.append(Choice(word: "\(self.name).\(name)", meaning: field.typeInWords))
      taken.append(name)
    }
    if !use.isNegated {
      choices.append(Choice(word: "\(name).count", meaning: "number"))
      for part in ["status", "bytes", "time"] {
        choices.append(Choice(word: "\(name).response.\(part)", meaning: "of the response"))
      }
    }
    let prefix = "\(name)."
    let hasMatch = choices.contains { $0.word.hasPrefix(start) }
    if hasMatch || !start.hasPrefix(prefix) { return choices }
    let startOfField = String(start.dropFirst(prefix.count))
    var shortChoices: [Choice] = []
    for choice in shortNames(of: taken, beginning: startOfField) {
      shortChoices.append(Choice(word: prefix + choice.word, meaning: prefix + choice.meaning))
    }
    return shortChoices
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
  /// Whether an option can use the field.
  fileprivate func isTaken(for use: FieldUse) -> Bool {
    if use.isNegated { return kind == .value(.boolean) }
    switch use.option {
    case .where, .assert: return kind != .object
    case .sort: return kind != .object && !isSeveral
    case .countBy: return kind != .object && kind != .list && !isSeveral
    case .fields: return !use.isInColumns || !isSeveral
    default: return true
    }
  }

  /// The type of the field's values, for people.
  fileprivate var typeInWords: String {
    let noun =
      switch kind {
      case .value(let type): type.noun
      case .count: "number"
      case .list: "list"
      case .object, .unknown: "object"
      }
    if isSeveral { return "\(noun), of each" }
    return noun
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
