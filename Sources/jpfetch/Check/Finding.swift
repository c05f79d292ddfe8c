import JPCore

/// One thing that a check found in a list, or the reason why the list was not checked.
///
/// The check `refs` finds an album whose user is missing:
///
///     list: "albums", sentence: "user 9 doesn't exist: 1 album; first: albums[1]",
///     cause: "user 9 doesn't exist", affected: "1 album",
///     expected: "the id of an existing user", found: "9", location: "albums[1].userId"
///
/// If posts refer to user 9 as well, their finding has the same cause, and both are one line of the
/// report: `user 9 doesn't exist: 1 album, 3 posts`.
struct Finding: Equatable {
  /// The list's name.
  let list: String
  let sentence: String
  /// The cause, which findings in several lists can share. Those that do are one line of the
  /// report.
  var cause: String?
  /// Whether the cause is a predicate, which follows the names of the lists:
  /// `could not be fetched`.
  var isCausePredicate = false
  /// The part of this list that the cause affects; `nil` for the whole list.
  var affected: String?
  /// The line that the findings about all lists of the run share; `nil` if not all lists have the
  /// same.
  var lineForAll: String?
  var expected: String?
  var found: String?
  /// `users[0].email, line 2 column 3`, or a URL.
  var location: String?
}

// MARK: Missing lists

extension Finding {
  /// The finding that a list is missing because of an error.
  init(_ error: FetchError, of list: String, _ run: Circumstances) {
    let error = error.withoutArrivals
    let message = Message(error, run)
    self.init(list: list, sentence: message.sentence)
    cause = Message(error.ofAnyList(list), run).sentence
    if let status = message.status { found = "\(status)" }
    location = message.url
  }

  /// The finding that a list was not checked because of an error that another check reports: the
  /// error of the list itself, or of a list that it refers to.
  static func missing(because error: FetchError, for list: String) -> Finding {
    var predicate = error.reasonForMissing
    if let missing = error.resource, missing != list { predicate = "need \(missing)" }
    return Finding(
      list: list, sentence: "\(list) \(predicate)", cause: predicate, isCausePredicate: true)
  }
}

extension FetchError {
  /// Why a list is missing, in a few words, because another check reports the error itself.
  var reasonForMissing: String {
    switch check {
    case .reach, .status: "could not be fetched"
    default: "could not be read"
    }
  }

  /// The same error without the list's name in its URLs and files, so that the errors of all lists
  /// are alike.
  fileprivate func ofAnyList(_ list: String) -> FetchError {
    func withoutList(_ url: String) -> String {
      guard url.hasSuffix(bytesOf: "/\(list)") else { return url }
      return String(Substring(url.utf8.dropLast(list.utf8.count + 1)))
    }
    let base = withoutList(url)
    var cause = cause
    switch cause {
    case .transport(let error):
      let reason = error.reason.ofAnyList(list)
      cause = .transport(TransportError(url: base, reason: reason, detail: error.detail))
    case .notStored(let urls):
      cause = .notStored(urls: urls.map(withoutList))
    case .status, .empty, .html, .notJSON, .mismatch: break
    }
    return FetchError(url: base, cause: cause, response: response)
  }
}

extension FetchError {
  /// The error without what had come of a response when the time was up, so that two runs agree, and
  /// lists that fail alike share a line.
  fileprivate var withoutArrivals: FetchError {
    guard case .transport(let error) = cause, case .timedOut(let limit, _, _) = error.reason
    else { return self }
    var copy = self
    copy.cause = .transport(TransportError(url: error.url, reason: .timedOut(limit: limit)))
    return copy
  }
}

extension TransportError.Reason {
  /// The same reason, about the files of all lists, `*.json`.
  fileprivate func ofAnyList(_ list: String) -> TransportError.Reason {
    let name = "\(list).json"
    guard case .unreadableFile(let path, let errno) = self, path.hasSuffix(bytesOf: "/\(name)")
    else {
      return self
    }
    return .unreadableFile(
      path: "\(Substring(path.utf8.dropLast(name.utf8.count)))*.json", errno: errno)
  }
}

// MARK: Lines

extension [Finding] {
  /// The findings as lines, with one line for all findings that have the same cause.
  ///
  /// - Parameter count: how many lists the check concerns.
  func lines(ofLists count: Int) -> [String] {
    var lines: [String] = []
    for finding in self {
      let line = line(of: finding, inLists: count)
      // Findings with the same cause have the same line.
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private func line(of finding: Finding, inLists count: Int) -> String {
    if let line = finding.lineForAll { return line }
    guard let cause = finding.cause else { return finding.sentence }
    let alike = filter { $0.cause == cause }
    if alike.count == 1 { return finding.sentence }
    let affected = alike.compactMap(\.affected)
    if !affected.isEmpty { return "\(cause): \(affected.joined(separator: ", "))" }
    let lists = alike.map(\.list).inWords
    if finding.isCausePredicate { return "\(lists) \(cause)" }
    if alike.count < count { return "\(cause) (\(lists))" }
    if count == 2 { return "\(cause) (both lists)" }
    return "\(cause) (all \(count) lists)"
  }
}
