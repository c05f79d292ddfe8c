import JPCore

/// Resources and relations as words of help and completion.
extension Resource {
  /// The resources, each with the kind of its records: `Albums of users`.
  static var choices: [Choice] {
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
