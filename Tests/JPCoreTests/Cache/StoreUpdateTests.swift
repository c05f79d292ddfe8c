import TestSupport
import Testing

@testable import JPCore

@Suite("What a response changes in the store, RFC 9111 §3", .limited)
struct StoreUpdateTests {
  /// What a response changes if nothing is stored.
  private func word(_ reply: HTTPResponse, _ verdict: StoreVerdict = .document, _ key: RequestKey)
    -> String
  {
    switch StoreUpdate(reply, as: verdict, to: key, replacing: nil) {
    case .nothing: "nothing"
    case .store: "store"
    case .remove: "remove"
    }
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
    ] as [([Int], StoreVerdict, [String?], String)])
  func responses(statuses: [Int], verdict: StoreVerdict, cacheControls: [String?], expected: String)
  {
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
    "A response isn't stored if the final URL has a user name, or if https led to http",
    arguments: [
      ("http://host/users", "http://me:secret@host/users", "nothing"),
      ("http://host/users@home", "http://host/users@home", "store"),
      ("http://host/users", "https://host/users", "store"),
      // Over http, anyone can answer.
      ("HTTPS://host/users", "http://host/users", "nothing"),
      ("HTTPS://host/users", "https://other/users", "store"),
    ])
  func urls(url: String, source: String, expected: String) {
    #expect(word(reply(200, from: source), .document, key(url: url)) == expected)
  }
}
