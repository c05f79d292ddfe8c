// The texts of an error, for a program's log and for the tool's user.

extension FetchError {
  /// What happened, where, and the details: `not JSON: http://host/users: line 1 column 1: expected
  /// a value, found "x"`. Credentials in URLs are masked.
  public var description: String {
    let details = details
    if details.isEmpty { return sentence }
    return "\(sentence): \(details.joined(separator: "; "))"
  }

  /// What happened, and where: `not JSON: http://host/users`.
  package var sentence: String {
    switch cause {
    case .transport(let error): return error.sentence
    case .status(404, _) where record != nil: return problem
    case .status: return "\(problem)\(triesInWords): \(url)"
    case .empty, .html, .notJSON, .mismatch: return "\(problem): \(location)"
    case .unusableStore: return problem
    case .notStored(let urls): return "\(problem): \(urls.joined(separator: ", "))"
    }
  }

  /// Where the failure is: the URL or, for local data, the file and the position in it.
  private var location: String {
    guard let file = url.fileOnDisk else { return url }
    switch cause {
    case .notJSON(let error) where !error.isExcess: return error.position.location(in: file)
    case .mismatch(let mismatch): return mismatch.position.location(in: file)
    default: return file
    }
  }

  /// ` (3 tries)`; empty for one.
  private var triesInWords: String {
    guard let attempts = response?.attempts, attempts > 1 else { return "" }
    return " (\(attempts) tries)"
  }

  /// What happened, without the URL: `not JSON`.
  package var problem: String {
    switch cause {
    case .transport(let error): return error.reason.description
    case .status(let status, _): return problem(ofStatus: status)
    case .empty: return "no content"
    case .html: return "HTML instead of JSON"
    case .notJSON(let error) where error.isExcess: return error.description
    case .notJSON: return "not JSON"
    case .mismatch where underlying != nil: return "refused"
    case .mismatch(let mismatch):
      if let resource, mismatch.path.isEmpty, mismatch.expected == .array {
        return "not a list of \(resource)"
      }
      return "unexpected data"
    case .notStored: return "no stored response"
    case .unusableStore(let error): return "\(error)"
    }
  }

  private func problem(ofStatus status: Int) -> String {
    if status == 404, let record { return record.problem }
    if status == 404, let source, !source.isFromServer {
      return "local data has no such path"
    }
    guard let phrase = response?.phrase else { return "\(status)" }
    return "\(status) \(phrase)"
  }

  /// The message of libcurl, the server or a parser; then why no response can be stored, a redirect
  /// to http, and the age of a stored response.
  package var details: [String] {
    var details: [String] = []
    if case .transport(let error) = cause { details += error.details }
    if let detail = causeDetail { details.append(detail) }
    if let secretInRequest {
      details.append("responses to this request are never stored: \(secretInRequest)")
    }
    if response?.isDowngraded == true { details.append("redirected from https to http") }
    if isFromStore, let source {
      details.append("according to a response stored \(source.storedAgo.agoInWords)")
    }
    if let forbiddenCopy {
      let ago = forbiddenCopy.storedAgo.agoInWords
      let why = forbiddenCopy.objection.inWords
      details.append("a response stored \(ago) is not shown: \(why)")
    }
    return details
  }

  private var causeDetail: String? {
    switch cause {
    case .status(let status, var message?):
      // Page titles often begin with the status: "404 Not Found".
      let start = "\(status) "
      if message.utf8.starts(with: start.utf8) {
        message = String(utf8: message.utf8.dropFirst(start.utf8.count))
      }
      if let phrase = response?.phrase, message.hasSameBytes(as: phrase) { return nil }
      return message
    // The title of an HTML file isn't shown: a file can be a link to one that the user didn't mean.
    case .html where source?.origin != .file: return response?.errorMessage
    case .notJSON(let error) where !error.isExcess:
      if url.fileOnDisk != nil { return error.problem }
      return error.description
    case .mismatch(let mismatch):
      if let underlying { return "\(underlying)" }
      let words = self.mismatchInWords(mismatch)
      guard let record else { return words }
      return "\(record.problem) in it; \(words)"
    case .transport, .status, .empty, .html, .notJSON, .notStored, .unusableStore: return nil
    }
  }
}

extension FetchError {
  /// A mismatch without its position if the ``sentence`` has it.
  private func mismatchInWords(_ mismatch: TypeMismatch) -> String {
    if url.fileOnDisk == nil { return mismatch.description }
    if mismatch.path.isEmpty { return mismatch.problem }
    return "\(mismatch.path): \(mismatch.problem)"
  }
}

extension StaleObjection {
  fileprivate var inWords: String {
    switch self {
    case .server(let directive): "the server said \(directive)"
    case .caller: "it is too stale"
    }
  }
}

extension FetchError.Record {
  /// The resource's name in the singular, such as `user`.
  package var singular: String {
    guard let known = Resource.named(resource) else { return resource }
    return known.singular
  }
}

extension HTTPResponse {
  /// The reason phrase, such as `Not Found` (RFC 9112 §4); `nil` without one, as in HTTP/2.
  fileprivate var phrase: String? {
    guard let statusLine else { return nil }
    let parts = statusLine.split(maxSplits: 2, whereSeparator: \.isSpace)
    if parts.count < 3 { return nil }
    return String(parts[2]).cut(toCharacters: 100)
  }
}
