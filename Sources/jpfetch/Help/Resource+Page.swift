import JPCore

extension Resource {
  /// The resource's page of help: its fields, and how to filter, sort and choose its records.
  ///
  /// - Parameter options: the rows about the options that select records.
  func helpPage(options: [HelpSection.Row]) -> HelpPage {
    HelpPage(
      "jpfetch \(name) - show \(name); the service has \(expectedCount)",
      [
        .init(
          "USAGE", .code("jpfetch \(name) [<id>...] [<resource>...] [<options>]"),
          .text(
            """
            Other names: \(aliases.joined(separator: ", ")). In JSON, one id is an object, two are an \
            array.
            """)),
        .init("EXAMPLES", .rows(examples)),
      ],
      more: [
        .init("FIELDS", .rows(fieldRows)),
        .init("RELATIONS (--embed)", .rows(relationChoices.rows)),
        .init("OPTIONS", .rows(options)),
        .init(
          "MORE",
          .rows([
            ("jpfetch help where", "Operators, values, and names of fields"),
            ("jpfetch --help", "The other options"),
          ])),
      ])
  }

  private var examples: [HelpSection.Row] {
    let relation = relationPaths[0].dottedPath
    let label = labelField.text
    var rows: [HelpSection.Row] = [
      ("jpfetch \(name) 1 \(relation)", "The \(relation) of one \(singular)"),
      ("jpfetch \(name) 1 -e \(relation)", "One \(singular) with its \(relation)"),
    ]
    if let parent {
      let last = relationPaths[relationPaths.count - 1].dottedPath
      rows += [
        ("jpfetch \(name) -w \(parent.field)=3", "Filter: the \(name) of \(parent.name) 3"),
        ("jpfetch \(name) --count-by \(last) -n 5", "Count: the five with the most \(name)"),
      ]
    } else {
      rows.append(("jpfetch \(name) -w '\(label) ~ an'", "Filter: \"an\" in the \(label)"))
    }
    return rows + [
      ("jpfetch \(name) -S \(label) -n 5", "Sort: the first five by \(label)"),
      ("jpfetch \(name) -F id,\(label)", "Choose: two columns"),
    ]
  }

  private var fieldRows: [HelpSection.Row] {
    var rows: [HelpSection.Row] = []
    for field in fields {
      var meaning = field.type.noun
      if let parent, field.path == parent.field {
        meaning += ", the id of the \(singular)'s \(parent.name)"
      }
      rows.append((field.path, meaning))
    }
    return rows
  }
}
