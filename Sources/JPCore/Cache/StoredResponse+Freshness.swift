// The section numbers are those of RFC 9111.

extension StoredResponse {
  package func isFresh(at now: HTTPDate) -> Bool {
    // §5.2.2.4: with no-cache, the server must be asked each time.
    if cacheControl.noCache { return false }
    // §4.1: with "Vary: *", only the server can decide whether the response matches.
    if variesByAnything { return false }
    // §4.2.1: only the lifetime of the last response is known. The redirects may have shorter ones.
    if isRedirected { return false }
    // If the response seems to have arrived in the future, the clock was wrong then or is now.
    if received > now { return false }
    // §4.2
    return freshnessLifetime > age(at: now)
  }

  /// How long the response is fresh after the server generated it.
  var freshnessLifetime: Duration {
    // §4.2.1: an explicit lifetime takes precedence over a guess.
    if let explicitLifetime { return explicitLifetime }
    // §5.4 defines Pragma for requests, but older servers, JSONPlaceholder's among them, send it in
    // responses too.
    if fields[.cacheControl] == nil, let pragma = fields[.pragma]?.lowercased(),
      pragma.hasSameBytes(as: "no-cache")
    {
      return .zero
    }
    // §4.2.2: without an explicit lifetime, a tenth of the time since the last change is customary.
    // Here it is at most a day.
    guard let lastModified else { return .zero }
    let tenth = (date - lastModified) / 10
    return min(max(.zero, tenth), .seconds(86400))
  }

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

  /// The response's age at a time. It is never less than the age on arrival, even if the clock was
  /// set back since then.
  func age(at now: HTTPDate) -> Duration {
    // §4.2.3: on arrival, the age is the larger of two measures: the time since Date, and the Age
    // field plus the time that the request took.
    let apparentAge = max(.zero, received - date)
    let delay = max(.zero, received - requested)
    let correctedAge = (ageField ?? .zero) + delay
    return max(apparentAge, correctedAge) + storedAgo(at: now)
  }

  /// The value of the Age field; `nil` if it is missing or invalid.
  private var ageField: Duration? {
    // §5.1: if there are several values, the first one is used.
    guard let first = fields[.age]?.utf8.split(separator: .comma).first else { return nil }
    return Duration(deltaSeconds: String(utf8: first))
  }
}
