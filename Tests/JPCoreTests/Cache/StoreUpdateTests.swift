import TestSupport
import Testing

@testable import JPCore

@Suite("What a response changes in the store, RFC 9111 §3", .limited)
struct StoreUpdateTests {
  private func word(_ update: StoreUpdate) -> String {
    switch update {
    case .nothing: "nothing"
    case .store: "store"
    case .remove: "remove"
    }
  }

  /// What a response changes if nothing is stored.
  private func word(_ reply: Reply, _ verdict: Verdict = .document, _ key: RequestKey) -> String {
    word(StoreUpdate(reply, as: verdict, to: key, replacing: nil))
  }

  @Test(
    "Documents and absences are stored unless no-store forbids it; refusals and failures never are",
    arguments: [
      ([200, 203], .document, [nil, "no-cache, private"], "store"),
      ([201, 202, 226], .document, [nil], "nothing"),
      ([201], .document, ["max-age=60"], "store"),
      ([206, 304, 100], .document, ["max-age=60"], "nothing"),
      // Without knowing must-understand (§5.2.2.3), no-store counts.
      ([200], .document, ["max-age=60, No-Store", "must-understand, no-store"], "nothing"),
      ([404, 410, 204], .absence, [nil, "max-age=60"], "store"),
      ([404, 410, 204], .absence, ["no-store"], "remove"),
      ([403, 405, 418, 302, 400], .refusal, [nil, "max-age=60"], "nothing"),
      ([500, 503, 429, 404, 200], .failure, [nil, "max-age=60"], "nothing"),
    ] as [([Int], Verdict, [String?], String)])
  func responses(statuses: [Int], verdict: Verdict, cacheControls: [String?], expected: String) {
    for status in statuses {
      for cacheControl in cacheControls {
        var fields: HeaderFields = []
        fields["Cache-Control"] = cacheControl
        let word = word(reply(status, fields), verdict, key())
        #expect(word == expected, "\(status) \(cacheControl ?? "")")
      }
    }
  }

  @Test(
    "A response isn't stored if its request has no-store, or if its key forbids it",
    arguments: [
      (["Cache-Control": "no-store"], "nothing", "remove"),
      (["Cache-Control": "max-age=0, no-cache"], "store", "store"),
      // RequestKeyTests has the other fields.
      (["authorization": "x"], "nothing", "nothing"),
    ] as [(HeaderFields, String, String)])
  func requests(fields: HeaderFields, document: String, absence: String) {
    #expect(word(reply(200), .document, key(fields)) == document)
    #expect(word(reply(404), .absence, key(fields)) == absence)
  }

  @Test(
    "A response isn't stored if the requested or final URL has secrets, or if https led to http",
    arguments: [
      ("http://me:secret@host/users", "http://host/users", "nothing"),
      ("http://host/users", "http://me:secret@host/users", "nothing"),
      ("http://host/users@home", "http://host/users@home", "store"),
      ("http://host/users?Token=x", "http://host/users?Token=x", "nothing"),
      ("http://host/users", "http://host/users?a=1&sig=x", "nothing"),
      ("http://host/users", "https://host/users", "store"),
      // Over http, anyone can answer.
      ("HTTPS://host/users", "http://host/users", "nothing"),
      ("HTTPS://host/users", "https://other/users", "store"),
    ])
  func urls(url: String, source: String, expected: String) {
    #expect(word(reply(200, from: source), .document, key(url: url)) == expected)
  }

  @Test(
    "A redirected response never replaces or removes a response without a redirect",
    arguments: [
      (200, .document, [], "store", "store", "nothing"),
      (404, .absence, [], "store", "store", "nothing"),
      (404, .absence, ["Cache-Control": "no-store"], "remove", "remove", "nothing"),
      (204, .absence, [], "store", "store", "nothing"),
      (503, .failure, [], "nothing", "nothing", "nothing"),
    ] as [(Int, Verdict, HeaderFields, String, String, String)])
  func redirects(
    status: Int, verdict: Verdict, fields: HeaderFields, alone: String, redirected: String,
    direct: String
  ) {
    let login = reply(status, fields, from: "http://host/login")
    for (stored, expected) in [
      (nil, alone), (response(isRedirected: true), redirected), (response(), direct),
    ] {
      let update = StoreUpdate(login, as: verdict, to: key(), replacing: stored)
      #expect(word(update) == expected)
      // Without a redirect, the stored response doesn't matter.
      let own = StoreUpdate(reply(status, fields), as: verdict, to: key(), replacing: stored)
      #expect(word(own) == alone)
    }
  }

  @Test(
    "A 304 stores nothing if the confirmed response or the request has no-store",
    arguments: [
      ([], [], "store"), (["Cache-Control": "no-store"], [], "nothing"),
      ([], ["Cache-Control": "no-store"], "nothing"),
    ] as [(HeaderFields, HeaderFields, String)])
  func confirmed(fields: HeaderFields, asked: HeaderFields, expected: String) {
    let update = StoreUpdate(confirmed: response(fields), by: reply(304), to: key(asked))
    #expect(word(update) == expected)
  }
}
