import Testing

@testable import JPCore

/// 2026-11-20 23:41:50 GMT, when the responses of these cases came.
private let received = HTTPDate(seconds: 1_795_218_110)

func response(
  _ fields: HeaderFields.Field..., url: String = "http://host/users",
  status: Int = 200, verdict: Verdict = .document, variant: String? = nil,
  delay: Int = 0, later: Int = 0, isRedirected: Bool = false, body: String = "[]"
) -> StoredResponse {
  let request = TransportRequest(url: url)
  return StoredResponse(
    url: url, status: status, statusLine: "HTTP/1.1 \(status) Fine", verdict: verdict,
    fields: HeaderFields(fields),
    variant: variant ?? RequestKey(request).variant(by: HeaderFields(fields).varyNames), own: "",
    requested: HTTPDate(seconds: received.seconds + later - delay),
    received: HTTPDate(seconds: received.seconds + later), isRedirected: isRedirected,
    body: Array(body.utf8))
}

private func reply(_ response: TransportResponse) -> Reply {
  Reply(response: response, requested: received, received: received)
}

private func field(_ name: String, _ value: String) -> HeaderFields.Field {
  .init(name: name, value: value)
}

private func date(_ seconds: Int) -> String { HTTPDate(seconds: received.seconds + seconds).text }

@Suite("Cache-Control, RFC 9111 §5.2")
struct CacheControlTests {
  @Test(
    "max-age: invalid counts as 0, and so do two that differ (§4.2.1)",
    arguments: [
      ("max-age=60", 60), ("MAX-AGE=60", 60), ("max-age=\"60\"", 60), (" max-age = 60 ", 60),
      ("public, max-age=60, x", 60), ("max-age=060", 60),
      ("max-age=99999999999999999999", 2_147_483_647),
      ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=6.5", 0), ("max-age=abc", 0),
      ("max-age=60, max-age=60", 60), ("max-age=60, max-age=61", 0), ("max-age=1, max-age=x", 0),
      ("s-maxage=60", nil), ("", nil), ("x=\"max-age=60\"", nil), ("x=\"a, max-age=60\"", nil),
      ("x=\"\\\", max-age=60\"", nil), ("max-ages=60", nil),
    ] as [(String, Int?)])
  func maxAge(value: String, seconds: Int?) {
    #expect(CacheControl(value).maxAge == seconds.map { .seconds($0) })
  }

  @Test("The other directives, in any case and with arguments that are passed over")
  func directives() {
    let all = CacheControl("No-Store,NO-CACHE=\"Set-Cookie, X\" ,, must-revalidate,immutable,z=1")
    #expect(all.noStore && all.noCache && all.mustRevalidate)
    let none = CacheControl("x=\"no-store\", no-cached, private")
    #expect(!none.noStore && !none.noCache && !none.mustRevalidate)
    #expect(CacheControl("stale-if-error=5, stale-if-error=3").staleIfError == .seconds(3))
    #expect(CacheControl("stale-if-error=x").staleIfError == .zero)
    #expect(CacheControl(nil) == CacheControl(""))
  }
}

@Suite("Freshness, RFC 9111 §4.2")
struct FreshnessTests {
  @Test(
    "Lifetime: max-age before Expires before a tenth of the time unchanged (§4.2.1, §4.2.2)",
    arguments: [
      ([], 0),
      ([("Cache-Control", "max-age=60")], 60),
      ([("Cache-Control", "max-age=60"), ("Expires", date(600))], 60),
      ([("Cache-Control", "max-age=x"), ("Expires", date(600))], 0),
      ([("Cache-Control", "public"), ("Expires", date(600))], 600),
      ([("Expires", date(600)), ("Date", date(-10))], 610),
      ([("Expires", date(-5))], 0), ([("Expires", "0")], 0), ([("Expires", "-1")], 0),
      ([("Expires", "Sun, 06 Nov 2034 08:49:37")], 0), ([("Expires", "Tue, 20 Nov 2035")], 0),
      ([("Expires", date(600)), ("Expires", date(600))], 0),
      ([("Expires", "-1"), ("Last-Modified", date(-1000))], 0),
      ([("Last-Modified", date(-1000))], 100), ([("Last-Modified", date(-100_000_000))], 86400),
      ([("Last-Modified", date(1000))], 0), ([("Last-Modified", "yesterday")], 0),
      ([("Last-Modified", date(-1000)), ("Pragma", "no-cache")], 0),
      ([("Last-Modified", date(-1000)), ("Pragma", "no-cache"), ("Cache-Control", "public")], 100),
    ] as [([(String, String)], Int)])
  func lifetime(fields: [(String, String)], seconds: Int) {
    var stored = response()
    stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
    #expect(stored.freshnessLifetime == .seconds(seconds))
  }

  @Test(
    "A refusal or failure is fresh for five minutes at most, and only if the server says so",
    arguments: [
      ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "max-age=2147483647")], 300),
      ([("Last-Modified", date(-100_000_000))], 0), ([("Expires", date(9999))], 300), ([], 0),
    ] as [([(String, String)], Int)])
  func refusalLifetime(fields: [(String, String)], seconds: Int) {
    for verdict in [Verdict.refusal, .failure] {
      var stored = response(status: 503, verdict: verdict)
      stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
      #expect(stored.freshnessLifetime == .seconds(seconds))
    }
  }

  @Test(
    "Age (§4.2.3)",
    arguments: [
      ([], 0, 0, 0), ([], 0, 30, 30), ([("Age", "10")], 0, 0, 10), ([("Age", "10")], 2, 5, 17),
      ([("Date", date(-20))], 0, 5, 25), ([("Date", date(-20)), ("Age", "50")], 3, 5, 58),
      ([("Date", date(500))], 0, 5, 5),  // the server's clock is ahead
      ([("Age", "-3")], 0, 5, 5), ([("Age", "x")], 0, 5, 5), ([("Date", "x")], 0, 5, 5),
      ([("Age", "10")], 0, -100, 10),  // our clock went backwards
      ([("Age", "10"), ("Age", "70")], 0, 0, 10), ([("Age", "70, 10")], 0, 0, 70),
    ] as [([(String, String)], Int, Int, Int)])
  func age(fields: [(String, String)], delay: Int, later: Int, seconds: Int) {
    var stored = response(delay: delay)
    stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
    #expect(stored.age(at: HTTPDate(seconds: received.seconds + later)) == .seconds(seconds))
  }

  @Test(
    "Fresh while the lifetime exceeds the age: equal is stale",
    arguments: [
      ("max-age=60", nil, 59, true), ("max-age=60", nil, 60, false), ("max-age=0", nil, 0, false),
      ("max-age=60, no-cache", nil, 0, false), ("max-age=60, immutable", nil, 59, true),
      ("max-age=60", "*", 0, false), ("max-age=60", "Accept", 0, true),
      ("max-age=60", nil, -1, false),  // it came in the future: a clock was wrong
    ] as [(String, String?, Int, Bool)])
  func fresh(cacheControl: String, vary: String?, later: Int, isFresh: Bool) {
    var stored = response(field("Cache-Control", cacheControl))
    if let vary { stored.fields.append(field("Vary", vary)) }
    #expect(stored.isFresh(at: HTTPDate(seconds: received.seconds + later)) == isFresh)
  }
}

@Suite("Storing, RFC 9111 §3 and §4.1")
struct StorabilityTests {
  @Test("A validator that could not be sent again is dropped")
  func unsendable() {
    let request = TransportRequest(url: "http://host/")
    let response = TransportResponse(
      status: 200, fields: [field("ETag", "\"a\rb\""), field("X", "1")], body: [], url: request.url)
    let stored = StoredResponse(reply(response), as: .document, to: RequestKey(request))
    #expect(stored.fields.all == [field("X", "1")])
    #expect(stored.conditions.isEmpty)
  }

  @Test(
    "Fields that are stored: not those of a connection (§3.1), nor those that name a secret",
    arguments: [
      ("Connection", false), ("keep-alive", false), ("Proxy-Authenticate", false),
      ("Proxy-Authentication-Info", false), ("Proxy-Authorization", false),
      ("Proxy-Connection", false), ("TE", false), ("Trailer", false), ("Transfer-Encoding", false),
      ("Upgrade", false), ("X-Hop", false), ("x-other-hop", false), ("Set-Cookie", false),
      ("X-Auth-Token", false), ("Client-Secret", false), ("X-Session-Id", false),
      ("X-Password", false), ("Authorization", false), ("X-API-Key", false), ("apikey", false),
      ("Public-Key-Pins", true), ("Key", true), ("ETag", true), ("X-Hope", true), ("Via", true),
      ("Access-Control-Allow-Origin", true), ("X-Powered-By", true),
    ])
  func storedFields(name: String, isStored: Bool) {
    let response = TransportResponse(
      status: 200, fields: [field("Connection", "close, X-Hop ,X-Other-Hop"), field(name, "1")],
      body: [], url: "http://host/")
    let key = RequestKey(TransportRequest(url: response.url))
    let stored = StoredResponse(reply(response), as: .document, to: key)
    #expect(stored.fields.all == (isStored ? [field(name, "1")] : []))
    let old = StoredResponse(
      reply(TransportResponse(status: 200, body: [], url: response.url)), as: .document, to: key)
    #expect(old.freshened(by: reply(response), to: key).fields.all.isEmpty == !isStored)
  }

  @Test("A server's cookies are not kept, and a request with credentials is not answered")
  func secrets() {
    let request = TransportRequest(url: "http://host/")
    let response = TransportResponse(
      status: 200, fields: [field("Set-Cookie", "sid=1"), field("X", "1")], body: [],
      url: request.url, origin: .network)
    let stored = StoredResponse(reply(response), as: .document, to: RequestKey(request))
    #expect(stored.fields.all == [field("X", "1")])
    #expect(stored.matches(RequestKey(request)))
    let asked = TransportRequest(url: request.url, fields: [field("cookie", "a=b")])
    #expect(!RequestKey(asked).mayBeStored)
  }

  @Test(
    "Vary: the same in every field that it names",
    arguments: [
      (nil, [], true), (nil, [field("Accept", "b")], true),
      ("Accept", [field("ACCEPT", "a")], true),
      ("Accept", [field("Accept", "b")], false), ("Accept", [], false),
      ("accept , X-Other", [field("Accept", "a")], true),
      ("Accept, X-Other", [field("Accept", "a"), field("X-Other", "1")], false),
      ("Accept", [field("Accept", " A ")], true), ("*", [], true), ("Accept, *", [], true),
      // The user's own fields count as if they were named, but for those that servers name.
      (nil, [field("X-Tenant", "1")], false), ("*", [field("X-Tenant", "1")], false),
      (nil, [field("Accept-Language", "de"), field("If-Match", "x"), field("Origin", "y")], true),
      (nil, [field("Cache-Control", "max-age=1"), field("Pragma", "x")], true),
    ] as [(String?, [HeaderFields.Field], Bool)])
  func varying(vary: String?, fields: [HeaderFields.Field], matches: Bool) {
    let url = "http://host/users"
    let first = TransportRequest(url: url, fields: [field("Accept", "a")])
    let response = TransportResponse(
      status: 200, fields: HeaderFields(vary.map { [field("Vary", $0)] } ?? []), body: [], url: url,
      origin: .network)
    let stored = StoredResponse(reply(response), as: .document, to: RequestKey(first))
    func key(_ url: String, _ fields: HeaderFields) -> RequestKey {
      RequestKey(TransportRequest(url: url, fields: fields))
    }
    #expect(stored.matches(key(url, HeaderFields(fields))) == matches)
    #expect(!stored.matches(key(url + "?", [field("Accept", "a")])))
  }

  @Test(
    "Values that mean the same (RFC 9110 §12.5)",
    arguments: [
      ("accept-language", "de, en;q=0.5", "EN ; q=0.5,de", true),
      ("accept-language", "de", "de-DE", false), ("accept-encoding", "gzip,br", "br, gzip", true),
      ("accept", "text/HTML;level=1, */*", "*/*,text/html; level=1", true),
      ("accept", "a/b;profile=X", "a/b;profile=x", false),
      ("accept", "a/b;p=\"x, Y\"", "a/b;p=\"x, y\"", false),
      ("origin", "http://A", "http://a", false), ("x-list", "a, b", "b, a", false),
    ])
  func normalized(name: String, one: String, other: String, areEqual: Bool) {
    #expect(
      (HeaderFields.normalized(one, of: name) == HeaderFields.normalized(other, of: name))
        == areEqual)
  }

  @Test(
    "Credentials are known by whole words of a field's name",
    arguments: [
      ("Authorization", true), ("X-Author", false), ("X-JWT", true), ("x_passwd", true),
      ("X-Passphrase", true), ("Client-Secret", true), ("X-Credential", true), ("Bearer", true),
      ("X-Session", true), ("X-Access-Token", true), ("X-Api-Key", true), ("Monkey", false),
      ("X-Keyboard", false), ("Cookie", true), ("Access-Control-Allow-Origin", false),
      ("Accept", false), ("X-Tokenizer", false), ("X-AuthToken", true), ("clientSecret", true),
      ("X-Monkeys-Key", true), ("X-APIKey", true), ("X-Amz-Signature", true),
    ])
  func credentialWords(name: String, isSecret: Bool) {
    #expect(field(name, "x").isSecret == isSecret)
  }
}

@Suite("Validation, RFC 9111 §4.3")
struct ValidationTests {
  @Test("A request asks by the entity tag and the date, as far as they are there")
  func conditions() {
    let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(response().conditions.isEmpty)
    #expect(response(field("Last-Modified", "long ago")).conditions.isEmpty)
    #expect(response(field("ETag", "\"\u{FFFD}\"")).conditions.isEmpty)
    #expect(response(field("ETag", "\"é\"")).conditions.map(\.value) == ["\"é\""])
    let both = response(field("ETag", "W/\"1\""), field("Last-Modified", modified))
    #expect(
      both.conditions
        == [field("If-None-Match", "W/\"1\""), field("If-Modified-Since", modified)])
  }

  @Test(
    "A 304 speaks of the stored response if its tag, where it has one, is the same",
    arguments: [
      ("\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "\"a\"", true),
      ("\"a\"", "\"b\"", false), ("\"a\"", nil, true), (nil, "\"a\"", false), (nil, nil, true),
    ] as [(String?, String?, Bool)])
  func confirmed(own: String?, told: String?, isSelected: Bool) {
    let stored = own.map { response(field("ETag", $0)) } ?? response()
    let notModified = TransportResponse(
      status: 304, fields: HeaderFields(told.map { [field("ETag", $0)] } ?? []), body: [], url: "",
      origin: .network)
    #expect(stored.isSelected(by: notModified) == isSelected)
  }

  @Test("Without tags, the date of the last change has to be the same")
  func confirmedByDate() {
    let stored = response(field("Last-Modified", date(-100)))
    for (told, isSelected) in [(date(-100), true), (date(-50), false)] {
      let notModified = TransportResponse(
        status: 304, fields: [field("Last-Modified", told)], body: [], url: "", origin: .network)
      #expect(stored.isSelected(by: notModified) == isSelected)
    }
  }

  @Test("What came by a redirect is never fresh, and asked about without conditions")
  func redirected() {
    let stored = response(
      field("Cache-Control", "max-age=60"), field("ETag", "\"1\""), isRedirected: true)
    #expect(stored.conditions.isEmpty)
    #expect(!stored.isFresh(at: received))
    #expect(ReuseRules().staleUse(of: stored, at: received) == .allowed)
    let anything = response(field("Vary", "*"))
    #expect(ReuseRules().staleUse(of: anything, at: received) == .forbidden(by: "Vary: *"))
  }

  @Test("Its fields take the old ones' places, but for those that describe the content (§3.2)")
  func freshening() {
    let stored = response(
      field("ETag", "\"a\""), field("Cache-Control", "max-age=1"), field("Content-Length", "2"),
      field("X-Old", "1"), body: "[7]")
    let later = HTTPDate(seconds: received.seconds + 100)
    let notModified = TransportResponse(
      status: 304,
      fields: [
        field("cache-control", "max-age=60"), field("Date", later.text),
        field("Content-Length", "0"), field("Content-Encoding", "gzip"), field("X-New", "2"),
      ], body: [], url: "", origin: .network)
    let fresh = stored.freshened(
      by: Reply(response: notModified, requested: later, received: later),
      to: RequestKey(TransportRequest(url: stored.url)))
    #expect(fresh.body == stored.body)
    #expect(
      fresh.fields.all == [
        field("ETag", "\"a\""), field("Content-Length", "2"), field("X-Old", "1"),
        field("cache-control", "max-age=60"), field("Date", later.text), field("X-New", "2"),
      ])
    #expect(fresh.age(at: later) == .zero)
  }

  @Test("The names in Vary of both count, each once; a huge list takes no longer than its length")
  func manyNames() {
    let names = (0..<20_000).map { "a\($0)" }
    let stored = response(field("Vary", names.joined(separator: ",")))
    let more = names[10_000...] + ["b"]
    let notModified = TransportResponse(
      status: 304, fields: [field("Vary", more.joined(separator: ","))], body: [], url: "")
    let key = RequestKey(TransportRequest(url: stored.url))
    let fresh = stored.freshened(by: reply(notModified), to: key)
    #expect(fresh.varyNames == (names + ["b"]).sorted())
    #expect(fresh.matches(key))
  }

  @Test("An age and a date that a 304 doesn't repeat don't count on")
  func agesEnd() {
    let stored = response(field("Age", "100"), field("Date", date(-500)))
    let later = HTTPDate(seconds: received.seconds + 1000)
    let notModified = TransportResponse(status: 304, body: [], url: "", origin: .network)
    let fresh = stored.freshened(
      by: Reply(response: notModified, requested: later, received: later),
      to: RequestKey(TransportRequest(url: stored.url)))
    #expect(fresh.age(at: later) == .zero)
  }
}

@Suite("What to do about a request, RFC 9111 §4, RFC 5861")
struct CachePolicyTests {
  /// What is done, in a word.
  private func word(_ stored: StoredResponse?, _ rules: ReuseRules, age: Int) -> String {
    let now = HTTPDate(seconds: received.seconds + age)
    return switch LookUp(stored, for: RequestKey(request), rules: rules, at: now) {
    case .atHand: "use"
    case .refused(_, let question): question == nil ? "refused" : "refused, and something stored"
    case .ask: "ask"
    case .notStored: "fetch"
    }
  }

  private let request = TransportRequest(url: "http://host/users")

  @Test(
    "Decision",
    arguments: [
      ("max-age=60", 10, false, nil, "use"), ("max-age=60", 60, false, nil, "ask"),
      ("max-age=60", 10, true, nil, "ask"), ("max-age=60", 10, false, 10, "use"),
      ("max-age=60", 10, false, 9, "ask"), ("max-age=60", 0, false, 0, "ask"),
      ("no-cache, max-age=60", 0, false, nil, "ask"),
    ] as [(String, Int, Bool, Int?, String)])
  func decision(
    cacheControl: String, age: Int, refreshes: Bool, maxAge: Int?, expected: String
  ) {
    var rules = ReuseRules()
    if refreshes { rules.policy = .refresh }
    rules.maxAge = maxAge.map { .seconds($0) }
    let stored = response(field("Cache-Control", cacheControl))
    #expect(word(stored, rules, age: age) == expected)
    #expect(word(nil, rules, age: age) == "fetch")
    rules.policy = .reload
    #expect(word(stored, rules, age: age) == "fetch")
  }

  @Test(
    "A stored response may stand in for a failure unless somebody forbids it",
    arguments: [
      ("max-age=60", 1000, nil, true), ("max-age=60", 1000, 940, true),
      ("max-age=60", 1000, 939, false),
      ("max-age=60", 10, 0, false), ("", 1_000_000, nil, true), ("no-cache", 1, nil, false),
      ("no-cache", 60, 60, true), ("no-cache", 61, 60, false), ("no-cache", 0, 0, false),
      ("no-cache, must-revalidate", 1, 60, false),
      ("no-cache, stale-if-error=5", 6, 60, true),
      ("max-age=60, must-revalidate", 1000, nil, false),
      ("max-age=60, must-revalidate", 1000, 9999, false),
      ("max-age=60, stale-if-error=100", 160, nil, true),
      ("max-age=60, stale-if-error=100", 161, nil, false),
      ("max-age=60, stale-if-error=100", 161, 9999, true),
      ("max-age=60, stale-if-error=100", 161, 100, false),
    ] as [(String, Int, Int?, Bool)])
  func fallback(cacheControl: String, age: Int, maxStale: Int?, isAllowed: Bool) {
    var rules = ReuseRules()
    rules.maxStale = maxStale.map { .seconds($0) }
    let now = HTTPDate(seconds: received.seconds + age)
    let stored = response(field("Cache-Control", cacheControl))
    #expect((rules.staleUse(of: stored, at: now) == .allowed) == isAllowed)
  }

  @Test(
    "Without a stored answer, whether one could have helped",
    arguments: [
      (.standard, nil, [], true), (.standard, 60, [], true), (.refresh, nil, [], true),
      (.standard, 0, [], false), (.reload, nil, [], false), (.storedOnly, nil, [], false),
      (.standard, nil, [field("Cache-Control", "no-store")], false),
      (.standard, nil, [field("Cache-Control", "no-cache")], false),
      (.standard, nil, [field("Authorization", "x")], false),
    ] as [(CachePolicy, Int?, HeaderFields, Bool)])
  func help(policy: CachePolicy, maxStale: Int?, fields: HeaderFields, couldHelp: Bool) {
    var rules = ReuseRules()
    (rules.policy, rules.maxStale) = (policy, maxStale.map { .seconds($0) })
    let request = TransportRequest(url: request.url, fields: fields)
    #expect(
      LookUp(nil, for: RequestKey(request), rules: rules, at: received).couldHelp == couldHelp)
  }

  @Test(
    "Which statuses are failures",
    arguments: [
      (200, false), (304, false), (400, false), (401, false), (403, false), (404, false),
      (408, true), (410, false), (425, true), (429, true), (500, true), (502, true), (503, true),
      (504, true), (520, true), (599, true),
    ])
  func failures(status: Int, isFailure: Bool) {
    #expect(Verdict.isFailure(status) == isFailure)
  }
}

@Suite("One key for one URL, RFC 3986 §6.2.2 and §6.2.3")
struct CacheKeyTests {
  @Test(
    "Spellings that mean the same",
    arguments: [
      ("http://host/users", "HTTP://HOST:80/users"), ("https://h/", "https://h:443"),
      ("http://h/", "http://h:"), ("http://h/~a-b", "http://h/%7Ea%2db"),
      ("http://h/%C3%A9", "http://h/é"), ("http://h/100%25", "http://h/100%"),
      ("http://h/%2F", "http://h/%2f"),
      ("http://h/x?q=~", "http://h/x?q=%7e"), ("http://h/x", "http://h/x#part"),
      ("http://h/x", "http://me:secret@h/x"), ("http://[::1]/x", "http://[::1]:80/x"),
    ])
  func same(one: String, other: String) {
    #expect(one.cacheKey == one)
    #expect(other.cacheKey == one)
  }

  @Test(
    "Spellings that may not",
    arguments: [
      ("http://h/a", "https://h/a"), ("http://h/a", "http://h:8080/a"),
      ("http://h/a", "http://h/A"),
      ("http://h/a", "http://h/a/"), ("http://h/a", "http://h/a?"),
      ("http://h/a/b", "http://h/a//b"),
      ("http://h/a%2Fb", "http://h/a/b"), ("http://h/x?a=1&b=2", "http://h/x?b=2&a=1"),
      ("http://h/%zz", "http://h/%ZZ"), ("http://h/a/%2e%2e/b", "http://h/b"),
      ("http://h/a/../b", "http://h/b"), ("http://h/x?a=../b", "http://h/b"),
      ("http://h:80:80/", "http://h:80/"),
    ])
  func different(one: String, other: String) {
    #expect(one.cacheKey != other.cacheKey)
  }

  @Test("Normalising twice changes nothing, whatever the text is")
  func idempotent() {
    let parts = ["http://", "H", ":80", "/", "..", ".", "%2e", "%2F", "?", "#", "@", "é", "%", "a"]
    for _ in 0..<2000 {
      let url =
        (Bool.random() ? "http://" : "")
        + (0..<Int.random(in: 0..<9)).map { _ in parts.randomElement() ?? "" }.joined()
      #expect(url.cacheKey.cacheKey == url.cacheKey, "\(url)")
    }
  }
}

@Suite("SHA-256, FIPS 180-4")
struct SHA256Tests {
  @Test(
    "The standard's examples, and the lengths around a block",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb924"), ("abc", "ba7816bf8f01cfea414140de5dae2223"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039"
      ),
      (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9a"),
      (String(repeating: "a", count: 63), "7d3e74a05d7db15bce4ad9ec0658ea98"),
      (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209"),
      (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c"),
    ])
  func examples(text: String, digest: String) {
    #expect(SHA256.halfDigest(text) == digest)
  }
}

@Suite("Which of several stored responses is used, RFC 9111 §4")
struct StoredChoiceTests {
  @Test(
    "The answer stored last, whatever Date says; refusals that came after it; offline no failure")
  func choices() {
    func ordered(_ order: Int, _ response: StoredResponse) -> StoredResponse {
      var response = response
      response.order = order
      return response
    }
    let old = ordered(4, response(field("Date", date(-100))))
    let new = ordered(6, response(field("Date", date(-50))))
    let future = ordered(3, response(field("Date", date(1000)), later: 10))
    let refusal = ordered(9, response(status: 401, verdict: .refusal, later: 1))
    let failure = ordered(8, response(status: 503, verdict: .failure))
    let early = ordered(2, response(status: 503, verdict: .failure))
    let online = StoredChoice(of: [old, new, failure, refusal, early, future], isOffline: false)
    #expect(online.answers == [1, 0, 5])
    #expect(online.refusals == [3, 2])
    let offline = StoredChoice(of: [refusal, old, new, failure], isOffline: true)
    #expect(offline.answers == [2, 1, 0] && offline.refusals.isEmpty)
    #expect(StoredChoice(of: [failure], isOffline: true).answers.isEmpty)
  }
}
