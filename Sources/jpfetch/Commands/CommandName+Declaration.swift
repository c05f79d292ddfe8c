extension CommandName {
  /// The command's declaration, which is in the file of the type that runs it.
  var declaration: Command {
    switch self {
    case .show: Show.command
    case .get: Get.command
    case .search: Search.command
    case .check: Check.command
    case .cache: Cache.command
    case .completions: Completions.command
    case .help: Help.command
    }
  }
}
