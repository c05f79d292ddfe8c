import JPCore

/// `--dry-run`: what would be asked, what the stored responses would do about it, and the same with
/// curl. Nothing is sent.
struct DryRun {
  private let settings: CurlTransport.Settings
  private let output: AnswerOutput

  init(_ options: OptionValues) throws(UsageError) {
    settings = try options.curlSettings
    output = try AnswerOutput(forPlans: options)
  }

  func write(_ forecasts: [(request: HTTPRequest, forecast: Forecast)]) throws -> ExitCode {
    let lines = forecasts.flatMap { request, forecast in
      ["GET \(request.url.withoutUserInfo)  \(forecast.inWords)"]
        + (curl(request, forecast).map { ["  \($0)"] } ?? [])
    }
    let tree = JSONTree.array(
      forecasts.map { request, forecast in
        .object([
          ("method", .string("GET")), ("url", .string(request.url.withoutUserInfo)),
          ("cache", .string(forecast.word)), ("curl", .string(orNull: curl(request, forecast))),
        ])
      })
    try output.write(lines.map(\.safeForTerminal), tree)
    return .answered
  }

  /// The request as a curl command; `nil` where none would be sent. Secrets are masked.
  private func curl(_ request: HTTPRequest, _ forecast: Forecast) -> String? {
    var fields = [HTTPFields.Field(name: "Accept", value: "application/json")]
      .filter { request.fields[$0.name] == nil }
    fields += request.fields.all
    switch forecast {
    case .network: break
    case .revalidate(_, let conditions): fields += conditions.all
    case .fresh, .offline, .notStored, .local: return nil
    }
    var words = ["curl", "-gsSfL", "--compressed", "--max-time", settings.timeout.seconds]
    if let file = settings.certificateFile {
      words += ["--cacert", file]
    } else if let directory = settings.certificateDirectory {
      words += ["--capath", directory]
    }
    for field in fields {
      let value = field.isSecret ? "***" : field.value
      // Without a value curl would take the field out.
      words += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
    }
    return (words + [request.url.withoutUserInfo]).map(\.shellQuoted).joined(separator: " ")
  }
}

extension Forecast {
  /// The word that `--meta` would have for it, as far as that can be known.
  fileprivate var word: String {
    switch self {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidate: "revalidate"
    case .offline: "offline"
    case .notStored: "missing"
    case .local: "local"
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .fresh(let seconds), .revalidate(let seconds, _), .offline(let seconds):
      "\(word), stored \(seconds.secondsInWords) ago"
    case .network, .notStored, .local: word
    }
  }
}

extension Duration {
  /// As curl takes it.
  fileprivate var seconds: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
