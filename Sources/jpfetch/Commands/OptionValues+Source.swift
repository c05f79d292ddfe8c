import JPCore

extension OptionValues {
  /// The layout of JSON.
  var layout: JSONWriter.Layout { has(.compact) ? .compact : .pretty }

  /// The option by which the data comes without a server, if it does.
  var localSource: String? {
    if has(.sample) { return OptionName.sample.typed }
    guard let (place, text) = value(of: .baseURL), case .file = BaseURL(text)?.scheme else {
      return nil
    }
    return "\(place) \(text)"
  }

  /// The chain of transports that the options choose.
  var fetcher: Fetcher {
    get throws(UsageError) {
      let base = try baseURL
      let settings = try curlSettings
      if has(.sample) { return .sample }
      if let files = FileTransport(base: base) { return Fetcher(files, base: base) }
      return Fetcher(CurlTransport(settings: settings), base: base)
    }
  }

  private var baseURL: BaseURL {
    get throws(UsageError) {
      guard let (place, text) = value(of: .baseURL) else { return .jsonPlaceholder }
      if has(.sample) {
        if place == OptionName.baseURL.typed { throw .conflict(.sample, .baseURL) }
        return .jsonPlaceholder
      }
      guard let base = BaseURL(text) else {
        throw .badValue(
          place, text.withoutUserInfo, expected: "an http, https or file URL without a query")
      }
      return base
    }
  }

  private var curlSettings: CurlTransport.Settings {
    get throws(UsageError) {
      var settings = CurlTransport.Settings()
      settings.userAgent = "jpfetch/\(JPFetch.version)"
      settings.certificateFile = value(of: .certificateFile)?.value
      if let timeout = try timeout { settings.timeout = timeout }
      return settings
    }
  }
}
