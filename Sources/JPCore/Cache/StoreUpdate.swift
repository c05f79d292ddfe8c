/// How a response from the server changes the store (RFC 9111 §3), decided after it arrived.
///
/// This file has the rules for storing responses; `StoredCopy.swift` has the rules for using them.
enum StoreUpdate {
  case nothing
  /// Stores a response in place of the one that is stored for the request.
  case store(StoredResponse)
  /// Removes the response that is stored for the request, because the data doesn't exist any more.
  case remove
}

/// The meaning of a response for the store and for the answer.
enum StoreVerdict {
  /// The requested document. It can be stored.
  case document
  /// The server says that the requested data doesn't exist. This response can be stored, too.
  case absence
  /// Any other status from a working server, such as 403. The status is reported, and no stored
  /// response replaces the refusal.
  case refusal
  /// A server failure, or a response without the requested data, such as an HTML page. A stored
  /// response may replace it.
  case failure
}

// MARK: After the response, RFC 9111 §3

extension StoreUpdate {
  /// Decides how a response changes the store.
  ///
  /// - Parameter stored: the response that is stored for the request now. It is needed only if the
  ///   request was redirected.
  init(
    _ response: HTTPResponse, as verdict: StoreVerdict, to key: RequestKey,
    replacing stored: StoredResponse?
  ) {
    self = .nothing
    // For example, a request with credentials doesn't change the store, even if only the transport
    // added them. §3.5 would allow more.
    guard key.canStore, !response.isForCredential else { return }
    // Anyone on the network path could have sent a response over http.
    if response.isDowngraded(from: key.cacheKey.url) { return }
    // Other responses, such as 403 or 500, say nothing about the document.
    guard verdict == .document || verdict == .absence else { return }
    let new = StoredResponse(response, to: key.cacheKey)
    // A redirect may lead to a login page or a portal, so a redirected response neither replaces
    // nor removes one that came from the URL itself.
    if new.isRedirected, let stored, !stored.isRedirected { return }
    if new.mayBeStored(for: key) && !response.url.hasCredential {
      self = .store(new)
    } else if verdict == .absence {
      // A rule such as no-store forbids storing this response. The stored one is outdated all the
      // same.
      self = .remove
    }
  }

  /// Decides how a 304 that confirmed the stored response changes the store.
  ///
  /// - Parameter freshened: the stored response with the header fields of the 304.
  init(confirmed freshened: StoredResponse, by notModified: HTTPResponse, to key: RequestKey) {
    self = .nothing
    if notModified.isForCredential { return }
    // §5.2.1.5, §5.2.2.5: no-store forbids storing the new fields, so the entry isn't changed.
    if freshened.cacheControl.noStore || key.cacheControl.noStore { return }
    self = .store(freshened)
  }
}

extension StoredResponse {
  init(_ response: HTTPResponse, to key: CacheKey) {
    var stored = response
    stored.headerFields = HeaderFields(response.headerFields.storable)
    stored.url = key.url
    self.init(stored, for: key, isRedirected: !key.isURL(of: response))
  }

  /// Whether the server and the request allow storing the response.
  fileprivate func mayBeStored(for key: RequestKey) -> Bool {
    // §5.2.1.5, §5.2.2.5: no-store in the request or the response forbids storing it.
    if key.cacheControl.noStore || cacheControl.noStore { return false }
    // §3: the status code has to be final, and the cache has to understand it. This cache doesn't
    // support ranges (206, §3.3), and a 304 has no content.
    if status < 200 || status == 206 || status == 304 { return false }
    // §3: the response needs an explicit lifetime, or a status that may be stored without one (RFC
    // 9110 §15.1).
    return explicitLifetime != nil || [200, 203, 204, 404, 410].contains(status)
  }
}

// MARK: Header fields, RFC 9111 §3.1

extension HeaderFields {
  fileprivate var storable: [Field] {
    // §3.1: fields for the connection and for proxies must not be stored.
    let named = Set(listedNames(in: .connection)).subtracting(Self.fieldsForCaches)
    let excluded = Self.hopByHop.union(named)
    var fields: [Field] = []
    for field in self where !excluded.contains(field.name) {
      // Stores may be copied and shared, so cookies and tokens aren't stored.
      if field.isValid && !field.isSecretInResponse { fields.append(field.withoutSecretsInURLs) }
    }
    return fields
  }

  /// The fields that say whether and how long a response can be reused. They are for all caches, so
  /// Connection must not name them (RFC 9110 §7.6.1). If it does, they are stored all the same.
  private static let fieldsForCaches: Set<Name> = [
    .age, .cacheControl, .date, .expires, .vary,
  ]

  /// The fields that apply to one connection (RFC 9110 §7.6.1) or to a proxy.
  private static let hopByHop: Set<Name> = [
    .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
    "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", .transferEncoding, "Upgrade",
  ]
}

extension HeaderFields.Field {
  /// This field without the secrets in URLs of its value. An entity tag isn't a URL, and is sent
  /// back as it came.
  fileprivate var withoutSecretsInURLs: HeaderFields.Field {
    if name == .etag { return self }
    return HeaderFields.Field(name: name, value: value.urlsWithoutSecrets)
  }
}

// MARK: After a 304, RFC 9111 §4.3.3 and §4.3.4

extension StoredCopy {
  /// The stored response, freshened by a 304; `nil` if the 304 is about another response.
  func confirmed(by notModified: HTTPResponse) -> StoredCopy? {
    // After a redirect, the 304 is about the response of another URL.
    guard stored.key.isURL(of: notModified), stored.isConfirmed(by: notModified) else { return nil }
    return StoredCopy(stored.freshened(by: notModified), at: notModified.received)
  }
}

extension StoredResponse {
  /// Whether a 304 is about this response.
  func isConfirmed(by notModified: HTTPResponse) -> Bool {
    // §4.3.4: the entity tag of a 304 has to be the stored one. Tags are compared weakly (RFC 9110
    // §8.8.3.2).
    if let tag = notModified.headerFields[.etag] {
      guard let storedTag = fields[.etag] else { return false }
      return tag.opaqueTag.elementsEqual(storedTag.opaqueTag)
    }
    // §4.3.4: without validators, a 304 is about the response whose validators were sent.
    guard let date = notModified.headerFields[.lastModified] else { return true }
    // The 304 confirms the stored tag, which the request had. A tag is a stronger validator than a
    // date, so a different date is accepted here, although §4.3.4 requires the same one.
    if entityTag != nil { return true }
    guard let storedDate = fields[.lastModified] else { return false }
    return date.utf8.elementsEqual(storedDate.utf8)
  }

  func freshened(by notModified: HTTPResponse) -> StoredResponse {
    var freshened = response
    freshened.headerFields = fields(updatedBy: notModified.headerFields)
    freshened.requested = notModified.requested
    freshened.received = notModified.received
    freshened.times = notModified.times
    freshened.attempts = notModified.attempts
    return StoredResponse(freshened, for: key, isRedirected: isRedirected)
  }

  /// The stored fields, in which the fields of a 304 replace those of the same names (§3.2). Fields
  /// that describe the stored content, such as Content-Length, aren't replaced.
  private func fields(updatedBy newFields: HeaderFields) -> HeaderFields {
    var new: [HeaderFields.Field] = []
    for field in newFields.storable where !Self.fieldsOfContent.contains(field.name) {
      new.append(field)
    }
    // Drop old values of Age and Date even if the 304 has none, because the new age would be wrong.
    let replaced = Set(new.map(\.name) + [.age, .date])
    let kept = fields.filter { !replaced.contains($0.name) }
    return HeaderFields(kept + new)
  }

  private static let fieldsOfContent: [HeaderFields.Name] = [
    .contentEncoding, .contentLength, "Content-Range", .contentType,
  ]
}

extension HTTPResponse {
  /// Whether the response or a redirect to it came over http although the requested URL is https.
  /// Anyone on the network path could have sent such a response.
  func isDowngraded(from url: String) -> Bool {
    guard url.httpScheme == "https" else { return false }
    let urls = redirectedFrom + [self.url]
    return !urls.allSatisfy { $0.httpScheme == "https" }
  }

  /// Whether redirects led to another scheme, host or port.
  var hasLeftOrigin: Bool { redirectedFrom.contains { $0.origin != url.origin } }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { isDowngraded(from: redirectedFrom.first ?? url) }
}
