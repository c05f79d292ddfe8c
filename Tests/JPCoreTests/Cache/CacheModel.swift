@testable import JPCore

/// RFC 9111 as simply as it can be written down, for one URL and one user: a list of what came, and
/// rules over it. Whatever the store and the fetcher do, they have to come to the same.
struct CacheModel {
  /// What a request asks for, and how.
  struct Ask {
    var accept: String?
    var own: String?
    var refreshes = false
    var isOffline = false
    var maxAge: Int?
    var maxStale: Int?

    /// The fields that are sent, by their names in lower case.
    var fields: [String: String] {
      ["accept": accept ?? "application/json", "x-own": own].compactMapValues(\.self)
    }
  }

  /// What the server says; no status is no answer.
  struct Reply: Equatable {
    var status: Int?
    var cacheControl = ""
    var vary: [String] = []
    var tag: String?
    var body = ""
  }

  /// How a run ends, in words.
  struct Outcome: Equatable {
    var words: String
    var isAsked = true
  }

  private struct Stored {
    var reply: Reply
    var own: String?
    var varied: [String: String]
    var time: Int
    var order = 0

    var isAnswer: Bool { [200, 204, 404].contains(reply.status) }
    var isFailure: Bool { reply.status == 503 }
    var isStar: Bool { reply.vary.contains("*") }
    func says(_ directive: String) -> Bool { reply.cacheControl.contains(directive) }

    func matches(_ ask: Ask) -> Bool {
      own == ask.own
        && (isStar || reply.vary.allSatisfy { varied[$0] == ask.fields[$0.lowercased()] })
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
      if says("no-cache") && ask.maxStale == nil { return false }
      if says("stale-if-error=20") && staleness > 20 && ask.maxStale == nil { return false }
      return ask.maxStale.map { $0 > 0 && staleness <= $0 } ?? true
    }
  }

  private var stored: [Stored] = []

  /// - Parameter reply: what the server says if it is asked, given the tag that is asked by.
  mutating func outcome(of ask: Ask, at now: Int, _ reply: (_ tag: String?) -> Reply) -> Outcome {
    let matching = stored.filter { $0.matches(ask) }
      .sorted { $0.order > $1.order }
    let answer = matching.first(where: \.isAnswer)
    let lastAnswer = matching.filter(\.isAnswer).map(\.order).max() ?? -1
    let other = matching.first { !$0.isAnswer }
    if ask.isOffline {
      let shown = answer ?? matching.first { !$0.isAnswer && !$0.isFailure }
      guard let shown else { return Outcome(words: "not stored", isAsked: false) }
      return Outcome(words: words("offline", shown.reply), isAsked: false)
    }
    if let other, other.order > lastAnswer, other.isUsable(ask, at: now) {
      return Outcome(words: failure(other.reply, answer, ask, now), isAsked: false)
    }
    if let answer, answer.isUsable(ask, at: now) {
      return Outcome(words: words("hit", answer.reply), isAsked: false)
    }
    let reply = reply(answer?.reply.tag)
    switch reply.status {
    case 304:
      guard let answer else { return Outcome(words: "304 to nobody") }
      var confirmed = answer
      confirmed.reply.cacheControl = reply.cacheControl
      confirmed.time = now
      for name in reply.vary where !confirmed.reply.vary.contains(name) {
        confirmed.reply.vary.append(name)
        confirmed.varied[name] = ask.fields[name.lowercased()]
      }
      if confirmed.says("no-store") {
        settle(ask)
      } else {
        keep(confirmed, ask)
      }
      return Outcome(words: words("revalidated", confirmed.reply))
    case 200:
      keep(reply, ask, now)
      return Outcome(words: words("miss", reply))
    case 204, 404:
      // For this user's own field nothing is there, whatever the variant.
      stored.removeAll { $0.own == ask.own }
      keep(reply, ask, now)
      return Outcome(words: words("miss", reply))
    default:
      if reply.status != nil { keep(reply, ask, now) }
      return Outcome(words: failure(reply, answer, ask, now))
    }
  }

  private func words(_ origin: String, _ reply: Reply) -> String {
    reply.status == 200 ? "\(origin) \(reply.body)" : "error \(reply.status ?? 0)"
  }

  /// What becomes of a reply that is no answer.
  private func failure(_ reply: Reply, _ answer: Stored?, _ ask: Ask, _ now: Int) -> String {
    let isFailure = reply.status == nil || reply.status == 503
    guard isFailure, let answer, answer.standsIn(ask, at: now) else {
      return "error \(reply.status ?? 0)"
    }
    return words("stale", answer.reply)
  }

  private mutating func keep(_ reply: Reply, _ ask: Ask, _ now: Int) {
    let varied = Dictionary(
      uniqueKeysWithValues: reply.vary.compactMap { name in
        ask.fields[name.lowercased()].map { (name, $0) }
      })
    let new = Stored(reply: reply, own: ask.own, varied: varied, time: now)
    settle(ask)
    let isKnown = [200, 204, 404, 405].contains(reply.status)
    if new.says("no-store") { return }
    if new.isFailure && (new.lifetime == 0 || new.says("no-cache")) { return }
    if !isKnown && !new.says("max-age") { return }
    keep(new, ask)
  }

  /// Whatever the server says goes before what it refused earlier.
  private mutating func settle(_ ask: Ask) {
    stored.removeAll { !$0.isAnswer && $0.matches(ask) }
  }

  private mutating func keep(_ stored: Stored, _ ask: Ask) {
    settle(ask)
    // A newer answer to the same request.
    if stored.isAnswer { self.stored.removeAll { $0.matches(ask) } }
    var new = stored
    new.order = (self.stored.map(\.order).max() ?? -1) + 1
    put(new)
  }

  private mutating func put(_ new: Stored) {
    let place = stored.firstIndex { old in
      old.isAnswer == new.isAnswer && old.own == new.own
        && (old.isStar && new.isStar
          || old.varied == new.varied && Set(old.reply.vary) == Set(new.reply.vary))
    }
    if let place {
      stored[place] = new
    } else {
      let alike = stored.filter { $0.isAnswer == new.isAnswer }.map(\.order)
      if alike.count == 8 { stored.removeAll { $0.order == alike.min() } }
      stored.append(new)
    }
  }
}
