import JPCore

/// `jpfetch help [TOPIC]`, `--help`, `-h` and `--man`: pages about the program.
struct Help {
  static let command = Command(
    name: .help,
    usage: "help [<topic>]",
    summary: "Show help about a command or topic",
    examples: [
      ("jpfetch help users", "The fields and relations of a resource"),
      ("jpfetch --man | man -l -", "The manual page"),
    ],
    options: OptionName.everywhere)

  let text: String

  init(_ operands: [String], _ display: Settings.Display) throws(UsageError) {
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    try self.init(about: operands.first, display)
  }

  /// - Parameter word: a command, a resource or a topic; `nil` for the program.
  init(
    about word: String?, isShort: Bool = false, _ display: Settings.Display
  ) throws(UsageError) {
    let page = try Self.page(about: word, isShort: isShort)
    text = page.text(display.style(of: .output))
  }

  private static func page(about word: String?, isShort: Bool) throws(UsageError) -> HelpPage {
    guard let word else {
      if isShort { return pages.firstScreen }
      return pages.overview
    }
    if let page = pages.page(about: word, isShort: isShort) {
      return page
    }
    let known = CommandName.firstWords + topics.map(\.choice.word)
    throw .unknownName("help topic", word, known: known)
  }

  // MARK: Pages

  static let pages = HelpPages(
    main: Show.command,
    commands: CommandName.typed.map(\.declaration),
    examples: Show.command.examples + otherExamples,
    firstExamples: Show.firstExamples + otherExamples.suffix(1),
    topics: topics,
    exitStatus: exitStatus)

  private static let otherExamples: [HelpPage.Row] =
    Get.command.examples.prefix(1) + Check.command.examples.prefix(1)
    + [("jpfetch --sample", "Built-in data, without a network")]

  private static let topics: [HelpPages.Topic] = [
    .init("where", "Conditions, with ten examples", QueryPages.conditions),
    .init("fields", "How fields are named", QueryPages.fields),
    .init("exit-codes", "The meaning of each exit status", exitCodes),
    .init("errors", "The codes of errors", errors),
  ]

  static var manual: String {
    let checks: [HelpPage.Section] = [
      .init("", Check.details),
      .init("The JSON report", .rows(Check.reportMembers)),
    ]
    let exitSections: [HelpPage.Section] = [
      .init("", .rows(exitStatus), .paragraph(severalFailures))
    ]
    let chapters: [ManualPage.Chapter] = [
      .init("QUERY LANGUAGE", QueryPages.conditions.sections),
      .init("FIELDS", QueryPages.fields.sections),
      .init("CHECKS", checks),
      .init("STORED RESPONSES", [.init("", Cache.storing)]),
      .init("ERRORS", errors.sections),
      .init("EXIT STATUS", exitSections),
    ]
    return ManualPage.text(
      version: Settings.version,
      pages,
      chapters: chapters,
      examples: .init("In a CI job", .lines(Check.jobs)))
  }

  private static let exitCodes = HelpPage(
    "jpfetch help exit-codes - the meaning of each exit status",
    [
      .init("EXIT STATUS", .rows(exitStatus)),
      .init("", .paragraph(severalFailures)),
    ])

  private static let exitStatus: [HelpPage.Row] = {
    var rows: [HelpPage.Row] = []
    for code in ExitCode.allCases {
      rows.append((String(code.rawValue), code.meaning))
    }
    rows.append(("128 + signal", "130 interrupted, 141 reader left, 143 terminated"))
    return rows
  }()

  private static let severalFailures = """
    If several sources fail, the first in this order decides: \
    \(Resource.all.map(\.name).joined(separator: ", ")).
    """

  // MARK: Errors

  private static let errors = HelpPage(
    "jpfetch help errors - the codes of errors and warnings, for scripts",
    [
      .init("", errorObject),
      .init("CODES, with the exit status of the run", .rows(codes)),
      .init("", .paragraph(warnings)),
    ])

  private static let codes: [HelpPage.Row] = {
    var rows: [HelpPage.Row] = []
    for code in ErrorCode.allCases {
      let status = "\(code.exitCode.rawValue)".padded(to: 4)
      rows.append((code.rawValue, status + code.meaning))
    }
    return rows
  }()

  private static let errorObject: [HelpPage.Block] = [
    .lines("With a JSON format, an error is one line on stderr, unless that is a terminal:"),
    .lines(
      """
        {"error":{"code":...,"exit":...,"source":...,"url":...,"message":...,
        "hint":...,"status":...,"path":...}}
      """),
  ]

  private static let warnings = """
    A warning can have any of these codes. A run that only warns exits with 0, or with 8 if \
    the answer is incomplete, stale with --strict, or not stored by cache warm.
    """
}
