import JPCore

extension Message {
  /// The message about a request without a usable answer.
  init(fetching error: FetchError, _ run: Circumstances) {
    self.init(describing: error, run)
    source = error.resource
    url = error.url
    details += error.details(run)
    guard run.isKnown else { return }
    // After a 4xx, the store doesn't matter: the server would send the same the next time.
    if error.storedCopy == .missing, code != .clientError {
      details.append("no stored response")
    }
    advice = error.advice(run)
  }

  /// The message about the error alone, without details about redirects and the store.
  private init(describing error: FetchError, _ run: Circumstances) {
    let location = error.location
    switch error.cause {
    case .transport(let error): self.init(sending: error, run)
    case .status(let status, let message):
      if status == 404, let record = error.record {
        self.init(.recordMissing, "no \(record.singular) with id \(record.id.excerpt)")
        self.status = status
      } else {
        self.init(status: status, message, of: error)
      }
    case .notStored(let urls):
      self.init(.cacheMissing, "no stored response: \(urls.listsInWords)")
    case .empty:
      self.init(.bodyEmpty, "no content: \(location)")
    case .html:
      // A file's title isn't shown, because the file may be a link to any other.
      var title = error.response?.errorMessage
      if error.concernsFile { title = nil }
      self.init(.bodyHTML, "HTML instead of JSON: \(location)", because: title)
    case .notJSON(let json):
      self.init(json, of: error)
    case .mismatch(let mismatch):
      self.init(mismatch, of: error)
    }
  }

  private init(status: Int, _ message: String?, of error: FetchError) {
    var code = ErrorCode.serverError
    if (400..<500).contains(status) { code = .clientError }
    var phrase = ""
    if let response = error.response { phrase = response.phrase }
    var text = "\(status)"
    if !phrase.isEmpty { text += " \(phrase)" }
    if let attempts = error.response?.attempts, attempts > 1 {
      text += " (\(attempts) tries)"
    }
    if let problem = error.problemOfLocalData(status) { text = problem }
    self.init(code, "\(text): \(error.location)")
    self.status = status
    guard var message else { return }
    // Page titles often begin with the status: "404 Not Found".
    let start = "\(status) "
    if message.hasPrefix(start) { message.removeFirst(start.count) }
    if message != phrase { details = [message] }
  }

  private init(_ json: JSONError, of error: FetchError) {
    if let excess = json.excessInWords {
      self.init(.bodyTooLarge, "\(excess): \(error.location)")
    } else if error.concernsFile {
      self.init(.bodyJSON, "\(error.location(json.position)): \(json.inWords(of: "file"))")
    } else {
      self.init(
        .bodyJSON, "not JSON: \(error.location)",
        because: "\(json.position.inWords): \(json.inWords(of: "response"))")
    }
  }

  private init(_ mismatch: TypeMismatch, of error: FetchError) {
    var problem = "unexpected data"
    if mismatch.path.isEmpty, mismatch.expected == .array, let list = error.resource {
      problem = "not a list of \(list)"
    }
    self.init(
      .bodyType, "\(problem): \(error.location(mismatch.position))",
      because: mismatch.inWords(source: error.resource, isPlaced: !error.concernsFile))
    if !mismatch.path.isEmpty { path = mismatch.path }
  }
}

extension FetchError {
  /// Details besides the cause: a redirect, or a stored response.
  fileprivate func details(_ run: Circumstances) -> [String] {
    var details: [String] = []
    if let secretInRequest {
      details.append("responses to this request are never stored: \(secretInRequest)")
    }
    if response?.isDowngraded == true {
      details.append("redirected from https to http")
    }
    if let answeredAgo {
      details.append("according to a response stored \(answeredAgo.roughly()) ago")
    }
    switch storedCopy {
    case .irrelevant, .missing: break
    case .forbidden(let age, let directive?):
      details.append(Self.notShown(age, because: "the server said \(directive)"))
    case .forbidden(let age, nil):
      details.append(Self.notShown(age, because: "\(run.maxStaleOrigin) forbids it"))
    }
    return details
  }

  private static func notShown(_ storedAgo: Duration, because why: String) -> String {
    "a response stored \(storedAgo.roughly()) ago is not shown: \(why)"
  }

  /// Why local data can't answer, which is shown instead of a status code; `nil` if a server
  /// answered.
  fileprivate func problemOfLocalData(_ status: Int) -> String? {
    guard let sourced, sourced.origin.isLocalData else { return nil }
    switch status {
    case 404: return "local data has no such path"
    case 501: return "local data can't answer this query"
    default: return nil
    }
  }

  /// Whether the error is about a file of `--base-url file:DIR`, or of `--against`.
  var concernsFile: Bool { url.utf8.starts(with: "file:".utf8) }

  /// The URL, or the path of the file.
  fileprivate var location: String {
    guard concernsFile else { return url }
    let path = String(utf8: url.utf8.dropFirst(5))
    // A status is derived from the lists, so there is no file for it.
    if case .status = cause { return path }
    return "\(path).json"
  }

  /// A file's path, line and column, as editors read them; for a server, only the URL.
  fileprivate func location(_ position: TextPosition) -> String {
    if concernsFile {
      return "\(location):\(position.line):\(position.column)"
    }
    return location
  }
}

extension FetchError.Record {
  var singular: String {
    guard let known = Resource.named(resource) else {
      return resource
    }
    return known.singular
  }
}

extension HTTPResponse {
  /// The words after the status code; empty in HTTP/2.
  fileprivate var phrase: String {
    guard let statusLine else { return "" }
    let parts = statusLine.split(maxSplits: 2, whereSeparator: \.isSpace)
    if parts.count < 3 { return "" }
    return String(parts[2]).cut(toCharacters: 100)
  }
}

extension [String] {
  /// The URLs in words: `users, albums and photos of URL` if all are lists directly below one URL.
  fileprivate var listsInWords: String {
    guard count > 1 else { return joined() }
    var names: [String] = []
    var bases: Set<Substring> = []
    for url in self {
      guard let slash = url.utf8.lastIndex(of: .slash) else {
        return joined(separator: ", ")
      }
      bases.insert(url[..<slash])
      names.append(String(url[slash...].dropFirst()))
    }
    let areLists = names.allSatisfy { Resource.named($0) != nil }
    guard areLists, bases.count == 1, let base = bases.first else {
      return joined(separator: ", ")
    }
    return "\(names.inWords) of \(base)"
  }
}
