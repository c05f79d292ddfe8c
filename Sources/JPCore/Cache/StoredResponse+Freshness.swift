// The section numbers are those of RFC 9111.

extension StoredResponse {
  package func isFresh(at now: HTTPDate) -> Bool {
    // §5.2.2.4: with no-cache, the server must be asked each time.
    if cacheControl.noCache { return false }
    // §4.1: with "Vary: *", only the server can decide whether the response matches.
    if variesByAnything { return false }
    // §4.2.1: only the lifetime of the last response is known. The redirects may have shorter ones.
    if isRedirected { return false }
    guard let age = age(at: now) else { return false }
    // §4.2
    return freshnessLifetime > age
  }

  /// How long the response is fresh after the server generated it; zero if the server doesn't say.
  /// §4.2.2 allows a guess from Last-Modified, but the data of a static server may have changed.
  var freshnessLifetime: Duration { explicitLifetime ?? .zero }

  /// The freshness lifetime from max-age or Expires; `nil` without either.
  var explicitLifetime: Duration? {
    // §5.3: max-age takes precedence over Expires.
    if let maxAge = cacheControl.maxAge { return maxAge }
    guard fields[.expires] != nil else { return nil }
    // §5.3: an Expires that is invalid, such as 0, means a time in the past. If the field is
    // repeated, its joined values are invalid, too.
    guard let expires else { return .zero }
    return max(.zero, expires - date)
  }

  /// The response's age at a time; `nil` if ``storedAgo(at:)`` is.
  func age(at now: HTTPDate) -> Duration? {
    guard let storedAgo = storedAgo(at: now) else { return nil }
    // §4.2.3: on arrival, the age is the larger of two measures: the time since Date, and the Age
    // field plus the time that the request took.
    let apparentAge = max(.zero, response.received - date)
    let delay = max(.zero, response.received - response.requested)
    let correctedAge = (ageField ?? .zero) + delay
    return max(apparentAge, correctedAge) + storedAgo
  }

  /// The value of the Age field; `nil` if it is missing or invalid.
  private var ageField: Duration? {
    // §5.1: if there are several values, the first one is used.
    guard let line = fields[values: .age].first,
      let first = line.listElements(separatedBy: .comma).first
    else { return nil }
    return Duration(deltaSeconds: first)
  }
}
