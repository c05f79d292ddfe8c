/// A stored response, and what is needed to use it again.
package struct StoredResponse: Equatable, Sendable {
  /// The URL that it answers (the cache key, RFC 9111 §2).
  package let url: String

  /// The status code.
  package let status: Int

  /// The header fields, freshened by later 304 responses.
  package internal(set) var fields: HTTPFields

  /// The request's fields that Vary nominates (RFC 9111 §4.1).
  package private(set) var nominatedFields: HTTPFields

  /// When the request was sent.
  package private(set) var requested: HTTPDate

  /// When the response came.
  package private(set) var received: HTTPDate

  /// Whether it came by a redirect from another URL: nobody knows how long the redirect holds, and
  /// its validators could be another response's.
  package let isRedirected: Bool

  /// The content, content codings undone.
  package let body: [UInt8]

  /// What the server said about storing it.
  var cacheControl: CacheControl { CacheControl(fields["Cache-Control"]) }

  /// The response to hand on.
  func response(origin: HTTPResponse.Origin, at now: HTTPDate) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: fields, body: body, url: url, origin: origin,
      storedAgo: storedAgo(at: now), age: age(at: now))
  }

  /// How long ago it was stored, or confirmed.
  package func storedAgo(at now: HTTPDate) -> Duration { max(.zero, now - received) }
}

// MARK: Freshness, RFC 9111 §4.2

extension StoredResponse {
  /// When the server made it: Date, or when it came if Date is missing or invalid (RFC 9110 §6.6.1).
  var date: HTTPDate { httpDate("Date") ?? received }

  /// How long it is fresh after it was made (§4.2.1).
  ///
  /// An invalid or repeated Expires means already expired (§5.3). If the server says nothing, a tenth
  /// of the time since the last change, at most a day (§4.2.2).
  package var freshnessLifetime: Duration {
    if let maxAge = cacheControl.maxAge { return maxAge }
    if fields["Expires"] != nil {
      return max(.zero, httpDate("Expires").map { $0 - date } ?? .zero)
    }
    // Older servers, the API's own among them, send it in responses too (§5.4 defines it for requests
    // only).
    if fields["Cache-Control"] == nil, fields["Pragma"]?.lowercased() == "no-cache" { return .zero }
    guard let lastModified = httpDate("Last-Modified") else { return .zero }
    return min(max(.zero, (date - lastModified) / 10), .seconds(86400))
  }

  /// How old it is (§4.2.3), and never younger than when it came, even if the clock went backwards.
  package func age(at now: HTTPDate) -> Duration {
    let apparent = max(.zero, received - date)
    let delay = max(.zero, received - requested)
    // The first of several counts (§5.1).
    let first = fields["Age"]?.split(separator: ",").first.map(String.init)
    let told = CacheControl.seconds(first) ?? .zero
    return max(apparent, told + delay) + max(.zero, now - received)
  }

  /// Whether it may be used without asking the server (§4.2). Equal counts as stale, and so does a
  /// response from the future, which a wrong clock leaves.
  func isFresh(at now: HTTPDate) -> Bool {
    !cacheControl.noCache && !variesByAnything && !isRedirected && received <= now
      && freshnessLifetime > age(at: now)
  }

  /// `Vary: *` never matches a later request (§4.1), so the server has to be asked.
  private var variesByAnything: Bool { fields["Vary"]?.contains("*") ?? false }

  private func httpDate(_ name: String) -> HTTPDate? {
    fields[name].flatMap { HTTPDate($0, now: received) }
  }
}

// MARK: Storing, RFC 9111 §3

extension StoredResponse {
  /// Makes what is to be stored of a response; `nil` where it must not be.
  init?(
    _ response: HTTPResponse, to request: HTTPRequest, requested: HTTPDate, received: HTTPDate
  ) {
    guard Self.isStorable(response, to: request) else { return nil }
    self.init(
      url: request.url, status: response.status,
      fields: HTTPFields(response.fields.all.filter { !$0.isSecret }),
      nominatedFields: request.nominatedFields(by: response.fields["Vary"]), requested: requested,
      received: received, isRedirected: !response.url.utf8.elementsEqual(request.url.utf8),
      body: response.body)
  }

  /// Whether a response may be stored: a complete 200, unless server or user forbid it.
  private static func isStorable(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
    response.status == 200 && !CacheControl(response.fields["Cache-Control"]).noStore
      && request.mayBeStored && !request.cacheControl.noStore && !response.url.hasUserInfo
  }

  /// Whether it answers a request: the same URL, and the same in every field that Vary nominates
  /// (§4.1).
  func matches(_ request: HTTPRequest) -> Bool {
    url.utf8.elementsEqual(request.url.utf8)
      && nominatedFields == request.nominatedFields(by: fields["Vary"])
  }
}

// MARK: Validation, RFC 9111 §4.3

extension StoredResponse {
  /// The fields that make a request conditional (§4.3.1); none where the server gave no validator.
  var conditions: [HTTPFields.Field] {
    if isRedirected { return [] }
    let entityTag = fields["ETag"].map { HTTPFields.Field(name: "If-None-Match", value: $0) }
    let date = httpDate("Last-Modified") == nil ? nil : fields["Last-Modified"]
    let modified = date.map { HTTPFields.Field(name: "If-Modified-Since", value: $0) }
    return [entityTag, modified].compactMap(\.self)
  }

  /// Whether a 304 selects this: its validators, as far as it has any, are the same (§4.3.4; tags by
  /// the weak comparison of RFC 9110 §8.8.3.2).
  func isSelected(by notModified: HTTPResponse) -> Bool {
    if let told = notModified.fields["ETag"] {
      return told.opaqueTag == fields["ETag"]?.opaqueTag
    }
    guard let told = notModified.fields["Last-Modified"] else { return true }
    return fields["ETag"] != nil || told == fields["Last-Modified"]
  }

  /// This with the header fields of a 304 in the place of the old ones (§3.2).
  ///
  /// What the old Vary nominates stays nominated: a 304 often comes from a layer that knows less than
  /// the one behind the 200, and names less (Express, without its compression).
  func freshened(
    by notModified: HTTPResponse, to request: HTTPRequest, requested: HTTPDate, received: HTTPDate
  ) -> StoredResponse {
    // Fields about the stored content or a connection stay.
    let kept = [
      "content-encoding", "content-length", "content-range", "content-type", "connection", "vary",
    ]
    let new = notModified.fields.all.filter {
      !$0.isSecret && !kept.contains($0.name.lowercased())
    }
    // Old values of Age and Date would falsify the new age.
    let replaced = Set(new.map { $0.name.lowercased() } + ["age", "date"])
    var freshened = self
    freshened.fields = HTTPFields(
      fields.all.filter { !replaced.contains($0.name.lowercased()) } + new)
    for nominated in request.nominatedFields(by: notModified.fields["Vary"]).all
    where nominatedFields[nominated.name] == nil {
      freshened.fields.append(.init(name: "Vary", value: nominated.name))
      freshened.nominatedFields.append(nominated)
    }
    freshened.requested = requested
    freshened.received = received
    return freshened
  }
}

extension HTTPRequest {
  /// This request's fields that a Vary nominates, an absent one with no value (RFC 9111 §4.1).
  fileprivate func nominatedFields(by vary: String?) -> HTTPFields {
    let names = (vary ?? "").split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
    return HTTPFields(
      names.map { HTTPFields.Field(name: $0.lowercased(), value: fields[String($0)] ?? "") })
  }

  /// Whether a response to it may be stored, and a stored one answer it.
  ///
  /// A response to a request with credentials is one user's, and a directory can be shared (stricter
  /// than §3.5). A Host of the user's names another origin than the URL, which is the cache key.
  var mayBeStored: Bool {
    !url.hasUserInfo && fields["Host"] == nil && !fields.all.contains(where: \.isSecret)
  }
}

extension String {
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
