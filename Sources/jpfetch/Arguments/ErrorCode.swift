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

  /// For ``status``, that of 4xx.
  var exitCode: ExitCode { facts.0 }

  /// The line in help.
  var meaning: String { facts.1 }

  private var facts: (ExitCode, String) {
    switch self {
    case .usage: (.usage, "Wrong usage")
    case .recordMissing: (.clientError, "No record has that id")
    case .dns: (.noAnswer, "A host name has no address")
    case .refused: (.noAnswer, "No connection: refused, or no route")
    case .reset: (.noAnswer, "The connection ended too early")
    case .timeout: (.noAnswer, "No complete answer within --timeout")
    case .tls: (.noAnswer, "No trusted connection")
    case .proxy: (.noAnswer, "The proxy refuses to connect to the host")
    case .network: (.noAnswer, "Another network failure, or an unreadable file")
    case .status: (.clientError, "HTTP 4xx; any other status exits with 5")
    case .bodyEmpty: (.unusable, "An answer without content")
    case .bodyHTML: (.unusable, "An HTML page instead of data")
    case .bodyJSON: (.unusable, "Not JSON, or a broken content coding")
    case .bodyType: (.unusable, "JSON of another shape than expected")
    case .bodyTooLarge: (.unusable, "More content, header fields or columns than allowed")
    case .cacheMissing: (.notStored, "Not stored, or only a stale response is")
    case .cacheUnusable: (.output, "Responses can't be stored, or not be read")
    case .orphans: (.answered, "Records that refer to a missing record")
    case .repeatedIDs: (.answered, "Records with the id of an earlier one")
    case .misfits: (.limited, "Records with fields of other types")
    case .outputWrite: (.output, "The output cannot be written")
    case .bug: (.bug, "A bug in jpfetch")
    }
  }
}
