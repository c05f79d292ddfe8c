import JPCore

/// `--dry-run`: prints the requests, their stored responses and curl commands, and sends nothing.
struct DryRun {
  private let settings: CurlTransport.Settings
  private let isLocal: Bool
  private let isOffline: Bool
  private let output: AnswerOutput
  /// Whether a format is given that can show the requests as records.
  private let writesRecords: Bool

  /// - Returns: `nil` without the option.
  init?(_ options: OptionValues) throws(UsageError) {
    guard options.has(.dryRun) else { return nil }
    isLocal = options.localSource != nil
    isOffline = options.has(.offline)
    settings = try options.curlSettings
    output = AnswerOutput(forPlans: options)
    if let format = options.givenFormat {
      writesRecords = format.canPlan
    } else {
      writesRecords = false
    }
  }

  /// - Parameter preview: the requests that a fetcher would send.
  func run(
    _ notices: Notices, _ fetchers: [Fetcher],
    _ preview: @escaping @Sendable (Fetcher) async throws -> [Fetcher.Preview]
  ) throws -> ExitCode {
    var lines: [String] = []
    var requests: [JSONTree] = []
    for fetcher in fetchers {
      let previews = try notices.blocking(on: fetcher, isShown: false) {
        try await preview(fetcher)
      }
      for (request, lookUp) in previews {
        let word = word(for: lookUp)
        let curl = curl(request)
        let url = request.url.withoutSecrets
        lines.append("GET \(url)  \(word)\(details(of: lookUp))")
        if let curl { lines.append("  \(curl)") }
        requests.append(["method": "GET", "url": url, "cache": word, "curl": curl])
      }
    }
    try write(lines, .array(requests))
    return .answered
  }

  private func write(_ lines: [String], _ requests: JSONTree) throws {
    guard writesRecords else { return try output.write(lines, requests) }
    let document = try JSONDocument(requests.text(.compact))
    try output.write(.document(document), of: Fetched((), sources: []))
  }

  /// The cache word that `--meta` would show, if it is known; else `revalidate`, `local` or
  /// `missing`.
  private func word(for lookUp: LookUp) -> String {
    if case .ask(let question) = lookUp, !question.conditions.isEmpty { return "revalidate" }
    if let response = lookUp.response { return response.origin.cacheWord }
    if isLocal { return "local" }
    return isOffline ? "missing" : "miss"
  }

  /// What the line says about the stored response.
  private func details(of lookUp: LookUp) -> String {
    var text = ""
    if let response = lookUp.response {
      if !(200..<300).contains(response.status) { text += ", status \(response.status)" }
      if let list = response.derivedFrom { text += ", from \(list.withoutSecrets)" }
    }
    if let storedAgo = lookUp.storedAgo { text += ", stored \(storedAgo.roughly()) ago" }
    return text
  }

  // MARK: curl

  /// The request as a curl command, as if nothing were stored; `nil` if no server is asked.
  /// Credentials are masked.
  private func curl(_ request: TransportRequest) -> String? {
    if isLocal || isOffline { return nil }
    var words = ["curl", "-gsSfL", "--compressed", "--max-time", settings.timeout.decimalSeconds]
    if request.url.httpScheme == "https" { words += certificates }
    if request.url.hasUserInfo { words += ["-u", "***"] }
    let userAgent = HeaderFields.Field(name: "User-Agent", value: settings.userAgent)
    for field in request.fields where field != userAgent {
      let value = field.shownValue
      // curl removes a field if it is given with a colon and no value.
      words += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
    }
    words.append(request.url.withoutSecrets)
    return words.map(\.shellQuoted).joined(separator: " ")
  }

  private var certificates: [String] {
    if let file = settings.certificateFile { return ["--cacert", file.withoutSecrets] }
    if let directory = settings.certificateDirectory { return ["--capath", directory] }
    return []
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
