import JPCore

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
  case clientError = "http.4xx"
  case serverError = "http.<other>"
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

  /// The exit status of a run that ends with the error. The codes that only warnings have, such as
  /// `data.orphans`, give the status of a run that goes on after the warning.
  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .recordMissing, .clientError: .clientError
    case .dns, .refused, .reset, .timeout, .tls, .proxy, .network: .noAnswer
    case .serverError: .serverError
    case .bodyEmpty, .bodyHTML, .bodyJSON, .bodyType, .bodyTooLarge: .unusable
    case .cacheMissing: .notStored
    case .cacheUnusable, .outputWrite: .output
    case .orphans, .repeatedIDs: .answered
    case .misfits: .incomplete
    case .bug: .bug
    }
  }

  var meaning: String {
    switch self {
    case .usage: "Wrong usage"
    case .recordMissing: "No record has that id"
    case .dns: "The host's name has no address"
    case .refused: "No connection: refused, or no route"
    case .reset: "The connection ended too early"
    case .timeout: "No complete answer within --timeout"
    case .tls: "No trusted connection"
    case .proxy: "The proxy can't be used, or refuses to connect"
    case .network: "Another network failure, or an unreadable file"
    case .clientError: "HTTP 4xx, with the status: http.404"
    case .serverError: "HTTP 5xx or another status: http.503"
    case .bodyEmpty: "An answer without content"
    case .bodyHTML: "An HTML page instead of data"
    case .bodyJSON: "Not JSON, or a broken content coding"
    case .bodyType: "JSON of another shape than expected"
    case .bodyTooLarge: "More content, header fields or columns than allowed"
    case .cacheMissing: "Nothing stored; in a warning: shown stale, or missing"
    case .cacheUnusable: "Responses can't be stored or read"
    case .orphans: "Children without a parent, with their own children; missing parents"
    case .repeatedIDs: "Records with the id of an earlier one"
    case .misfits: "Records left out: not objects with an id"
    case .outputWrite: "The output cannot be written"
    case .bug: "A bug in jpfetch"
    }
  }
}

/// The exit status of the process.
enum ExitCode: Int32, CaseIterable {
  case answered = 0
  case checkFailed = 1
  case usage = 2
  case noAnswer = 3
  case clientError = 4
  case serverError = 5
  case unusable = 6
  case notStored = 7
  case incomplete = 8
  case bug = 70
  case output = 74

  var meaning: String {
    switch self {
    case .answered: "Answered"
    case .checkFailed: "A check failed (jpfetch check only)"
    case .usage: "Wrong usage: nothing was sent, or no record has the field"
    case .noAnswer: "No answer: DNS, refused, TLS, reset, timeout"
    case .clientError: "HTTP 4xx"
    case .serverError: "HTTP 5xx or another status"
    case .unusable: "The answer is unusable: empty, not JSON, wrong type"
    case .notStored: "Not stored (--offline, cache export, --against cache)"
    case .incomplete: "Incomplete; stale (--strict); not all stored (cache warm)"
    case .bug: "A bug in jpfetch"
    case .output: "Cannot write the output, or use the stored responses"
    }
  }
}

extension ExitCode {
  /// The exit status of a run that printed an answer.
  ///
  /// - Parameter isStrict: whether stale answers count as incomplete, `--strict`.
  init<Value>(for answer: Answer<Value>, isStrict: Bool) {
    self = .answered
    if isStrict, answer.isStale { self = .incomplete }
    if !answer.isComplete { self = .incomplete }
  }
}
