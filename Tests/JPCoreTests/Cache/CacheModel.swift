/// RFC 9111 as simply as it can be written down, for one URL: a response for each value of the field
/// that the user set, and the rules for using it. The store and the fetcher have to give the same
/// results.
struct CacheModel {
  /// A request, and the options of the run.
  struct Ask {
    /// A field that the user set, so that each value has its own stored response.
    var own: String?
    /// The request's Cache-Control.
    var directive: String?
    var refreshes: Bool
    var isOffline: Bool
    var maxAge: Int?
    var maxStale: Int?
  }

  /// A server's response; without a status, the server doesn't answer.
  struct Reply {
    var status: Int?
    var cacheControl: String
    var vary: Set<String>
    var tag: String?
    var body: String
    var isRedirected: Bool

    var isFailure: Bool { status == nil || status == 503 }

    /// The reply to a request with this entity tag in If-None-Match: a 304 if the tag is current.
    func confirming(_ known: String?) -> Reply {
      var reply = self
      if let known, tag == known, status == 200 || status == 404 {
        reply.status = 304
        reply.isRedirected = false
      }
      return reply
    }
  }

  private struct Stored {
    var reply: Reply
    var time: Int

    var isStar: Bool { reply.vary.contains("*") }
    var lifetime: Int { says("max-age=50") ? 50 : 0 }
    var tag: String? { reply.isRedirected ? nil : reply.tag }

    func says(_ directive: String) -> Bool { reply.cacheControl.contains(directive) }

    func isUsable(_ ask: Ask, at now: Int) -> Bool {
      if ask.refreshes || ask.directive == "no-cache" { return false }
      if says("no-cache") || isStar || reply.isRedirected { return false }
      let age = now - time
      if let limit = ask.maxAge, limit == 0 || age > limit { return false }
      return lifetime > age
    }

    /// Whether it may replace a failure.
    func mayReplaceFailure(_ ask: Ask, at now: Int) -> Bool {
      if says("must-revalidate") || isStar { return false }
      let staleness = max(0, now - time - lifetime)
      if let limit = ask.maxStale { return limit > 0 && staleness <= limit }
      if says("no-cache") { return false }
      return !(says("stale-if-error=20") && staleness > 20)
    }
  }

  /// The stored responses, by the value of the field that the user set.
  private var stored: [String: Stored] = [:]

  /// How a run ends, in words.
  ///
  /// - Parameter reply: asks the server, with the entity tag of the stored response.
  mutating func outcome(of ask: Ask, at now: Int, _ reply: (_ tag: String?) -> Reply) -> String {
    let answer = stored[ask.own ?? ""]
    if ask.isOffline {
      guard let answer else { return "not stored" }
      return words("offline", answer.reply)
    }
    if let answer, answer.isUsable(ask, at: now) { return words("hit", answer.reply) }
    let reply = reply(answer?.tag)
    var new = Stored(reply: reply, time: now)
    switch reply.status {
    case 304:
      guard let answer else { return "304 to nobody" }
      new.reply = answer.reply
      new.reply.cacheControl = reply.cacheControl
      new.reply.vary = reply.vary
      // A response with no-store leaves the stored one unchanged.
      if !new.says("no-store"), ask.directive != "no-store" { stored[ask.own ?? ""] = new }
      return words("revalidated", new.reply)
    case 200, 204, 404:
      keep(new, ask)
      return words("miss", reply)
    default:
      guard reply.isFailure, let answer, answer.mayReplaceFailure(ask, at: now),
        // A stored 404 or 204 would answer with an older error than the failure.
        answer.reply.status == 200
      else { return "error \(reply.status ?? 0)" }
      return words("stale", answer.reply)
    }
  }

  private func words(_ origin: String, _ reply: Reply) -> String {
    reply.status == 200 ? "\(origin) \(reply.body)" : "error \(reply.status ?? 0)"
  }

  private mutating func keep(_ new: Stored, _ ask: Ask) {
    let old = stored[ask.own ?? ""]
    // A login page that a redirect led to says nothing about the record.
    if let old, new.reply.isRedirected, !old.reply.isRedirected { return }
    if !new.says("no-store"), ask.directive != "no-store" {
      stored[ask.own ?? ""] = new
    } else if new.reply.status != 200 {
      stored[ask.own ?? ""] = nil
    }
  }
}
