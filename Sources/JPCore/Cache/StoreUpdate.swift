/// How a response from the server changes the store (RFC 9111 §3), decided after it arrived.
///
/// This file has the rules for storing responses, `LookUp.swift` those for using them.
enum StoreUpdate {
  /// No change.
  case nothing
  /// Stores a response in place of the one that is stored for the request.
  case store(StoredResponse)
  /// Removes the response that is stored for the request: the record doesn't exist any more.
  case remove
}

/// How a response affects the stored one and the answer.
enum Verdict {
  /// The requested document. It can be stored.
  case document
  /// The server says that the record doesn't exist, which is an answer too. It can be stored.
  case absence
  /// Any other status from a working server, such as 403. It is reported, and no stored response
  /// replaces it.
  case refusal
  /// A failure, or anything else but an answer, such as an HTML page. A stored response may be shown
  /// instead.
  case failure
}

/// A response from the server, with the times for calculating its age (RFC 9111 §4.2.3).
struct Reply {
  let response: HTTPResponse
  let requested: HTTPDate
  let received: HTTPDate

  /// Whether it isn't the server's response to the request that was looked up, because middleware made
  /// or changed the response, or changed the request.
  var isChanged = false
}

// MARK: After the response, RFC 9111 §3

extension StoreUpdate {
  /// Decides about a response.
  ///
  /// - Parameters:
  ///   - key: the request's.
  ///   - stored: the response that is stored for the request now.
  init(
    _ reply: Reply, as verdict: Verdict, to key: RequestKey, replacing stored: StoredResponse?
  ) {
    self = .nothing
    // Middleware changed the request or the response, so it is unknown what the response answers.
    if reply.isChanged { return }
    // §3.5: stricter than the rule, a response to a request with credentials changes only a private
    // store.
    guard key.canStore else { return }
    // Over http, anyone on the way could have sent a response to an https URL.
    if reply.response.isDowngraded(to: key.url) { return }
    // A good stored response never gives way to a bad one.
    guard verdict == .document || verdict == .absence else { return }
    let response = StoredResponse(reply, to: key)
    // A redirect may lead to a login page or a portal, so its response doesn't count against one
    // that came from the URL itself.
    if response.isRedirected, let stored, !stored.isRedirected { return }
    if response.mayBeStored(for: key) && key.canStore(from: reply.response.url) {
      self = .store(response)
    } else if verdict == .absence {
      // no-store forbids storing that the record is gone, not removing it.
      self = .remove
    }
  }

  /// Decides about a stored response that a 304 confirmed.
  ///
  /// - Parameters:
  ///   - freshened: the stored response with the header fields of the 304.
  ///   - notModified: the 304.
  ///   - key: the request's.
  init(confirmed freshened: StoredResponse, by notModified: Reply, to key: RequestKey) {
    self = .nothing
    // Middleware changed the request or the 304, so it is unknown which response the 304 confirms.
    if notModified.isChanged { return }
    // §5.2.1.5, §5.2.2.5: no-store forbids storing the new fields. The stored response stays.
    if freshened.cacheControl.noStore || key.cacheControl.noStore { return }
    self = .store(freshened)
  }
}

extension StoredResponse {
  init(_ reply: Reply, to key: RequestKey) {
    let response = reply.response
    self.init(
      url: key.url, userFields: key.userFields, userFieldsDigest: key.userFieldsDigest,
      variant: key.variant(by: response.headerFields.varyNames), status: response.status,
      statusLine: response.statusLine, fields: HeaderFields(response.headerFields.storable),
      requested: reply.requested, received: reply.received,
      isRedirected: !response.url.cacheKey.utf8.elementsEqual(key.url.utf8), body: response.body)
  }

  /// Whether the server and the request allow storing it.
  fileprivate func mayBeStored(for key: RequestKey) -> Bool {
    // §5.2.1.5, §5.2.2.5: neither the request nor the response says no-store.
    if key.cacheControl.noStore || cacheControl.noStore { return false }
    // §3: the status code is final, and one that a cache without ranges understands (§3.3).
    if status < 200 || status == 206 || status == 304 { return false }
    // §3: it has an explicit lifetime, or a status that may be stored without one (RFC 9110 §15.1).
    return explicitLifetime != nil || [200, 203, 204, 404, 410].contains(status)
  }
}

// MARK: Header fields, RFC 9111 §3.1

extension HeaderFields {
  /// The response fields to store.
  fileprivate var storable: [Field] {
    // §3.1: fields of the connection and of proxies aren't part of the response.
    let excluded = Self.hopByHop.union(names(in: .connection))
    var fields: [Field] = []
    for field in self where !excluded.contains(field.name) {
      // Stores are copied and shared, so they have no cookies and no tokens.
      if field.isValid && !field.hasSecretName { fields.append(field) }
    }
    return fields
  }

  /// RFC 9110 §7.6.1.
  private static let hopByHop: Set<Name> = [
    .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
    "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", .transferEncoding, "Upgrade",
  ]
}

// MARK: After a 304, RFC 9111 §4.3.3 and §4.3.4

extension LookUp.Revalidation {
  /// The stored response, freshened by a 304; `nil` if the 304 is about another response.
  func confirmed(by reply: Reply) -> StoredResponse? {
    guard reply.response.status == 304, !conditions.isEmpty else { return nil }
    // After a redirect, the 304 is about another URL's response.
    guard reply.response.url.cacheKey.utf8.elementsEqual(key.url.utf8) else { return nil }
    guard storedResponse.isSelected(by: reply.response) else { return nil }
    return storedResponse.freshened(by: reply, to: key)
  }
}

extension StoredResponse {
  /// Whether a 304 is about this response.
  func isSelected(by notModified: HTTPResponse) -> Bool {
    // §4.3.4: the entity tag of a 304 has to be the stored one. Tags are compared weakly (RFC 9110
    // §8.8.3.2).
    if let tag = notModified.headerFields[.etag] {
      guard let storedTag = fields[.etag] else { return false }
      return tag.opaqueTag.elementsEqual(storedTag.opaqueTag)
    }
    // §4.3.4: without validators, a 304 is about the response whose validators were sent.
    guard let date = notModified.headerFields[.lastModified] else { return true }
    // The server compared the stored tag with its own and found them equal. That is stronger than a
    // date, so another date alone doesn't contradict it, although §4.3.4 would ask for the same.
    if fields[.etag] != nil { return true }
    guard let storedDate = fields[.lastModified] else { return false }
    return date.utf8.elementsEqual(storedDate.utf8)
  }

  /// The response with the header fields of a 304.
  func freshened(by notModified: Reply, to key: RequestKey) -> StoredResponse {
    let newFields = notModified.response.headerFields
    var freshened = self
    freshened.fields = fields(replacedBy: newFields)
    // A 304 often comes from another layer than the 200 and names fewer fields in Vary: Express
    // sends it before its compression. So the old names stay.
    let names = (varyNames + newFields.varyNames).sortedOnce
    if names != varyNames {
      freshened.fields[.vary] = names.map(\.text).joined(separator: ", ")
      freshened.variant = key.variant(by: freshened.varyNames)
    }
    freshened.requested = notModified.requested
    freshened.received = notModified.received
    return freshened
  }

  /// The stored fields, and those of a 304 in place of the ones with the same names (§3.2). The fields
  /// that describe the stored content stay.
  private func fields(replacedBy newFields: HeaderFields) -> HeaderFields {
    var new: [HeaderFields.Field] = []
    for field in newFields.storable where !Self.fieldsOfContent.contains(field.name) {
      new.append(field)
    }
    // Old values of Age and Date would falsify the new age.
    let replaced = Set(new.map(\.name) + [.age, .date])
    let kept = fields.filter { !replaced.contains($0.name) }
    return HeaderFields(kept + new)
  }

  private static let fieldsOfContent: [HeaderFields.Name] = [
    .contentEncoding, .contentLength, "Content-Range", .contentType, .vary,
  ]
}

extension String {
  /// The bytes of an entity tag without its mark of weakness.
  fileprivate var opaqueTag: Substring.UTF8View {
    let mark = "W/".utf8
    if utf8.starts(with: mark) { return utf8.dropFirst(mark.count) }
    return utf8[...]
  }
}

extension HTTPResponse {
  /// Whether any part of it came over http although the URL is https, so that anyone could have
  /// sent it.
  func isDowngraded(to url: String) -> Bool {
    guard url.httpScheme == "https" else { return false }
    let urls = redirectedFrom + [self.url]
    return !urls.allSatisfy { $0.httpScheme == "https" }
  }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { isDowngraded(to: redirectedFrom.first ?? url) }
}
