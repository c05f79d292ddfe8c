/// The kinds of error and warning, for scripts: stable names, each with its exit status.
enum ErrorCode: String, CaseIterable {
  case usage
  case recordMissing = "record.missing"
  case dns = "net.dns"
  case refused = "net.refused"
  case reset = "net.reset"
  case timeout = "net.timeout"
  case tls = "net.tls"
  case proxy = "net.proxy"
  case network = "net.other"
  case status = "http.<status>"
  case bodyEmpty = "body.empty"
  case bodyHTML = "body.html"
  case bodyJSON = "body.json"
  case bodyType = "body.type"
  case bodyTooLarge = "body.too-large"
  case cacheMissing = "cache.missing"
  case cacheUnusable = "cache.unusable"
  case orphans = "data.orphans"
  case repeatedIDs = "data.repeated-ids"
  case misfits = "data.misfits"
  case outputWrite = "output.write"
  case bug

  /// The exit status of a run that ends with the error; of a warning, those of a run that goes on.
  /// For ``status``, the first is that of 4xx.
  var exitCodes: [ExitCode] { facts.0 }

  /// The first of them.
  var exitCode: ExitCode { exitCodes.first ?? .bug }

  /// The line in help.
  var meaning: String { facts.1 }

  /// Whether a run can end with it; other codes are those of warnings only.
  var isOfError: Bool { ![.orphans, .repeatedIDs, .misfits].contains(self) }

  private var facts: ([ExitCode], String) {
    switch self {
    case .usage: ([.usage], "Wrong usage")
    case .recordMissing: ([.clientError], "No record has that id")
    case .dns: ([.noAnswer], "The host's name has no address")
    case .refused: ([.noAnswer], "No connection: refused, or no route")
    case .reset: ([.noAnswer], "The connection ended too early")
    case .timeout: ([.noAnswer], "No complete answer within --timeout")
    case .tls: ([.noAnswer], "No trusted connection")
    case .proxy: ([.noAnswer], "The proxy can't be used, or refuses to connect")
    case .network: ([.noAnswer], "Another network failure, or an unreadable file")
    case .status: ([.clientError, .serverError], "HTTP 4xx; 5 for any other status")
    case .bodyEmpty: ([.unusable], "An answer without content")
    case .bodyHTML: ([.unusable], "An HTML page instead of data")
    case .bodyJSON: ([.unusable], "Not JSON, or a broken content coding")
    case .bodyType: ([.unusable], "JSON of another shape than expected")
    case .bodyTooLarge: ([.unusable], "More content, header fields or columns than allowed")
    case .cacheMissing: ([.notStored], "No stored answer for the request")
    case .cacheUnusable: ([.output], "The stored responses can't be used")
    case .orphans: ([.answered], "Records that refer to a missing record")
    case .repeatedIDs: ([.answered], "Records with the id of an earlier one")
    case .misfits: ([.limited, .answered], "Fields of other types; 8 if records are left out")
    case .outputWrite: ([.output], "The output cannot be written")
    case .bug: ([.bug], "A bug in jpfetch")
    }
  }
}
