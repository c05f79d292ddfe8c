/// The kinds of error that a script can tell apart: stable names, each with its exit code.
enum ErrorCode: CaseIterable, Equatable, Sendable {
  case usage
  case dns, refused, reset, timeout, tls, proxy, notHTTP, library, systemLimit, url, field,
    unreadableFile, other
  case status, redirects, recordMissing
  case bodyEmpty, bodyHTML, bodyJSON, bodyType, bodyTooLarge, bodyEncoding, headTooLarge
  case cacheMissing, cacheDirectory
  case outputWrite
  case bug

  /// The code in the error object, where a number replaces the `<status>` of `http.<status>`.
  var text: String { facts.text }

  /// The exit code; for `http.<status>`, that of 4xx.
  var exitCode: ExitCode { facts.exitCode }

  /// The line in help.
  var meaning: String { facts.meaning }

  private var facts: (text: String, exitCode: ExitCode, meaning: String) {
    switch self {
    case .usage: ("usage", .usage, "Wrong usage; nothing was sent")
    case .dns: ("net.dns", .noAnswer, "A host name has no address")
    case .refused: ("net.refused", .noAnswer, "No connection: refused, or no route")
    case .reset: ("net.reset", .noAnswer, "The connection ended before the answer was whole")
    case .timeout: ("net.timeout", .noAnswer, "No complete answer within --timeout")
    case .tls: ("net.tls", .noAnswer, "No trusted connection")
    case .proxy: ("net.proxy", .noAnswer, "The proxy doesn't connect to the host")
    case .notHTTP: ("net.protocol", .noAnswer, "The server doesn't speak HTTP")
    case .library: ("net.library", .noAnswer, "No usable libcurl on this system")
    case .systemLimit:
      ("net.limit", .noAnswer, "No descriptor, thread or memory left for a connection")
    case .url: ("net.url", .noAnswer, "An invalid URL, or one that is too long")
    case .field: ("net.field", .noAnswer, "A header field that cannot be sent")
    case .unreadableFile: ("file.unreadable", .noAnswer, "A file of a file: URL cannot be read")
    case .other: ("net.other", .noAnswer, "Any other network failure")
    case .status: ("http.<status>", .clientError, "HTTP 4xx; 5xx and other statuses exit with 5")
    case .recordMissing: ("record.missing", .clientError, "No record has that id")
    case .redirects: ("http.redirects", .serverError, "Too many redirects, or a forbidden one")
    case .bodyEmpty: ("body.empty", .unusable, "An answer without content")
    case .bodyHTML: ("body.html", .unusable, "A page instead of data")
    case .bodyJSON: ("body.json", .unusable, "Not JSON")
    case .bodyType: ("body.type", .unusable, "JSON of another shape than the resource has")
    case .bodyTooLarge: ("body.too-large", .unusable, "More content than is allowed")
    case .headTooLarge: ("head.too-large", .unusable, "More header fields than are allowed")
    case .bodyEncoding: ("body.encoding", .unusable, "Content that does not decode")
    case .cacheMissing: ("cache.missing", .notStored, "Offline, and not stored")
    case .cacheDirectory: ("cache.directory", .output, "The cache directory cannot be used")
    case .outputWrite: ("output.write", .output, "The output cannot be written")
    case .bug: ("bug", .bug, "A bug in jpfetch")
    }
  }
}
