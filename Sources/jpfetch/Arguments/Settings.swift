import JPCore

/// The settings of a run, resolved once from the command line and the environment, before anything
/// is planned. The initializer throws for wrong values and for options that can't be combined.
struct Settings {
  /// The program's version.
  static let version = "0.1.0"

  static let userAgent = "jpfetch/\(version)"

  let command: CommandName
  let data: DataSource
  let store: Store
  let network: Network
  let output: Output
  let display: Display
  let messages: Messages
  let selection: Selection
  let check: Check

  /// Whether to print the requests instead of sending them.
  let isDryRun: Bool
  let isPartial: Bool
  let isStrict: Bool

  init(_ options: Options) throws(UsageError) {
    // Header fields come first: if the shell has split one, -H Authorization: x, a part of its
    // value is an operand, which a later error would show.
    let fields = try HeaderOption.fields(options)
    try options.check()
    command = options.command.name
    data = try DataSource(options)
    store = try Store(options)
    network = try Network(options, fields)
    output = try Output(options, waiting: network.pipeLimit)
    display = Display(options)
    messages = Messages(options)
    selection = try Selection(options)
    check = try Check(options)
    isDryRun = options.has(.dryRun)
    isPartial = options.has(.partial)
    isStrict = options.has(.strict)
  }
}

extension Settings {
  /// The typed expressions for records, relations and fields. ``RecordOptions`` reads them with the
  /// catalogue.
  struct Selection {
    let embed: String?
    let conditions: [String]
    let search: String?
    let sort: String?
    let fields: String?
    let countBy: String?
    let isCount: Bool
    let limit: Int?
    let skip: Int

    /// The pairs that `get` adds to a URL's query.
    let query: [(key: String, value: String)]

    init(_ options: Options) throws(UsageError) {
      embed = options.list(.embed)
      conditions = options.texts(.where)
      search = options.value(.search)?.text
      sort = options.list(.sort)
      fields = options.list(.fields)
      countBy = options.list(.countBy)
      isCount = options.has(.count)
      limit = try options.number(.limit)
      skip = try options.number(.skip) ?? 0
      var pairs: [(key: String, value: String)] = []
      for text in options.texts(.query) {
        pairs.append(try Self.pair(text))
      }
      query = pairs
    }

    private static func pair(_ text: String) throws(UsageError) -> (key: String, value: String) {
      let halves = text.utf8.split(
        separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2, !halves[0].isEmpty {
        return (String(utf8: halves[0]), String(utf8: halves[1]))
      }
      // If the "=" is missing, the text after the name may be a secret: token:x.
      let name = text.prefix { $0 != ":" && $0 != " " }
      var shown = text
      if "?\(name)=".secretParameter != nil { shown = "\(name)***" }
      throw .badValue(OptionName.query.typed, shown, expected: "<key>=<value>")
    }
  }

  /// The typed expressions for `check`.
  struct Check {
    /// The elements of `--expect`; `nil` without the option.
    let expect: [String]?
    let assertions: [String]
    let maxTime: Duration?
    let wait: Duration?
    let against: Against?
    /// The names of members that may differ (`--ignore`).
    let ignored: [String]

    /// The source of the lists to compare with.
    enum Against {
      case store
      case lists(BaseURL)
    }

    init(_ options: Options) throws(UsageError) {
      expect = options.list(.expect)?.commaSeparated
      assertions = options.texts(.assert)
      maxTime = try options.duration(.maxTime)
      wait = try options.duration(.wait)
      if let names = options.list(.ignore) {
        ignored = names.commaSeparated
      } else {
        ignored = []
      }
      against = try Self.against(options)
    }

    private static func against(_ options: Options) throws(UsageError) -> Against? {
      guard let value = options.value(.against) else { return nil }
      let option = OptionName.against.typed
      let offline = options.origin(of: .offline)
      if value.text == "cache" {
        if let other = offline ?? options.localOrigin {
          throw .conflict("\(option) cache", other)
        }
        return .store
      }
      guard let base = BaseURL(argument: value.text) else {
        throw .badValue(value, of: .against)
      }
      if let offline, !base.isLocal {
        throw .conflict("\(option) \(value.text)", offline)
      }
      return .lists(base)
    }
  }
}

extension String {
  var commaSeparated: [String] {
    let parts = unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
    return parts.map { String($0) }
  }
}
