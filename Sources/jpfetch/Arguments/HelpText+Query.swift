import JPCore

/// The pages on the query language.
extension HelpText {
  static let whereTopic = HelpPage([
    ("", "jpfetch help where - conditions, for -w, --where and for check --assert"),
    ("USAGE", "  -w 'FIELD OP VALUE'      several -w: all must hold"),
    (
      "OPERATORS",
      """
        = !=         equal, exactly; several values, with commas: any of them
                     (id=1,2,3)
        ~ !~         contains, ignoring case and accents
        < <= > >=    numbers as numbers, however long; text too if both sides are
                     spelled as numbers (address.geo.lat > 5); other text by code
                     point
        FIELD        a boolean is true: completed
        !FIELD       it is not: '!completed'
      """
    ),
    (
      "VALUES",
      """
        null         the member is missing, or JSON's null; the text is "null"
        "a, b"       quoted with " or ': always text, its commas too
        500ms 10s    durations, for response.time in --assert: ms, s, m, h, d
      """
    ),
    (
      "LISTS",
      """
        albums > 5            a list next to a number is its count, albums.count
        albums.title ~ x      any of them; with != and !~ none of them
      """
    ),
    (
      "",
      """
      Fields in -w and -S are fetched as needed. Only those in -F are printed, or,
      without -F, the relations in -e. How they are named: jpfetch help fields.
      """
    ),
    (
      "ASSERTIONS ('LIST.FIELD OP VALUE' must hold for every record of a list)",
      """
        users.count = 10    photos.id unique    albums.userId in users.id
        users.response.status = 200             users.response.time < 300ms
        users.response.bytes < 10000            users.response.header.etag != null
      """
    ),
    (
      "QUESTIONS, with the answers of --sample",
      questions.map { question, command, answer in
        (["  \(question)", "    \(command)"] + answer.map { "      \($0)" })
          .joined(separator: "\n")
      }.joined(separator: "\n")
    ),
  ])

  static let fieldsTopic = HelpPage([
    ("", "jpfetch help fields - the fields that -F, -w, -S and --count-by name"),
    (
      "",
      """
        title, address.city     a member, by its dotted path
        user.name               of the record that it belongs to
        albums.title            of the records that belong to it: with -F in JSON and
                                trees, with -w any of them
        albums.count            how many there are, at any depth: albums.photos.count
        city, CITY              the last part alone, if only one path ends so
        nickname                a member that is only in the data; if no record has
                                it, that is wrong usage
        "post code", a\\.b       a name with other characters, a dot in a name

      -F keeps the records' own shape in JSON: {"company":{"name":...}}; CSV, TSV,
      Markdown and tables have dotted columns, and a list there is its count.
      """
    ),
    (
      "RESOURCES, their relations and fields",
      Resource.all.map { resource in
        "\(resource.name): \(resource.relations.joined(separator: ", "))\n"
          + HelpPage.list(resource.fields.map(\.path))
      }.joined(separator: "\n")
    ),
  ])

  // In ASCII: the manual page is for terminals of any kind.
  static let questions: [(question: String, command: String, answer: [String])] = [
    ("How many todos are open?", "jpfetch todos -w '!completed' --count", ["98"]),
    (
      "Who has completed the most todos?",
      "jpfetch todos -w completed --count-by user.name -n 1",
      ["user.name        count", "Leilani Kealoha     14"]
    ),
    (
      "How many users have an album about Oaxaca?",
      "jpfetch users -w 'albums.title ~ oaxaca' --count", ["6"]
    ),
    (
      "Which users have the most albums, and how many photos?",
      "jpfetch users -S -albums,name -n 1 -F name,albums,photos",
      ["name         albums  photos", "Ada Brennan      10     500"]
    ),
    (
      "Who lives north of Lyon, far in the west?",
      "jpfetch users -w 'lat > 45.8' -w 'lng < -100' -F id,city",
      ["id  city", " 8  Port Townsend"]
    ),
    (
      "How many photos do users in Galway have?",
      "jpfetch photos -w 'city = Galway' --count", ["500"]
    ),
    (
      "These three todos, and whose they are:", "jpfetch todos -w id=3,5,8 -F id,user.name",
      ["id  user.name", " 3  Ada Brennan", " 5  Ada Brennan", " 8  Ada Brennan"]
    ),
    (
      "How many users have a todo that isn't completed?",
      "jpfetch users -w 'todos.completed = false' --count", ["10"]
    ),
    (
      "How many albums have no user?", "jpfetch albums -w 'user = null' --count", ["0"]
    ),
    (
      "A post with its user's company, in JSON:",
      "jpfetch posts 1 -F id,user.company.name --json --compact",
      [#"{"id":1,"user":{"company":{"name":"Brennan & Daughters"}}}"#]
    ),
  ]
}
