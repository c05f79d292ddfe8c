import JPCore

extension Help {
  /// The page about the JSON that isn't data: a table for each document, made from its declaration.
  static let json = HelpPage(
    "jpfetch help json - the members and types of each JSON document",
    [
      .init(
        "",
        .text(
          """
          Data is printed as the server spelled it, --count as a number. What jpfetch itself says \
          has the members below, each with its type; value is any JSON value. If there is none, \
          it is null, or absent if that is said. Later versions may add members.
          """))
    ], more: documents)

  private static let documents: [HelpSection] = [
    .init(
      "--meta, an object",
      .rows(
        Meta.members.memberRows() + Source.members.memberRows(below: "sources[].")
          + TransferTimes.members.memberRows(below: "sources[].times.")
          + DataIssue.members.memberRows(below: "irregularities[].")
          + ListCounts.members.memberRows(below: "counts.<list>.")),
      .text("The members of errors[] are those of an error. The words of cache:"),
      .rows(Source.Origin.cacheWords)),
    .init(
      "an error {\"error\": ...} and a warning {\"warning\": ...}, a line on stderr",
      .rows(Message.members.memberRows())),
    .init("cache list, an array of objects", .rows(ListedEntry.members.memberRows())),
    .init(
      "cache warm, an object as of --meta",
      .rows(Cache.WarmResult.members.memberRows(below: "data."))),
    .init("--dry-run, an array of objects", .rows(DryRun.PrintedRequest.members.memberRows())),
    .init(
      "check, an object",
      .rows(
        CheckReport.members.memberRows() + CheckResult.members.memberRows(below: "checks[].")
          + Finding.members.memberRows(below: "checks[].problems[].")
          + CheckReport.List.members.memberRows(below: "lists[].")),
      .text("The words of kind:"), .rows(kinds)),
    .init("--count-by FIELD, an array of objects", .rows(groups)),
    .init("search, an array of objects", .rows(Search.fields)),
  ]

  private static var kinds: [HelpSection.Row] {
    Finding.Kind.allCases.map { kind in (kind.rawValue, kind.meaning) }
  }

  private static let groups: [HelpSection.Row] = [
    ("FIELD", "value: of each field, nested by its path; of a parent the id and the name"),
    ("count", "number: the records of the group; named records if FIELD is count"),
  ]
}

extension Array {
  /// The rows of a document's members, each with its type and meaning.
  ///
  /// - Parameter path: where the object is in the document, `sources[].`.
  fileprivate func memberRows<Owner>(below path: String = "") -> [HelpSection.Row]
  where Element == JSONMember<Owner> {
    map { member in (path + member.name, "\(member.type): \(member.meaning)") }
  }
}
