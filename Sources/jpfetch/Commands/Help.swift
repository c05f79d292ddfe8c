import JPCore

/// `jpfetch help [TOPIC]`, `--help`, `-h` and `--man`: pages about the program.
struct Help {
  static let command = Command(
    name: .help,
    usage: "help [<command>|<resource>|\(otherTopics.map(\.choice.word).joined(separator: "|"))]",
    summary: "Show help about a command or topic",
    examples: [
      ("jpfetch help users", "The fields and relations of a resource"),
      ("jpfetch --man | man -l -", "The manual page"),
    ],
    options: OptionName.everywhere,
    plan: { arguments, settings throws(Message) in
      let help = try Help(arguments.wordsAfterFirst, settings.display)
      return Plan.printing(help.text)
    })

  let text: String

  init(_ operands: [String], _ display: Settings.Display) throws(Message) {
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    try self.init(about: operands.first, display)
  }

  /// - Parameters:
  ///   - word: a command, a resource or a topic; `nil` for the program.
  ///   - isShort: whether one screen is enough (`-h`).
  init(
    about word: String?, isShort: Bool = false, _ display: Settings.Display
  ) throws(Message) {
    let page = try Self.page(about: word, isShort: isShort)
    text = page.text(display.style(of: .output))
  }

  private static func page(about word: String?, isShort: Bool) throws(Message) -> HelpPage {
    guard let word else {
      if isShort { return firstScreen }
      return overview
    }
    let known = topics.map(\.choice.word)
    let name = Resource.withNameOrAlias(word)?.name ?? word
    guard let index = known.firstIndex(of: name) else {
      throw .unknownName(
        "help topic", word, after: CommandName.help.rawValue, known: known)
    }
    let page = topics[index].page()
    if isShort { return page.shortPage(name) }
    return page
  }

  // MARK: Pages

  /// The words after `jpfetch help`, each with a function that makes its page.
  static let topics: [(choice: Choice, page: @Sendable () -> HelpPage)] = {
    var topics: [(choice: Choice, page: @Sendable () -> HelpPage)] = []
    for (resource, choice) in zip(Resource.all, Resource.choices) {
      topics.append(
        (choice, { resource.helpPage(options: [Show.command].optionRows(of: .select)) }))
    }
    for command in CommandName.typed.map(\.declaration) {
      topics.append((command.choice, { command.page }))
    }
    return topics + otherTopics
  }()

  /// The topics that are neither resources nor commands.
  private static let otherTopics: [(choice: Choice, page: @Sendable () -> HelpPage)] = [
    (Choice(word: "where", meaning: "Conditions and names of fields"), { QueryPage.page }),
    (Choice(word: "json", meaning: "Members and types of each JSON document"), { json }),
    (Choice(word: "exit-codes", meaning: "The meaning of each exit status"), { exitCodes }),
    (Choice(word: "errors", meaning: "The codes of errors"), { errors }),
  ]

  /// All commands, beginning with the one that runs if none is typed.
  private static let commands = CommandName.allCases.map(\.declaration)

  private static let purpose = "fetch JSONPlaceholder data, join it, print it as a table or JSON"

  private static let resourceNames = Resource.all.map(\.name).joined(separator: ", ")

  private static let commandLines = commands.map(\.commandLine).joined(separator: "\n")

  /// The page of `--help`: the options of the command that prints records, and what no command's
  /// page has.
  static let overview = HelpPage(
    "jpfetch - \(purpose)",
    [
      .init("USAGE", .code(commandLines)),
      .init("EXAMPLES", .rows(Show.command.examples + otherExamples)),
      .init("RESOURCES", .rows([(resourceNames, "")])),
    ] + [Show.command].optionSections + [
      .init("ENVIRONMENT (an option wins over its variable)", .rows(variables)),
      .init("MORE (a command's page has its options)", .rows(pointers)),
    ])

  private static let otherExamples: [HelpSection.Row] =
    Search.command.examples.prefix(1) + Get.command.examples.prefix(1)
    + Check.command.examples.prefix(1)
    + [("jpfetch --sample", "Built-in data, without a network")]

  /// A row for each other page of help.
  private static let pointers: [HelpSection.Row] = {
    var rows: [HelpSection.Row] = [
      ("jpfetch help <resource>", "Its fields; how to filter, sort and choose")
    ]
    for topic in topics.dropFirst(Resource.all.count) {
      rows.append(("jpfetch help \(topic.choice.word)", topic.choice.meaning))
    }
    return rows
  }()

  /// The one screen of `-h`: examples, names, everyday options, and how to see more.
  static let firstScreen = HelpPage(
    "jpfetch - \(purpose)",
    [
      .init(
        "EXAMPLES",
        .rows(
          Show.firstExamples + [
            ("jpfetch check", Check.command.summary)
          ])),
      .init(
        "",
        .rows([
          ("resources", resourceNames),
          ("commands", CommandName.typed.map(\.rawValue).joined(separator: ", ")),
          ("more", "jpfetch --help, jpfetch help users, help where, jpfetch --man"),
        ])),
      .init("OPTIONS", .code(everydayOptions)),
    ])

  /// The options that most runs need, each with its effect in two or three words.
  private static let everydayOptions = """
    -w, --where     keep what matches       -o, --output    write a file
    -s, --search    find a text             --wide          all fields, uncut
    -S, --sort      sort by fields          --offline       stored data only
    -n, --limit     at most N records       --refresh       ask the server
    -F, --fields    choose columns          --sample        built-in data
    -e, --embed     add related records     --base-url      another server
    --count         only the number         --timeout       limit the wait
    --count-by      count for each value    -q, --quiet     errors only
    -f, --format    csv, tree, ...          -v, --verbose   show each source
    --json          print JSON              --dry-run       send nothing
    """

  /// The environment variables that don't belong to an option.
  private static let variables: [HelpSection.Row] = [
    ("SSL_CERT_DIR", "A directory of certificates to trust, unless --ca-cert is given"),
    ("XDG_CACHE_HOME, HOME", "The parent of the cache directory, unless --cache-dir is given"),
    ("NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Colours, unless --color is given"),
    ("COLUMNS", "The width; overrides the terminal's"),
    (
      "http_proxy, https_proxy, HTTPS_PROXY, all_proxy, ALL_PROXY, no_proxy, NO_PROXY",
      "Proxies, as for curl"
    ),
  ]

  private static let exitCodes = HelpPage(
    "jpfetch help exit-codes - the meaning of each exit status",
    [.init("EXIT STATUS", .rows(exitStatus), .text(severalFailures))])

  private static let exitStatus: [HelpSection.Row] = {
    var rows: [HelpSection.Row] = []
    for code in ExitCode.allCases {
      rows.append((String(code.rawValue), code.meaning))
    }
    rows.append(
      ("128 + signal", "130 interrupted, 141 the reader of a pipe has ended, 143 terminated"))
    return rows
  }()

  private static let severalFailures =
    "If several sources fail, the first in this order decides: \(resourceNames)."

  // MARK: Errors

  private static let errors = HelpPage(
    "jpfetch help errors - the codes of errors and warnings, for scripts",
    [
      .init(
        "",
        .text(
          """
          With a JSON format, an error or a warning is one line on stderr, unless that is a \
          terminal. Its members: jpfetch help json
          """))
    ],
    more: [
      .init("CODES, with the exit status of the run", .rows(codes), .text(warnings))
    ])

  private static let codes: [HelpSection.Row] = {
    var rows: [HelpSection.Row] = []
    for code in ErrorCode.allCases {
      let status = "\(code.exitCode.rawValue)".padded(to: 4)
      rows.append((code.rawValue, status + code.meaning))
    }
    return rows
  }()

  private static let warnings = """
    A warning can have any of these codes. A run that only warns exits with 0, or with 8 if \
    the answer is incomplete, stale with --strict, or not stored by cache warm.
    """

  // MARK: The manual page

  static var manual: String {
    var examples: [HelpSection.Row] = []
    for command in commands { examples += command.examples }
    return ManualPage.roff(
      version: Settings.version,
      [
        HelpPage("NAME", [.init("", .text("jpfetch - \(purpose)"))]),
        HelpPage("SYNOPSIS", [.init("", .code(commandLines))]),
        HelpPage("DESCRIPTION", [.init("", description)]),
        HelpPage("EXAMPLES", [.init("", .rows(examples))]),
        HelpPage("OPTIONS", commands.optionSections),
        HelpPage("COMMANDS", [.init("", .rows(CommandName.typed.map(\.declaration.choice).rows))]),
        HelpPage("QUERY LANGUAGE", QueryPage.page.allSections),
        HelpPage("SEARCH", chapter(of: Search.command)),
        HelpPage("CHECKS", chapter(of: Check.command)),
        HelpPage("STORED RESPONSES", chapter(of: Cache.command)),
        HelpPage("COMPLETIONS", chapter(of: Completions.command)),
        HelpPage("JSON", json.allSections),
        HelpPage("ERRORS", errors.allSections),
        HelpPage("EXIT STATUS", [.init("", .rows(exitStatus), .text(severalFailures))]),
        HelpPage(
          "ENVIRONMENT",
          [
            .init(
              "",
              .text("An option wins over its variable, which OPTIONS names in brackets. Others:"),
              .rows(variables))
          ]),
        HelpPage("FILES", [.init("", .rows(files))]),
        HelpPage("SEE ALSO", [.init("", .text("curl(1), jq(1)"))]),
      ])
  }

  private static let description: [HelpSection.Block] = [
    .text(
      """
      jpfetch fetches the users, albums and photos of JSONPlaceholder at the same time, joins \
      them, and prints a table or JSON. It stores the responses, so it also answers without a \
      network. It only reads.
      """),
    .text(
      """
      Without a command, it prints the records of a resource: \(resourceNames). Without a \
      resource, it prints the users with their albums and photos. Each further resource leads \
      from the records so far to its own: users 3 todos prints the todos of user 3, users 1 \
      comments those of that user's posts, photos 17 user the user to whom the photo belongs.
      """),
  ]

  private static func chapter(of command: Command) -> [HelpSection] {
    [.init("", .rows(command.operands.rows))] + command.details
  }

  private static let files: [HelpSection.Row] = [
    ("~/.cache/jpfetch", "Stored responses; on macOS ~/Library/Caches/jpfetch"),
    ("DIR/users.json", "The answer to /users with --base-url file:DIR"),
  ]
}
