/// RFC 9111 as simply as it can be written down, for one URL: a list of what came, and rules over
/// it. Whatever the store and the fetcher do, they have to come to the same.
struct CacheModel {
  /// What a request asks for, and how.
  struct Ask {
    var accept: String?
    var own: String?
    var refreshes: Bool
    var isOffline: Bool
    var maxAge: Int?
    var maxStale: Int?

    /// The fields that are sent, by their names in lower case.
    var fields: [String: String] {
      ["accept": accept ?? "application/json", "x-own": own].compactMapValues(\.self)
    }
  }

  /// What the server says; no status is no answer.
  struct Reply {
    var status: Int?
    var cacheControl: String
    var vary: Set<String>
    var tag: String?
    var body: String

    var isFailure: Bool { status == nil || status == 503 }

    /// The reply to a request that names a tag.
    func confirming(_ known: String?) -> Reply {
      var reply = self
      if tag != nil, tag == known, status == 200 || status == 404 { reply.status = 304 }
      return reply
    }
  }

  private struct Stored {
    var reply: Reply
    /// The fields of the request.
    var fields: [String: String]
    var time: Int

    var isAnswer: Bool { [200, 204, 404].contains(reply.status) }
    var isStar: Bool { reply.vary.contains("*") }
    func says(_ directive: String) -> Bool { reply.cacheControl.contains(directive) }

    /// A user's own field counts as if Vary named it; `*` matches every request.
    func matches(_ fields: [String: String]) -> Bool {
      (isStar ? [] : reply.vary).union(["x-own"]).allSatisfy { self.fields[$0] == fields[$0] }
    }

    var lifetime: Int { says("max-age=50") ? 50 : 0 }

    func isUsable(_ ask: Ask, at now: Int) -> Bool {
      let age = now - time
      return lifetime > age && !says("no-cache") && !isStar && !ask.refreshes
        && ask.maxAge.map { $0 > 0 && age <= $0 } ?? true
    }

    /// Whether it stands in for a failure.
    func standsIn(_ ask: Ask, at now: Int) -> Bool {
      let staleness = max(0, now - time - lifetime)
      if says("must-revalidate") || isStar { return false }
      guard let limit = ask.maxStale else {
        return !says("no-cache") && !(says("stale-if-error=20") && staleness > 20)
      }
      return limit > 0 && staleness <= limit
    }
  }

  /// The newest last.
  private var stored: [Stored] = []

  /// How a run ends, in words.
  ///
  /// - Parameter reply: asks the server; given the tag that the request names.
  mutating func outcome(of ask: Ask, at now: Int, _ reply: (_ tag: String?) -> Reply) -> String {
    let matching = stored.filter { $0.matches(ask.fields) }
    let answer = matching.last(where: \.isAnswer)
    if ask.isOffline {
      let shown = answer ?? matching.last { !$0.reply.isFailure }
      return shown.map { words("offline", $0.reply) } ?? "not stored"
    }
    if let last = matching.last, !last.isAnswer, last.isUsable(ask, at: now) {
      return failure(last.reply, answer, ask, now)
    }
    if let answer, answer.isUsable(ask, at: now) { return words("hit", answer.reply) }
    let reply = reply(answer?.reply.tag)
    var new = Stored(reply: reply, fields: ask.fields, time: now)
    switch reply.status {
    case 304:
      guard let answer else { return "304 to nobody" }
      new.reply = answer.reply
      new.reply.cacheControl = reply.cacheControl
      new.reply.vary.formUnion(reply.vary)
      keep(new)
      return words("revalidated", new.reply)
    case 200:
      keep(new)
      return words("miss", reply)
    case 204, 404:
      // For this user's own field nothing is there, whatever the variant.
      stored.removeAll { $0.fields["x-own"] == ask.own }
      keep(new)
      return words("miss", reply)
    default:
      if reply.status != nil { keep(new) }
      return failure(reply, answer, ask, now)
    }
  }

  private func words(_ origin: String, _ reply: Reply) -> String {
    reply.status == 200 ? "\(origin) \(reply.body)" : "error \(reply.status ?? 0)"
  }

  /// What becomes of a reply that is no answer.
  private func failure(_ reply: Reply, _ answer: Stored?, _ ask: Ask, _ now: Int) -> String {
    guard reply.isFailure, let answer, answer.standsIn(ask, at: now) else {
      return "error \(reply.status ?? 0)"
    }
    return words("stale", answer.reply)
  }

  private mutating func keep(_ new: Stored) {
    let isKnown = [200, 204, 404, 405].contains(new.reply.status)
    let isKept =
      !new.says("no-store") && (isKnown || new.says("max-age"))
      && !(new.reply.isFailure && (new.lifetime == 0 || new.says("no-cache")))
    // Whatever the server says goes before what it refused earlier, and a newer answer before others.
    stored.removeAll {
      $0.matches(new.fields) && (!$0.isAnswer || isKept && new.isAnswer)
    }
    if !isKept { return }
    let alike = stored.indices.filter { stored[$0].isAnswer == new.isAnswer }
    if alike.count == 8 { stored.remove(at: alike[0]) }
    stored.append(new)
  }
}
