/// The pages on the query language.
extension HelpText {
  static let whereTopic = """
    jpfetch help where - conditions, for -w, --where and for check --assert

    USAGE: -w 'FIELD OP VALUE'      several -w: all must hold

    OPERATORS:
      = !=         equal, exactly; several values, with commas between: any of them
                   (id=1,2,3)
      ~ !~         contains, case and accents aside
      < <= > >=    numbers as numbers, however long, and so is text where both sides
                   are spelled as numbers (address.geo.lat > 5); other text by code
                   point
      FIELD        a boolean is true: completed
      !FIELD       it is not: '!completed'

    VALUES:
      null         the member is missing, or JSON's null; the text is "null"
      "a, b"       quoted with " or ': always text, its commas too
      500ms 10s    durations, for response.time in --assert: ms, s, m, h, d

    LISTS:
      albums > 5            a list beside a number is its count, albums.count
      albums.title ~ x      any of them; with != and !~ none of them

    Fields in -w and -S are fetched as needed. Only those in -F are printed, or,
    without -F, the relations in -e. How they are named: jpfetch help fields.

    --assert 'LIST.FIELD OP VALUE' claims it of every record of a list, and also:
      users.count = 10    photos.id unique    albums.userId in users.id
      users.response.status = 200             users.response.time < 300ms
      users.response.bytes < 10000            users.response.header.etag != null

    QUESTIONS, with the answers of --sample:
    \(questions.map(\.inHelp).joined(separator: "\n"))

    """

  static func fieldsTopic(_ vocabulary: Vocabulary) -> String {
    let resources = vocabulary.resources.map { resource in
      let relations = resource.relations.joined(separator: ", ")
      return "\(resource.name): \(relations)\n" + wrapped(resource.fields.map(\.path))
    }
    return """
      jpfetch help fields - the fields that -F, -w, -S and --count-by name

        title, address.city     a member, by its dotted path
        user.name               of the record that it belongs to
        albums.title            of the records that belong to it: with -F in JSON and
                                trees, with -w any of them
        albums.count            how many there are, at any depth: albums.photos.count
        city, CITY              the last part alone, where only one path ends so
        nickname                a member that is only in the data; where no record has
                                it, that is wrong usage

      -F keeps the records' own shape in JSON: {"company":{"name":...}}; CSV, TSV,
      Markdown and tables have dotted columns, and a list there is its count.

      RESOURCES, what they embed, and their own fields:
      \(resources.joined(separator: "\n"))

      """
  }

  /// A question, the command line that asks it, and what it prints about the sample.
  struct Question: Sendable {
    let question: String
    let command: String
    let answer: [String]

    fileprivate var inHelp: String {
      (["  \(question)", "    \(command)"] + answer.map { "      \($0)" }).joined(separator: "\n")
    }
  }

  // In ASCII: the manual page is for terminals of any kind.
  static let questions = [
    Question(
      question: "How many todos are open?", command: "jpfetch todos -w '!completed' --count",
      answer: ["104"]),
    Question(
      question: "Who has completed the most todos?",
      command: "jpfetch todos -w completed --count-by user.name -n 1",
      answer: ["user.name    count", "Priya Raman     12"]),
    Question(
      question: "How many users have an album about Oaxaca?",
      command: "jpfetch users -w 'albums.title ~ oaxaca' --count", answer: ["6"]),
    Question(
      question: "Which users have the most albums, and how many photos?",
      command: "jpfetch users -S -albums,name -n 1 -F name,albums,photos",
      answer: ["name         albums  photos", "Ada Brennan      10     500"]),
    Question(
      question: "Who lives north of Lyon, far in the west?",
      command: "jpfetch users -w 'lat > 45.8' -w 'lng < -100' -F id,city",
      answer: ["id  city", " 8  Port Townsend"]),
    Question(
      question: "How many photos belong to somebody in Galway?",
      command: "jpfetch photos -w 'city = Galway' --count", answer: ["500"]),
    Question(
      question: "These three todos, and whose they are:",
      command: "jpfetch todos -w id=3,5,8 -F id,user.name",
      answer: ["id  user.name", " 3  Ada Brennan", " 5  Ada Brennan", " 8  Ada Brennan"]),
    Question(
      question: "How many users have a todo that isn't completed?",
      command: "jpfetch users -w 'todos.completed = false' --count", answer: ["10"]),
    Question(
      question: "Which albums belong to nobody?",
      command: "jpfetch albums -w 'user = null' --count", answer: ["0"]),
    Question(
      question: "A post with its user's company, in JSON:",
      command: "jpfetch posts 1 -F id,user.company.name --json --compact",
      answer: [#"{"id":1,"user":{"company":{"name":"Brennan & Daughters"}}}"#]),
  ]
}
