import TestSupport
import Testing

@testable import JPCore

@Suite("What a response changes in the store, RFC 9111 §3", .limited)
struct StoreUpdateTests {
  private func word(_ update: StoreUpdate) -> String {
    switch update {
    case .nothing: "nothing"
    case .discardRefusals: "discard refusals"
    case .store: "store"
    case .replaceVariants(nil): "remove variants"
    case .replaceVariants: "replace variants"
    }
  }

  @Test(
    "The verdict, the status and Cache-Control decide",
    arguments: [
      ([200, 203, 300, 301, 308, 414], .document, [nil, "no-cache, private"], "store"),
      ([201, 202, 226], .document, [nil], "discard refusals"),
      ([201], .document, ["max-age=60"], "store"),
      ([206, 304, 100], .document, ["max-age=60"], "discard refusals"),
      // Without knowing must-understand (§5.2.2.3), no-store counts.
      (
        [200], .document, ["max-age=60, No-Store", "must-understand, no-store"], "discard refusals"
      ),
      ([404, 410, 204], .absence, [nil, "max-age=60"], "replace variants"),
      ([404, 410, 204], .absence, ["no-store"], "remove variants"),
      ([405], .refusal, [nil], "store"), ([403, 418, 302], .refusal, ["max-age=60"], "store"),
      ([403, 418, 302, 400], .refusal, [nil], "discard refusals"),
      ([500, 503, 429], .failure, ["max-age=60"], "store"),
      (
        [503, 404], .failure, [nil, "max-age=0", "no-cache, max-age=60", "no-store, max-age=60"],
        "discard refusals"
      ),
      ([200, 404, 503], .unusable, [nil, "max-age=60"], "discard refusals"),
    ] as [([Int], Verdict, [String?], String)])
  func responses(statuses: [Int], verdict: Verdict, cacheControls: [String?], expected: String) {
    for status in statuses {
      for cacheControl in cacheControls {
        var fields: HeaderFields = []
        fields["Cache-Control"] = cacheControl
        let update = StoreUpdate(reply(status, fields), as: verdict, to: key())
        #expect(word(update) == expected, "\(status) \(cacheControl ?? "")")
      }
    }
  }

  @Test(
    "The request's fields decide",
    arguments: [
      (["Cache-Control": "no-store"], "discard refusals"), (["authorization": "x"], "nothing"),
      (["X-API-Key": "x"], "nothing"), (["Host": "other"], "nothing"),
    ] as [(HeaderFields, String)])
  func requests(fields: HeaderFields, expected: String) {
    #expect(word(StoreUpdate(reply(200), as: .document, to: key(fields))) == expected)
  }

  @Test(
    "The URL that answered decides",
    arguments: [
      ("http://me:secret@host/users", "http://host/users", .document, "nothing"),
      ("http://host/users", "http://me:secret@host/users", .document, "discard refusals"),
      ("http://host/users@home", "http://host/users@home", .document, "store"),
      ("http://host/users?Token=x", "http://host/users?Token=x", .document, "nothing"),
      ("http://host/users", "http://host/users?a=1&sig=x", .document, "discard refusals"),
      ("http://host/users", "https://host/users", .document, "store"),
      // Anybody can answer over http.
      ("HTTPS://host/users", "http://host/users", .document, "nothing"),
      ("HTTPS://host/users", "https://other/users", .document, "store"),
      // Another origin, such as a login, doesn't know that a record is missing.
      ("http://host/users", "http://host:80/elsewhere", .absence, "replace variants"),
      ("http://host/users", "http://portal/login", .absence, "discard refusals"),
      ("http://host/users", "https://host/users", .absence, "discard refusals"),
    ] as [(String, String, Verdict, String)])
  func places(url: String, source: String, verdict: Verdict, expected: String) {
    let update = StoreUpdate(reply(200, from: source), as: verdict, to: key(url: url))
    #expect(word(update) == expected)
  }

  @Test("A URL with a token is stored if the store is private, but not in a folder's name")
  func ofOneUser() {
    let request = TransportRequest(url: "http://host/users?token=s3cret")
    let key = RequestKey(request, isOfOneUser: true)
    let update = StoreUpdate(reply(200, from: request.url), as: .document, to: key)
    #expect(word(update) == "store")
    #expect(!EntryName.folder(of: key.url).contains("s3cret"))
    #expect(EntryName.folder(of: key.url) != EntryName.folder(of: key.url + "2"))
  }

  @Test(
    "A 401 is stored, but none about a credential, which the key of the entry lacks",
    arguments: [([], "store"), (["Authorization": "x"], "discard refusals")]
      as [(HeaderFields, String)])
  func unauthorized(fields: HeaderFields, expected: String) {
    let request = TransportRequest(url: "http://host/users", fields: fields)
    let key = RequestKey(request, isOfOneUser: true)
    let refusal = reply(401, ["Cache-Control": "max-age=60"])
    #expect(word(StoreUpdate(refusal, as: .refusal, to: key)) == expected)
    #expect(word(StoreUpdate(reply(200), as: .document, to: key)) == "store")
  }

  @Test(
    "A 304 with no-store in it or in the request leaves the stored answer unchanged",
    arguments: [
      (["Cache-Control": "no-store"], []), ([], ["Cache-Control": "no-store"]),
    ] as [(HeaderFields, HeaderFields)])
  func confirmed(fields: HeaderFields, asked: HeaderFields) {
    #expect(StoreUpdate(confirmed: response(fields), to: key(asked)) == .discardRefusals)
  }

  @Test(
    "An answer replaces what matches, a refusal other refusals, a missing record all variants",
    arguments: [
      (200, .document, ["answer", "refusal"]), (405, .refusal, ["refusal"]),
      (200, .unusable, ["refusal"]), (404, .absence, ["answer", "refusal", "variant"]),
    ] as [(Int, Verdict, [String])])
  func removals(status: Int, verdict: Verdict, removed: [String]) {
    func stored(_ verdict: Verdict, _ fields: HeaderFields = []) -> StoredResponse {
      StoredResponse(reply(200, ["Vary": "Accept"]), as: verdict, to: key(fields))
    }
    let all = [
      ("answer", stored(.document)), ("refusal", stored(.failure)),
      ("variant", stored(.document, ["Accept": "text/csv"])),
      ("another user's", stored(.document, ["X-Tenant": "red"])),
    ]
    let update = StoreUpdate(reply(status), as: verdict, to: key())
    #expect(all.filter { update.removes($1, for: key()) }.map(\.0) == removed)
  }
}
