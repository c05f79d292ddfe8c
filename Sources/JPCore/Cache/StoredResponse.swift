/// A stored response, with the facts that decide whether it can be reused.
package struct StoredResponse: Equatable, Sendable {
  /// The requested URL (the cache key, RFC 9111 §2), in the spelling of ``Swift/String/cacheKey``.
  package let url: String

  /// The status code.
  package let status: Int

  /// The status line, if a server sent it.
  let statusLine: String?

  /// How it affects later requests.
  let verdict: Verdict

  /// The header fields, freshened by later 304 responses.
  package internal(set) var fields: HeaderFields

  /// A digest of the request fields that Vary names.
  private(set) var variant: String

  /// A digest of the request fields that the user added.
  let userFields: String

  /// Its number in the order of storing responses for the URL. Clocks can be wrong.
  var order = 0

  /// When the request was sent.
  private(set) var requested: HTTPDate

  /// When the response arrived.
  package private(set) var received: HTTPDate

  /// Whether it was redirected from another URL. The redirect's lifetime is unknown, and its
  /// validators may belong to another response.
  let isRedirected: Bool

  /// The decoded content; empty if only the head was read.
  var body: [UInt8]

  /// The directives of its Cache-Control field.
  var cacheControl: CacheControl { CacheControl(fields["Cache-Control"]) }

  /// The names in Vary.
  var varyNames: [String] { fields.varyNames }

  /// The response to return to callers.
  func response(origin: TransportResponse.Origin, at now: HTTPDate) -> TransportResponse {
    TransportResponse(
      status: status, statusLine: statusLine, fields: fields, body: body, url: url, origin: origin,
      storedAgo: storedAgo(at: now), age: age(at: now))
  }

  /// Whether its URL is below a base URL.
  package func isBelow(_ base: BaseURL) -> Bool { base.path(of: url) != nil }

  /// How long ago it was stored or last confirmed.
  func storedAgo(at now: HTTPDate) -> Duration { max(.zero, now - received) }
}

// MARK: Freshness, RFC 9111 §4.2

extension StoredResponse {
  /// When the server generated it: Date, or the time of arrival if Date is missing or invalid (RFC
  /// 9110 §6.6.1).
  var date: HTTPDate { httpDate("Date") ?? received }

  /// How long it is fresh, counted from its date (§4.2.1).
  ///
  /// An invalid or repeated Expires means already expired (§5.3). Without max-age and Expires, the
  /// lifetime is a tenth of the time since the last change, at most a day (§4.2.2).
  var freshnessLifetime: Duration {
    // A refusal or failure may soon be over, so use it for at most five minutes.
    if !verdict.isAnswer { return min(explicitLifetime ?? .zero, .seconds(300)) }
    if let explicitLifetime { return explicitLifetime }
    // Older servers, JSONPlaceholder's among them, send Pragma in responses too (§5.4 defines it
    // for requests only).
    if fields["Cache-Control"] == nil, fields["Pragma"]?.lowercased() == "no-cache" { return .zero }
    guard let lastModified = httpDate("Last-Modified") else { return .zero }
    return min(max(.zero, (date - lastModified) / 10), .seconds(86400))
  }

  /// The freshness lifetime from max-age or Expires; `nil` without either.
  var explicitLifetime: Duration? {
    if let maxAge = cacheControl.maxAge { return maxAge }
    guard fields["Expires"] != nil else { return nil }
    return max(.zero, httpDate("Expires").map { $0 - date } ?? .zero)
  }

  /// Its age (§4.2.3); at least its age on arrival, even if the clock went backwards since.
  func age(at now: HTTPDate) -> Duration {
    let apparent = max(.zero, received - date)
    let delay = max(.zero, received - requested)
    // Only the first value is used (§5.1).
    let first = fields["Age"]?.utf8.split(separator: .comma).first.map { String(utf8: $0) }
    let ageField = first.flatMap(Duration.init(deltaSeconds:)) ?? .zero
    return max(apparent, ageField + delay) + storedAgo(at: now)
  }

  /// Whether it may be used without asking the server (§4.2). A response whose age equals its
  /// lifetime is stale, and so is one that a wrong clock dated in the future.
  package func isFresh(at now: HTTPDate) -> Bool {
    !cacheControl.noCache && !variesByAnything && !isRedirected && received <= now
      && freshnessLifetime > age(at: now)
  }

  /// `Vary: *` never matches a later request (§4.1), so the server has to be asked.
  var variesByAnything: Bool { varyNames == ["*"] }

  private func httpDate(_ name: String) -> HTTPDate? {
    fields[name].flatMap { HTTPDate($0, now: received) }
  }
}

// MARK: Storing, RFC 9111 §3

extension StoredResponse {
  init(_ reply: Reply, as verdict: Verdict, to key: RequestKey) {
    let response = reply.response
    self.init(
      url: key.url, status: response.status, statusLine: response.statusLine, verdict: verdict,
      fields: HeaderFields(response.fields.storable),
      variant: key.variant(by: response.fields.varyNames), userFields: key.userFields,
      requested: reply.requested, received: reply.received,
      isRedirected: response.url.cacheKey != key.url, body: response.body)
  }

  /// Whether it can answer a request with the same URL and the same values of all fields that Vary
  /// names (§4.1). `Vary: *` matches every request, but is never fresh.
  func matches(_ key: RequestKey) -> Bool {
    url == key.url && userFields == key.userFields
      && (variesByAnything || variant == key.variant(by: varyNames))
  }
}

extension HeaderFields {
  /// The response fields to store: no connection fields (§3.1), no invalid ones, and no cookies or
  /// credentials, because stores are copied and shared.
  fileprivate var storable: [Field] {
    let ofConnection = Set((self["Connection"] ?? "").listElements)
    return filter { field in
      let name = field.name.lowercased()
      return field.isValid && !Self.hopByHop.contains(name) && !ofConnection.contains(name)
        && !field.hasSecretName
    }
  }

  /// RFC 9110 §7.6.1.
  private static let hopByHop = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}

// MARK: Validation, RFC 9111 §4.3

extension StoredResponse {
  /// The fields that make a request conditional (§4.3.1); none without a validator.
  var conditions: [HeaderFields.Field] {
    if isRedirected { return [] }
    var conditions: HeaderFields = []
    // U+FFFD replaced bytes that weren't UTF-8, so the server wouldn't recognize the tag.
    if let tag = fields["ETag"], !tag.unicodeScalars.contains("\u{FFFD}") {
      conditions["If-None-Match"] = tag
    }
    if httpDate("Last-Modified") != nil {
      conditions["If-Modified-Since"] = fields["Last-Modified"]
    }
    return conditions.all
  }

  /// Whether a 304 is about this response: the validators in the 304, if any, are the same
  /// (§4.3.4). Entity tags are compared weakly (RFC 9110 §8.8.3.2).
  func isSelected(by notModified: TransportResponse) -> Bool {
    if let tag = notModified.fields["ETag"] { return tag.opaqueTag == fields["ETag"]?.opaqueTag }
    guard let date = notModified.fields["Last-Modified"] else { return true }
    return fields["ETag"] != nil || date == fields["Last-Modified"]
  }

  /// The response with the header fields of a 304 (§3.2).
  ///
  /// The old names in Vary stay. A 304 often comes from another layer than the 200 and names fewer
  /// fields: Express sends it before its compression.
  func freshened(by reply: Reply, to key: RequestKey) -> StoredResponse {
    let notModified = reply.response
    // Keep the fields that describe the stored content.
    let kept = [
      "content-encoding", "content-length", "content-range", "content-type", "vary",
    ]
    let new = notModified.fields.storable.filter { !kept.contains($0.name.lowercased()) }
    // Old values of Age and Date would falsify the new age.
    let replaced = Set(new.map { $0.name.lowercased() } + ["age", "date"])
    var freshened = self
    freshened.fields = HeaderFields(
      fields.filter { !replaced.contains($0.name.lowercased()) } + new)
    let names = (varyNames + notModified.fields.varyNames).sortedOnce
    if names != varyNames {
      freshened.fields["Vary"] = names.joined(separator: ", ")
      freshened.variant = key.variant(by: freshened.varyNames)
    }
    freshened.requested = reply.requested
    freshened.received = reply.received
    return freshened
  }
}

extension String {
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }

  /// The names in a list (RFC 9110 §5.6.1), in lower case.
  var listElements: [String] {
    lowercased().utf8.split { $0 == 0x2C || $0 == 0x20 || $0 == 0x09 }
      .map { String(utf8: $0) }
  }
}

extension TransportResponse {
  /// Whether any part of it came over http although the URL is https, so that anyone could have
  /// sent it.
  func isDowngraded(to url: String) -> Bool {
    url.httpScheme == "https"
      && !(redirectedFrom + [self.url]).allSatisfy { $0.httpScheme == "https" }
  }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { isDowngraded(to: redirectedFrom.first ?? url) }
}
