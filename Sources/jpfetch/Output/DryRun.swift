import JPCore

/// `--dry-run`: prints the requests, with what the store has for them, and sends nothing.
struct DryRun {
  private let network: Settings.Network
  private let output: AnswerOutput

  init?(_ settings: Settings) {
    guard settings.options.has(.dryRun) else { return nil }
    network = settings.network
    output = AnswerOutput(forDryRun: settings)
  }

  /// Prints the requests of each fetcher.
  ///
  /// - Parameter preview: returns the requests that a fetcher would send.
  func printRequests(
    _ notices: Notices, _ fetchers: [Fetcher],
    _ preview: @escaping @Sendable (Fetcher) async throws -> [Fetcher.Preview]
  ) throws -> ExitCode {
    var lines: [String] = []
    var requests: [JSONTree] = []
    for fetcher in fetchers {
      let previews = try notices.fetch(with: fetcher, showsProgress: false) {
        try await preview(fetcher)
      }
      for preview in previews {
        let url = preview.request.url.withoutSecrets
        let stored = wordsAboutStored(preview.copy, fetcher)
        var curl: String?
        if !fetcher.base.isLocal, !fetcher.isOffline { curl = curlCommand(for: preview.request) }
        var subject = "\(stored.word) \(url)"
        if curl != nil {
          subject = "\(preview.resource ?? CommandName.get.rawValue): \(stored.word)"
        }
        lines += commentLines(subject + stored.remark)
        if let curl { lines.append(curl) }
        requests.append(PrintedRequest(url: url, cache: stored.word, curl: curl).tree)
      }
    }
    try output.writeInformation(lines, .array(requests))
    return .answered
  }

  /// The lines of a comment, each one a comment to a shell.
  private func commentLines(_ text: String) -> [String] {
    var lines: [String] = []
    var width = output.style.width
    if let terminal = width { width = max(1, terminal - 2) }
    for line in text.paragraph(indent: 2, width) { lines.append("# \(line)") }
    return lines
  }

  /// A request in JSON.
  struct PrintedRequest: JSONTreeConvertible {
    let url: String
    let cache: String
    let curl: String?

    static let members: [JSONMember<PrintedRequest>] = [
      .init("method", "text", "GET") { _ in "GET" },
      .init("url", "text", "the URL, without secrets") { $0.url },
      .init("cache", "text", "hit, revalidate or miss; missing, offline or local: nothing is sent")
      {
        $0.cache
      },
      .init("curl", "text or null", "a command; for hit, that of --refresh; null: none is sent") {
        $0.curl
      },
    ]

    var tree: JSONTree { JSONTree(self, Self.members) }
  }

  /// What is stored for a request, as a word and a remark: `hit` and `, stored 2h ago`.
  private func wordsAboutStored(
    _ copy: StoredCopy?, _ fetcher: Fetcher
  ) -> (word: String, remark: String) {
    guard let copy, copy.isAtHand || !copy.conditions.isEmpty else {
      if fetcher.base.isLocal { return ("local", "") }
      if fetcher.isOffline { return ("missing", "") }
      return ("miss", "")
    }
    var age = ", stored at an unknown time"
    if let storedAgo = copy.storedAgo { age = ", stored \(storedAgo.roughlyAbbreviated) ago" }
    if !copy.isAtHand { return ("revalidate", age) }
    var remark = ""
    if !(200..<300).contains(copy.status) { remark = ", status \(copy.status)" }
    return (copy.origin.cacheWord, remark + age)
  }

  // MARK: curl

  /// A curl command for the request, with secrets masked, and without a User-Agent field.
  private func curlCommand(for request: HTTPRequest) -> String {
    var words = ["curl", "-gsSfL", "--compressed"]
    if network.timeLimit != CurlTransport.Configuration().timeout {
      words += ["--max-time", network.timeLimit.decimalSeconds]
    }
    if request.url.httpScheme == "https" {
      words += certificateOptions
    }
    if request.url.hasUserInfo { words += ["-u", "***"] }
    for field in request.headerFields {
      if field.name == .userAgent, field.value == network.curl.userAgent { continue }
      let value = field.requestValueWithoutSecrets
      words.append("-H")
      if value.isEmpty {
        // With a colon and no value, curl would leave the field out. With a semicolon, it sends it
        // empty.
        words.append("\(field.name);")
      } else {
        words.append("\(field.name): \(value)")
      }
    }
    words.append(request.url.withoutSecrets)
    return words.map(\.safeForShell).joined(separator: " ")
  }

  private var certificateOptions: [String] {
    if let file = network.curl.certificateFile {
      return ["--cacert", file.withoutSecrets]
    }
    if let directory = network.curl.certificateDirectory {
      return ["--capath", directory]
    }
    return []
  }
}
