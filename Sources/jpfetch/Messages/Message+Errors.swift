import JPCore

extension Message {
  /// The message about an error that ends a run, or that another message mentions.
  ///
  /// - Parameter run: the facts that the details and the advice depend on.
  init(_ error: any Error, _ run: Circumstances) {
    switch error {
    case let error as UsageError: self.init(usage: error)
    case let error as FetchError: self.init(fetching: error, run.ofRequest(error.url))
    case let error as TransportError: self.init(sending: error, run.ofRequest(error.url))
    case let error as WideTable: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as SystemError: self.init(error)
    case let error as OutputFileError: self.init(error)
    default:
      self.init(
        .bug, "a bug in jpfetch: \(error)",
        advice: .sentence("report this line, the command and the output of jpfetch --version"))
    }
  }

  private init(usage error: UsageError) {
    self.init(.usage, error.message, advice: error.advice)
  }

  private init(_ error: WideTable) {
    let excess: String
    switch error.excess {
    case .columns(let limit):
      excess = "a table of more than \(limit) columns"
    case .titles(let limit):
      excess = "a table with more than \(limit.bytesInWords) of titles"
    }
    self.init(.bodyTooLarge, "\(excess): \(error.url)", advice: .sentence("use --json"))
    source = error.resource
    url = error.url
  }

  private init(_ error: StoreError) {
    self.init(
      .cacheUnusable, "cannot use \(error.path.withoutSecrets): \(error.problem.inWords)",
      advice: .sentence("check the directory, or give another one with --cache-dir"))
  }

  private init(_ error: SystemError) {
    var destination = "the output"
    if let path = error.path { destination = path.withoutSecrets }
    self.init(
      .outputWrite, "cannot write \(destination): \(systemWords(error.number))",
      advice: .sentence("check the directory, its permissions and its free space"))
  }

  private init(_ error: OutputFileError) {
    switch error {
    case .noReader(let path, let limit):
      self.init(
        .outputWrite,
        "cannot write \(path.withoutSecrets): no program read it within \(limit.inWords)",
        advice: .sentence(
          "start the pipe's reader first, or give it more time with --timeout"))
    case .notRegular(let path):
      self.init(
        .outputWrite, "cannot write \(path.withoutSecrets): not a regular file",
        advice: .sentence("remove it, or export to another directory"))
    }
  }
}

/// The error for an answer with too many columns, or too long titles, for a table.
struct WideTable: Error {
  let excess: Table.Excess
  let resource: String?
  let url: String

  init(_ excess: Table.Excess, of sources: [Source]) {
    self.excess = excess
    resource = sources.first?.resource
    if let source = sources.first {
      url = source.url
    } else {
      url = ""
    }
  }
}

/// The system's words for an errno, strerror(3).
func systemWords(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}
