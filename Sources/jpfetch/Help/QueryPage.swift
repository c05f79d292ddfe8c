import JPCore

/// The page on the query language, `jpfetch help where`.
enum QueryPage {
  static let page = HelpPage(
    "jpfetch help where - conditions, and names of fields",
    [
      .init("USAGE", .rows(usage)),
      .init("OPERATORS", .rows(operators)),
      .init("VALUES", .rows(values)),
    ],
    more: [
      .init("LISTS AND PARENTS", .rows(relations)),
      .init("IN A SHELL", .text(scriptText), .code(scriptLine)),
      .init("FIELDS, for -F, -w, -S and --count-by", .rows(fieldNames), .text(fieldShapes)),
      .init("FIELDS OF THE RESOURCES", .rows(fieldsOfResources)),
      .init("RELATIONS OF THE RESOURCES", .rows(relationsOfResources)),
      .init(
        "ASSERTIONS ('LIST.FIELD OP VALUE' must hold for every record of a list)",
        .rows(assertions)),
      .init("QUESTIONS, with the answers of --sample", .code(answeredQuestions)),
    ])

  private static let usage: [HelpSection.Row] = [
    ("-w 'FIELD OP VALUE'", "keeps the records that match; repeat to narrow"),
    ("--assert 'LIST.FIELD OP VALUE'", "checks every record: jpfetch help check"),
  ]

  private static let operators: [HelpSection.Row] = [
    ("= !=", "equal, exactly; several values, with commas: any of them (id=1,2,3)"),
    (
      "~ !~",
      """
      contains, ignoring case and accents; ^ before the text holds it to the beginning, $ after \
      it to the end (~ ^qui, ~ .biz$)
      """
    ),
    (
      "< <= > >=",
      """
      numbers as numbers, exactly; text too if both sides are spelled as numbers \
      (address.geo.lat > 5); other text (quote it) by code point
      """
    ),
    ("FIELD", "is true: completed"),
    ("!FIELD", "is not true: '!completed'"),
  ]

  private static let values: [HelpSection.Row] = [
    ("null", "missing or null (user = null: no user); quoted, the text"),
    (
      "\"a, b\"",
      """
      quoted with " or ': always text; needed if it begins with an operator, or a second condition \
      could begin in it ("a, b=c")
      """
    ),
    ("\"say \"\"hi\"\"\"", "in quotes the quote itself is doubled; a backslash means itself"),
    ("1.5 1e400", "numbers"),
  ]

  private static let relations: [HelpSection.Row] = [
    ("albums > 5", "a list next to a number counts its records: albums.count"),
    (
      "user = 3,4",
      """
      a parent next to numbers is its id, user.id; next to text its name. It fetches \
      the users, too; userId = 3 doesn't
      """
    ),
    ("albums.title ~ x", "any of them; with != and !~ none of them"),
  ]

  private static let scriptText = """
    Put a condition in single quotes: in double quotes, zsh and fish read a $. To quote the text of \
    a variable, double the quotes in it (here in bash or zsh):
    """

  static let scriptLine = #"jpfetch albums -w "title = \"${title//\"/\"\"}\"""#

  private static let fieldNames: [HelpSection.Row] = [
    ("title, address.city", "a member, by its dotted path"),
    ("user.name", "the name of the user to whom the record belongs"),
    (
      "user, company",
      """
      user.name, company.name; with -F in JSON the whole record or object. --count-by user counts \
      for each user, not for each name; in JSON it has the id, too
      """
    ),
    (
      "albums.title",
      "of the records that belong to it: with -F in JSON and trees, with -w any of them"
    ),
    ("albums.count", "how many there are, at any depth: albums.photos.count"),
    (
      "city",
      "the last part alone of a path of the record or of its parents, if only one ends so"
    ),
    (
      "nickname",
      """
      a member that is only in the data; if no record has it, or the path of a short name, that is \
      wrong usage (not with = null, not of an empty list)
      """
    ),
    (
      "\"city\", \"post code\"",
      """
      in quotes, a member of just that name; quote a name that has other characters than letters, \
      digits, _ and -, as you would a text
      """
    ),
  ]

  private static let fieldShapes = """
    -w and -S fetch related lists but don't print them: -F or -e does; without -F, -S adds a column \
    to tables, too. -F keeps the records' own shape in JSON: {"company":{"name":...}}; CSV, TSV, Markdown and tables have \
    dotted columns, and a list there counts its records.
    """

  private static let fieldsOfResources = Resource.all.map { resource -> HelpSection.Row in
    (resource.name, resource.fields.map(\.path).joined(separator: ", "))
  }

  private static let relationsOfResources = Resource.all.map { resource -> HelpSection.Row in
    (resource.name, resource.relationPaths.map(\.dottedPath).joined(separator: ", "))
  }

  private static let assertions: [HelpSection.Row] = [
    ("users = 10", "the number of records, users.count"),
    ("photos.id unique", "no value twice"),
    ("users.response.status = 200", "the response: also .time < 300ms, .bytes < 10000"),
    ("500ms 10s", "durations, for response.time: ms, s, m, h, d"),
    ("users.response.header.etag != null", "a header field of the response"),
  ]

  private static let answeredQuestions: String = {
    var lines: [String] = []
    for question in questions {
      lines += [question.text, "  \(question.command)"]
      for line in question.answer { lines.append("    \(line)") }
    }
    return lines.joined(separator: "\n")
  }()

  /// A question about the built-in data.
  struct Question {
    let text: String
    let command: String
    /// The lines that the command prints with `--sample`.
    let answer: [String]

    init(_ text: String, _ command: String, _ answer: String...) {
      self.text = text
      self.command = command
      self.answer = answer
    }
  }

  // The questions are in ASCII, because the manual page is for terminals of any kind.
  static let questions = [
    Question("How many todos are open?", "jpfetch todos -w '!completed' --count", "98"),
    Question(
      "Who has completed the most todos?",
      "jpfetch todos -w completed --count-by user.name -n 1",
      "user.name        count", "Leilani Kealoha     14"
    ),
    Question(
      "How many users have an album about Oaxaca?",
      "jpfetch users -w 'albums.title ~ oaxaca' --count", "6"
    ),
    Question(
      "Which users have the most albums, and how many photos?",
      "jpfetch users -S -albums,name -n 1 -F name,albums,photos",
      "name         albums  photos", "Ada Brennan      10     500"
    ),
    Question(
      "Who lives north of Lyon, far in the west?",
      "jpfetch users -w 'lat > 45.8' -w 'lng < -100' -F id,city",
      "id  city", " 8  Port Townsend"
    ),
    Question(
      "How many photos do users in Galway have?",
      "jpfetch photos -w 'city = Galway' --count", "500"
    ),
    Question(
      "These three todos, and whose they are:", "jpfetch todos -w id=3,5,8 -F id,user.name",
      "id  user.name", " 3  Ada Brennan", " 5  Ada Brennan", " 8  Ada Brennan"
    ),
    Question(
      "How many users have a todo that isn't completed?",
      "jpfetch users -w 'todos.completed = false' --count", "10"
    ),
    Question(
      "How many albums have no user?", "jpfetch albums -w 'user = null' --count", "0"
    ),
    Question(
      "A post with its user's company, in JSON:",
      "jpfetch posts 1 -F id,user.company.name --json --compact",
      #"{"id":1,"user":{"company":{"name":"Brennan & Daughters"}}}"#
    ),
  ]
}
