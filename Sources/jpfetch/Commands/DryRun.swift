import JPCore

/// `--dry-run`: prints the requests, their stored responses and curl commands, and sends nothing.
struct DryRun {
  private let settings: CurlTransport.Settings
  private let isLocal: Bool
  private let isOffline: Bool
  private let output: AnswerOutput
  /// Whether no format is given that can show requests.
  private let writesLines: Bool

  /// - Returns: `nil` without the option.
  init?(_ options: OptionValues) throws(UsageError) {
    guard options.has(.dryRun) else { return nil }
    isLocal = options.localSource != nil
    isOffline = options.has(.offline)
    settings = try options.curlSettings
    output = try AnswerOutput(forPlans: options)
    let canPlan = options.givenFormat?.canPlan ?? false
    writesLines = !canPlan
  }

  /// - Parameter preview: the requests that a fetcher would send.
  func run(
    _ notices: Notices, _ fetchers: [Fetcher],
    _ preview: @escaping @Sendable (Fetcher) async throws -> [Fetcher.Preview]
  ) throws -> ExitCode {
    var lines: [String] = []
    var requests: [JSONTree] = []
    let previews = try fetchers.flatMap { fetcher in
      try notices.blocking(on: fetcher, isShown: false) { try await preview(fetcher) }
    }
    for (request, lookUp) in previews {
      let (url, word, curl) = (request.url.withoutSecrets, word(for: lookUp), curl(request))
      let age = lookUp.storedAgo.map { ", stored \($0.roughly()) ago" } ?? ""
      let response = lookUp.response
      let status = response.flatMap { 200..<300 ~= $0.status ? nil : ", status \($0.status)" } ?? ""
      let list = response?.derivedFrom.map { ", from \($0.withoutSecrets)" } ?? ""
      lines += ["GET \(url)  \(word)\(status)\(list)\(age)"] + (curl.map { ["  \($0)"] } ?? [])
      requests.append(["method": "GET", "url": url, "cache": word, "curl": curl])
    }
    if writesLines {
      try output.write(lines)
    } else {
      try output.write(requests)
    }
    return .answered
  }

  /// The cache word that `--meta` would show, if it is known; else `revalidate`, `local` or
  /// `missing`.
  private func word(for lookUp: LookUp) -> String {
    if case .ask(let question) = lookUp, !question.conditions.isEmpty { return "revalidate" }
    return lookUp.response?.origin.cacheWord ?? (isLocal ? "local" : isOffline ? "missing" : "miss")
  }

  /// The request as a curl command, as if nothing were stored; `nil` if no server is asked.
  /// Credentials are masked.
  private func curl(_ request: TransportRequest) -> String? {
    if isLocal || isOffline { return nil }
    let userAgent = HeaderFields.Field(name: "User-Agent", value: settings.userAgent)
    var words = ["curl", "-gsSfL", "--compressed", "--max-time", settings.timeout.decimalSeconds]
    if request.url.httpScheme == "https" {
      if let file = settings.certificateFile {
        words += ["--cacert", file.withoutSecrets]
      } else if let directory = settings.certificateDirectory {
        words += ["--capath", directory]
      }
    }
    if request.url.hasUserInfo { words += ["-u", "***"] }
    for field in request.fields where field != userAgent {
      let value = field.shownValue
      // curl removes a field if it is given with a colon and no value.
      words += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
    }
    return (words + [request.url.withoutSecrets]).map(\.shellQuoted).joined(separator: " ")
  }
}

extension LookUp {
  /// The stored response that answers.
  fileprivate var response: TransportResponse? {
    switch self {
    case .atHand(let response), .refused(let response, _): response
    case .ask, .notStored: nil
    }
  }

  /// How long ago the response was stored that would be used or revalidated.
  fileprivate var storedAgo: Duration? {
    if case .ask(let question) = self, !question.conditions.isEmpty {
      return question.storedAgo
    }
    return response?.storedAgo
  }
}
