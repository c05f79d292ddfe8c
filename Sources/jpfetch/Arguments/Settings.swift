import JPCore

/// The settings of a run, resolved once from the command line and the environment, before anything
/// is planned. The initializer throws for wrong values and for options that can't be combined.
struct Settings {
  static let version = "0.2.0"

  static let userAgent = "jpfetch/\(version)"

  let command: CommandName
  let data: DataSource
  let store: Store
  let network: Network
  let display: Display

  /// All options. The output and the commands read from them the format, flags, and the options
  /// that no other command has, such as `--wait`.
  let options: Options

  init(_ options: Options) throws(Message) {
    // Header fields are read first. If the shell has split -H Authorization: x at its space, the
    // secret x is an operand, which the error about an operand would show.
    let fields = try HeaderOption.readFields(options)
    try options.check()
    command = options.command.name
    data = DataSource(options)
    store = Store(options)
    network = Network(options, fields)
    display = Display(options)
    self.options = options
  }
}
