import JPCore

/// The settings of a run, resolved once from the command line and the environment, before anything
/// is planned. The initializer throws for wrong values and for options that can't be combined.
struct Settings {
  /// The program's version.
  static let version = "0.2.0"

  static let userAgent = "jpfetch/\(version)"

  let command: CommandName
  let data: DataSource
  let store: Store
  let network: Network
  let output: Output
  let display: Display

  /// All options, from which a command reads the format, flags, and options of its own.
  let options: Options

  init(_ options: Options) throws(Message) {
    // Header fields come first: if the shell has split one, -H Authorization: x, a part of its
    // value is an operand, which a later error would show.
    let fields = try HeaderOption.fields(options)
    try options.check()
    command = options.command.name
    data = try DataSource(options)
    store = try Store(options)
    network = try Network(options, fields)
    output = try Output(options)
    display = Display(options)
    self.options = options
  }
}

extension String {
  var commaSeparated: [String] {
    let parts = unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
    return parts.map { String($0) }
  }
}
