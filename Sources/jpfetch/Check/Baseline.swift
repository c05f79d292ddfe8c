import JPCore

/// What `check --against` compares the lists with.
enum Baseline {
  case stored
  /// Another server, or a directory of files.
  case other(BaseURL)

  /// `nil` if nothing is compared.
  init?(_ options: OptionValues) throws(UsageError) {
    guard let (place, text) = options.value(of: .against) else { return nil }
    if text == "cache" {
      let isOffline = options.has(.offline)
      if let source = isOffline ? options.typedName(of: .offline) : options.localSource {
        throw .conflict("--against cache", source)
      }
      self = .stored
      return
    }
    guard let base = BaseURL(text) else {
      throw .badValue(
        place, text,
        expected: "cache, or an http, https or file URL without a query")
    }
    if !base.isLocal, options.has(.offline) {
      throw .badValue(place, text, expected: "cache or a file URL with --offline")
    }
    self = .other(base)
  }
}
