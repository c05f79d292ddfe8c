import JPCore

extension Resource {
  /// The paths that an option about fields takes, each with its type.
  func choices(for option: OptionName) -> [Choice] {
    paths.compactMap { name in
      let field = path(name)
      let (type, isValue) =
        switch field.kind {
        case .value(let type): (type.noun, true)
        case .count: ("number", true)
        case .list: ("list", option == .sort)
        case .object, .unknown: ("object", false)
        }
      let isTaken =
        switch option {
        case .where: type != "object"
        case .sort, .countBy: isValue && !field.isSeveral
        default: true
        }
      return isTaken
        ? Choice(word: name, meaning: field.isSeveral ? "\(type), of each" : type) : nil
    }
  }
}
