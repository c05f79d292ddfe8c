import JPCore

/// The declaration of `jpfetch search TEXT`, which finds a text in the records of all lists.
/// ``Show`` runs it.
enum Search {
  static let command = Command(
    name: .search,
    usage: "search <text>",
    summary: "Find a text in the records of all lists",
    examples: [
      ("jpfetch search ana", "Each record and field that has the text"),
      ("jpfetch search 'apt. 5' -F resource,id", "Several words, in this order"),
      ("jpfetch search ana --count-by resource", "How many fields of each list have it"),
      ("jpfetch search -n 5 --json -- -1", "The first five; the text begins with a dash"),
    ],
    options: OptionName.selecting + OptionName.printing + [.meta, .compact, .noHeader, .wide]
      + OptionName.fetching + [.noCache, .partial, .sample]
      + OptionName.connecting + [.dryRun] + OptionName.everywhere,
    formats: OutputFormat.choicesForDocuments,
    details: [.init("FIELDS", .rows(fields), .text(rules))],
    plan: { arguments, settings throws(Message) in
      try Show(RecordOperands(searchingFor: arguments.wordsAfterFirst), settings).run
    })

  static let fields: [HelpSection.Row] = [
    ("resource", "text: the list, \(Resource.all.map(\.name).joined(separator: ", "))"),
    ("id", "number or text: the id of the record"),
    ("field", "text: the whole path of the field, address.city"),
    ("text", "text: the whole field; on a terminal, cut around what was found"),
  ]

  private static let rules = """
    It looks into every text field, as --search does, ignoring case and accents. All \(Resource.countInWords) lists are \
    needed; --partial searches those that arrive. If nothing has the text, the list is empty, and \
    the exit status 0.
    """
}
