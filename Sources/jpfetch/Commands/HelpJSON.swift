import JPCore

/// `help --json`: what help says, for programs.
enum HelpJSON {
  /// Commands, options, resources, checks, and what the numbers and codes mean.
  static var overview: JSONTree {
    .object([
      ("name", .string("jpfetch")), ("version", .string(JPFetch.version)),
      ("commands", .array(CommandDeclaration.all.map(tree))),
      ("options", .array(OptionDeclaration.all.map(tree))),
      ("resources", .array(Resource.all.map(tree))),
      (
        "checks",
        .array(CheckName.allCases.map { word($0.rawValue, $0.meaning) })
      ),
      ("topics", .array(HelpTopic.allCases.map { word($0.rawValue, $0.meaning) })),
      (
        "exitCodes",
        .array(
          ExitCode.allCases.map {
            .object([("code", .number(Int($0.rawValue))), ("meaning", .string($0.meaning))])
          })
      ),
      (
        "errorCodes",
        .array(
          ErrorCode.allCases.map {
            .object([
              ("code", .string($0.text)), ("exit", .number(Int($0.exitCode.rawValue))),
              ("meaning", .string($0.meaning)),
            ])
          })
      ),
    ])
  }

  /// A command with its options.
  static func command(_ name: CommandName) -> JSONTree {
    let facts = CommandDeclaration.named(name).map(facts) ?? []
    let options = OptionDeclaration.options(of: name).map(tree)
    return .object(facts + [("options", .array(options))])
  }

  private static func word(_ word: String, _ meaning: String) -> JSONTree {
    .object([("name", .string(word)), ("meaning", .string(meaning))])
  }

  private static func strings(_ texts: [String]) -> JSONTree {
    .array(texts.map { .string($0) })
  }

  private static func tree(_ command: CommandDeclaration) -> JSONTree {
    let options = OptionDeclaration.options(of: command.name).map(\.name.typed)
    return .object(facts(command) + [("options", strings(options))])
  }

  private static func facts(_ command: CommandDeclaration) -> [(name: String, value: JSONTree)] {
    [
      ("name", .string(command.name == .show ? "" : command.name.rawValue)),
      ("usage", .string("jpfetch \(command.usage)")), ("summary", .string(command.summary)),
      (
        "examples",
        .array(
          command.examples.map {
            .object([("command", .string($0.line)), ("meaning", .string($0.meaning))])
          })
      ),
    ]
  }

  private static func tree(_ option: OptionDeclaration) -> JSONTree {
    var choices: [Choice] = []
    if case .choice(let words)? = option.value { choices = words }
    let alias = option.alias.map { "\($0.option.typed)=\($0.value)" }
    return .object([
      ("name", .string(option.name.typed)),
      ("short", .string(orNull: option.short.map { "-\($0)" })),
      ("value", .string(orNull: option.value?.placeholder)),
      ("choices", .array(choices.map { word($0.word, $0.meaning) })),
      ("default", .string(orNull: option.usual)), ("variable", .string(orNull: option.variable)),
      ("repeatable", .boolean(option.isRepeatable)), ("standsFor", .string(orNull: alias)),
      ("commands", strings(option.commands.map { $0 == .show ? "" : $0.rawValue })),
      ("group", .string(option.group.rawValue)), ("help", .string(option.help)),
    ])
  }

  private static func tree(_ resource: Resource) -> JSONTree {
    .object([
      ("name", .string(resource.name)), ("aliases", strings(resource.aliases)),
      ("relations", strings(resource.relations)),
      (
        "fields",
        .array(
          resource.fields.map {
            .object([("path", .string($0.path)), ("type", .string($0.type.schemaName))])
          })
      ),
      ("publicCount", .number(resource.expectedCount)),
    ])
  }
}

/// `help users --json`: a JSON Schema (2020-12) of a resource's records, alone or in a list, with
/// what can be embedded in them.
struct RecordSchema {
  let resource: Resource

  var tree: JSONTree {
    .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("jpfetch \(resource.name) --json")),
      ("anyOf", .array([Self.reference(resource), Self.list(of: resource)])),
      // Each can be embedded in another one.
      ("$defs", .object(Resource.all.map { ($0.singular, Self.record($0)) })),
    ])
  }

  private static func reference(_ resource: Resource) -> JSONTree {
    .object([("$ref", .string("#/$defs/\(resource.singular)"))])
  }

  private static func list(of resource: Resource) -> JSONTree {
    .object([("type", .string("array")), ("items", reference(resource))])
  }

  /// An object with the catalogue's fields, all of them required; more are allowed, and what is
  /// embedded is not required.
  private static func record(_ resource: Resource) -> JSONTree {
    // A list that is missing, and the parent of a record that has none, are null.
    let embedded =
      resource.children.map { child in (child.name, orNull(list(of: child))) }
      + (resource.parent.map { [($0.singular, orNull(reference($0)))] } ?? [])
    return object(
      resource.fields.map { ($0.path.split(separator: "."), type(of: $0, in: resource)) }, embedded)
  }

  private static func orNull(_ schema: JSONTree) -> JSONTree {
    .object([("anyOf", .array([schema, .object([("type", .string("null"))])]))])
  }

  /// An integer that is a key may be a string, as some servers have it.
  private static func type(of field: Resource.Field, in resource: Resource) -> JSONTree {
    let isKey = field.path == "id" || field.path == resource.reference?.field
    let types: JSONTree =
      isKey
      ? .array([.string("integer"), .string("string")]) : .string(field.type.schemaName)
    return .object([("type", types)])
  }

  /// - Parameter fields: the paths of an object's members, and what is there.
  private static func object(
    _ fields: [(path: [Substring], schema: JSONTree)], _ others: [(String, JSONTree)] = []
  ) -> JSONTree {
    var names: [Substring] = []
    for field in fields where !names.contains(field.path[0]) { names.append(field.path[0]) }
    let members = names.map { name -> (String, JSONTree) in
      let below = fields.filter { $0.path[0] == name }
      if below.count == 1, below[0].path.count == 1 { return (String(name), below[0].schema) }
      return (String(name), object(below.map { (Array($0.path.dropFirst()), $0.schema) }))
    }
    return .object([
      ("type", .string("object")),
      ("properties", .object((members + others).map { (name: $0.0, value: $0.1) })),
      ("required", .array(names.map { .string(String($0)) })),
    ])
  }
}

extension Resource.Field.FieldType {
  /// The type as JSON Schema calls it.
  fileprivate var schemaName: String {
    switch self {
    case .integer: "integer"
    case .string: "string"
    case .boolean: "boolean"
    }
  }
}
