/// How a response from the server changes the store (RFC 9111 §3).
enum StoreUpdate: Equatable {
  /// No change, because the response may be for one user only, or not from the server.
  case nothing
  /// Removes the request's refusals and failures, because the server has a newer answer, which
  /// can't be stored.
  case discardRefusals
  /// Stores a response in place of the request's older ones. A refusal or failure doesn't replace
  /// answers.
  case store(StoredResponse)
  /// The record doesn't exist: removes all variants for the same user-added fields, and stores the
  /// new response if that is allowed.
  case replaceVariants(with: StoredResponse?)
}

/// A response from the server, with the times for calculating its age (RFC 9111 §4.2.3).
struct Reply {
  let response: TransportResponse
  let requested: HTTPDate
  let received: HTTPDate
}

extension StoreUpdate {
  init(_ reply: Reply, as verdict: Verdict, to key: RequestKey) {
    // Responses may depend on credentials, and over http anyone could have sent them.
    guard key.mayBeStored, !reply.response.isDowngraded(to: key.url) else {
      self = .nothing
      return
    }
    let response = StoredResponse(reply, as: verdict, to: key)
    let isStorable = response.isStorable(for: key) && key.mayBeStored(from: reply.response.url)
    if verdict == .absence {
      // A 404 after a redirect to another origin, such as a login, doesn't mean the record is gone.
      let isOwn = reply.response.url.origin == key.url.origin
      self = isOwn ? .replaceVariants(with: isStorable ? response : nil) : .discardRefusals
    } else {
      self = isStorable ? .store(response) : .discardRefusals
    }
  }

  /// - Parameter confirmed: a stored response, updated from a 304.
  init(confirmed: StoredResponse, to key: RequestKey) {
    let isForbidden = confirmed.cacheControl.noStore || key.cacheControl.noStore
    self = isForbidden ? .discardRefusals : .store(confirmed)
  }

  /// The response to store, if any.
  var stored: StoredResponse? {
    switch self {
    case .store(let response as StoredResponse?), .replaceVariants(let response): response
    case .nothing, .discardRefusals: nil
    }
  }

  /// Whether a stored response for the request's URL is removed.
  func removes(_ other: StoredResponse, for key: RequestKey) -> Bool {
    switch self {
    case .nothing: false
    case .discardRefusals: !other.verdict.isAnswer && other.matches(key)
    case .store(let new):
      (new.verdict.isAnswer || !other.verdict.isAnswer) && other.matches(key)
    case .replaceVariants: other.userFields == key.userFields
    }
  }
}

extension StoredResponse {
  /// Whether the server and the request allow storing it, and it would be used again.
  ///
  /// It needs a final status other than 206 and 304, and either explicit freshness or a status that
  /// is cacheable without (RFC 9110 §15.1). A failure without explicit freshness would never be
  /// used.
  fileprivate func isStorable(for key: RequestKey) -> Bool {
    guard verdict != .unusable, !key.cacheControl.noStore, !cacheControl.noStore,
      // A 401 is about the credential, which isn't part of the key: requests with another
      // credential would get it too.
      status != 401 || !key.holdsCredential,
      status >= 200, status != 206, status != 304
    else { return false }
    if verdict == .failure { return !cacheControl.noCache && explicitLifetime ?? .zero > .zero }
    return explicitLifetime != nil
      || [200, 203, 204, 300, 301, 308, 404, 405, 410, 414].contains(status)
  }
}
