@testable import JPCore

extension FuzzTarget {
  /// Parses header fields, one on each line, and applies the rules for retries, redirects and stored
  /// responses to them. Waits, ages and lifetimes are never negative.
  static let fields = FuzzTarget(
    name: "fields",
    seeds: {
      [
        """
        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Cache-Control: public, max-age="43200", stale-if-error=60, no-cache="a,b"
        Age: 7, 8
        ETag: W/"1"
        Vary: Accept, *
        """,
        """
        Expires: Sunday, 06-Nov-94 08:49:37 GMT
        Last-Modified: Sun Nov  6 08:49:37 1994
        Retry-After: 120
        Pragma: no-cache
        If-Range: Sat, 01 Jan 0000 00:00:00 GMT
        Content-Length: 2
        Content-Encoding: gzip
        Location: https://h:443/y?z

        Trailer: 1
        """,
        "cache-control: no-store, must-revalidate, max-age=99999999999999999999",
      ].map { Array($0.split(separator: "\n").joined(separator: "\r\n").utf8) }
    },
    run: { input in
      var head = ResponseHead()
      for line in input.split(separator: .lineFeed, omittingEmptySubsequences: false) {
        head.receiveLine(text(line))
        check(line: text(line.last == 0x0D ? line.dropLast() : line))
      }
      _ = head.bodyBytes
      var response = HTTPResponse(
        status: 200, headerFields: head.fields, body: [], url: request.url)
      response.requested = clock[0]
      for received in clock {
        response.received = received
        check(StoredResponse(response, to: RequestKey(request).cacheKey))
      }
    })

  /// The earliest and the latest date that an entry can hold, and one between them.
  private static let clock = [0, 1_760_000_000, 253_402_300_799].map { HTTPDate(seconds: $0) }

  private static let request = HTTPRequest(
    url: "https://me:secret@h/x", headerFields: [.init(name: "Authorization", value: "Bearer x")])

  private static func check(line: String) {
    guard let field = HeaderFields.Field(line: line) else { return }
    let again = HeaderFields.Field(line: "\(field.name): \(field.value)")
    demand(field.isValid && again == field, "a field is one line")
    for now in clock {
      let wait = RetryPolicy.parseRetryAfter(field.value, now: now)
      demand(wait ?? .zero >= .zero, "waits aren't negative")
      _ = HTTPDate(field.value, now: now)
    }
    // A target that can't be requested is refused.
    let next = try? request.redirected(
      to: field.value, from: request.url, after: [], atMost: 1)
    if let next { demand(HTTPURL(next.url) != nil, "a redirect leads to a URL") }
  }

  private static func check(_ stored: StoredResponse) {
    let control = stored.cacheControl
    demand(control.staleIfError ?? .zero >= .zero, "seconds aren't negative")
    demand(stored.freshnessLifetime >= .zero, "lifetimes aren't negative")
    var rules = ReuseRules()
    rules.maxAge = .seconds(60)
    rules.maxStale = .seconds(Int.max)
    let key = RequestKey(HTTPRequest(url: stored.url))
    for now in clock {
      demand(stored.age(at: now) ?? .zero >= .zero, "ages aren't negative")
      for policy in CachePolicy.allCases {
        rules.policy = policy
        _ = StoredCopy(stored, for: key, rules, at: now)
      }
      var response = stored.response
      response.requested = now
      response.received = now
      if stored.isConfirmed(by: response) {
        let freshened = stored.freshened(by: response)
        _ = freshened.isFresh(at: now)
        _ = StoreUpdate(confirmed: freshened, by: response, to: key)
      }
      _ = StoreUpdate(response, as: .document, to: key, replacing: stored)
    }
  }
}
