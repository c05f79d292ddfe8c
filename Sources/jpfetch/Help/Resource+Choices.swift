import JPCore

extension Resource {
  /// The resources, each with what its records are: `Albums of users`.
  static var choices: [Choice] {
    var choices: [Choice] = []
    for resource in all {
      let name = resource.name
      var meaning = name.prefix(1).uppercased() + name.dropFirst()
      if let parent = resource.parent { meaning += " of \(parent.resource.name)" }
      choices.append(Choice(word: name, meaning: meaning))
    }
    return choices
  }

  /// The relations, each with the records that it embeds: `The album, and its user`.
  var relationChoices: [Choice] {
    var choices: [Choice] = []
    for relations in relationPaths {
      choices.append(Choice(word: relations.dottedPath, meaning: "The " + meaning(of: relations)))
    }
    return choices
  }

  /// The resources that can be typed after this one, each with the way to its records:
  /// `The comments of the posts`.
  var nextChoices: [Choice] {
    var choices: [Choice] = []
    for other in Resource.all {
      let names = walk(to: other).map(\.name)
      guard let word = names.last else { continue }
      let way = names.reversed().joined(separator: " of the ")
      choices.append(Choice(word: word, meaning: "The \(way)"))
    }
    return choices
  }

  private func meaning(of relations: [Relation]) -> String {
    let first = relations[0]
    if relations.count == 1 { return "\(first.name) of each \(singular)" }
    let second = relations[1]
    if first.isList { return "\(first.name), and their \(second.name)" }
    return "\(first.name), and its \(second.name)"
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
