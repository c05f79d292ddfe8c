/// How a response from the server changes the store (RFC 9111 §3).
enum StoreUpdate: Equatable, Sendable {
  /// Nothing: the response may not be for everybody, or not from the server.
  case nothing
  /// Removes refusals and failures of the request: the server's newer answer can't be stored.
  case discardRefusals
  /// Stores a response in place of the request's older ones. A refusal or failure leaves answers.
  case store(StoredResponse)
  /// Removes all variants for the same user-added fields, and stores that nothing is there, if that
  /// is allowed.
  case replaceVariants(with: StoredResponse?)
}

/// A response from the server, and the times that its age is counted from (RFC 9111 §4.2.3).
struct Reply: Sendable {
  let response: TransportResponse
  let requested: HTTPDate
  let received: HTTPDate
}

extension StoreUpdate {
  init(_ reply: Reply, as verdict: Verdict, to key: RequestKey) {
    // Requests with credentials may get other answers, and anybody can answer over http.
    guard key.mayBeStored, !reply.response.isDowngraded(to: key.url) else {
      self = .nothing
      return
    }
    let response = StoredResponse(reply, as: verdict, to: key)
    let isStorable = response.isStorable(for: key) && !reply.response.url.hasUserInfo
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
    let mayBeStored = !confirmed.cacheControl.noStore && !key.cacheControl.noStore
    self = mayBeStored ? .store(confirmed) : .discardRefusals
  }

  /// The response to store.
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
    case .replaceVariants: other.own == key.own
    }
  }
}

extension StoredResponse {
  /// Whether the server and the request let it be stored, and it can be used again.
  ///
  /// A final status other than 206 and 304, which answer a part or a question, with explicit
  /// freshness or one of those that need none (RFC 9110 §15.1). A failure without freshness would
  /// never be used.
  fileprivate func isStorable(for key: RequestKey) -> Bool {
    guard verdict != .unusable, !key.cacheControl.noStore, !cacheControl.noStore,
      // It is about the credential, which isn't stored: another one gets another answer.
      status != 401 || !key.holdsCredential,
      status >= 200, status != 206, status != 304
    else { return false }
    if verdict == .failure { return !cacheControl.noCache && explicitLifetime ?? .zero > .zero }
    return explicitLifetime != nil
      || [200, 203, 204, 300, 301, 308, 404, 405, 410, 414].contains(status)
  }
}
