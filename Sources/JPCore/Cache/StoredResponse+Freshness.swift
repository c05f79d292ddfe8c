/// Freshness, RFC 9111 §4.2.
extension StoredResponse {
  /// Whether it is fresh.
  package func isFresh(at now: HTTPDate) -> Bool {
    // §5.2.2.4: no-cache wants the server to be asked each time.
    if cacheControl.noCache { return false }
    // §4.1: "Vary: *" wants the server to choose each time.
    if variesByAnything { return false }
    // §4.2.1: the lifetime is that of the last response; the redirects before it may be over.
    if isRedirected { return false }
    // A wrong clock dated it in the future.
    if received > now { return false }
    // §4.2: a response is fresh while its lifetime exceeds its age; when they are equal it is stale.
    return freshnessLifetime > age(at: now)
  }

  /// How long it is fresh, counted from its date.
  var freshnessLifetime: Duration {
    // §4.2.1: an explicit lifetime goes before a guess.
    if let explicitLifetime { return explicitLifetime }
    // §5.4 defines Pragma for requests, but older servers, JSONPlaceholder's among them, send it in
    // responses too.
    if fields[.cacheControl] == nil, fields[.pragma]?.lowercased() == "no-cache" { return .zero }
    // §4.2.2: without an explicit lifetime, a tenth of the time since the last change is customary;
    // here at most a day.
    guard let lastModified = httpDate(.lastModified) else { return .zero }
    let tenth = (date - lastModified) / 10
    return min(max(.zero, tenth), .seconds(86400))
  }

  /// The freshness lifetime from max-age or Expires; `nil` without either.
  var explicitLifetime: Duration? {
    // §5.3: max-age goes before Expires.
    if let maxAge = cacheControl.maxAge { return maxAge }
    guard fields[.expires] != nil else { return nil }
    // §5.3: an invalid date, such as 0, or a repeated one is in the past.
    guard let expires = httpDate(.expires) else { return .zero }
    return max(.zero, expires - date)
  }

  /// Its age; at least its age on arrival, even if the clock went backwards since.
  func age(at now: HTTPDate) -> Duration {
    // §4.2.3: on arrival, the age is the larger of two measures: the time since its Date, and the
    // Age field with the time that the request took.
    let apparentAge = max(.zero, received - date)
    let delay = max(.zero, received - requested)
    let correctedAge = (ageField ?? .zero) + delay
    return max(apparentAge, correctedAge) + storedAgo(at: now)
  }

  /// The value of the Age field; `nil` if it is missing or invalid.
  private var ageField: Duration? {
    // §5.1: of several values, the first counts.
    guard let first = fields[.age]?.utf8.split(separator: .comma).first else { return nil }
    return Duration(deltaSeconds: String(utf8: first))
  }
}
