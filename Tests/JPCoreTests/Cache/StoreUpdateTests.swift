import TestSupport
import Testing

@testable import JPCore

@Suite("What a response changes in the store, RFC 9111 §3", .limited)
struct StoreUpdateTests {
  private static let url = "http://host/users"

  private static func update(
    _ status: Int, _ verdict: Verdict, _ cacheControl: String? = nil, asked: HeaderFields = [],
    url: String = url, from source: String? = nil
  ) -> StoreUpdate {
    var fields: HeaderFields = []
    fields["Cache-Control"] = cacheControl
    let response = TransportResponse(
      status: status, fields: fields, body: [], url: source ?? url, origin: .network)
    let now = HTTPDate(seconds: 1_795_218_110)
    return StoreUpdate(
      Reply(response: response, requested: now, received: now), as: verdict,
      to: RequestKey(TransportRequest(url: url, fields: asked)))
  }

  private static func word(_ update: StoreUpdate) -> String {
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
      (
        [200, 203, 300, 301, 308, 414], .document, [nil, "max-age=60", "no-cache, private"], "store"
      ),
      ([404, 410, 204], .absence, [nil, "max-age=60", "no-cache"], "replace variants"),
      ([404, 410, 204], .absence, ["no-store"], "remove variants"),
      ([405], .refusal, [nil], "store"), ([403, 418, 302], .refusal, ["max-age=60"], "store"),
      ([403, 418, 302, 400], .refusal, [nil], "discard refusals"),
      ([201, 202, 226], .document, [nil], "discard refusals"),
      ([201, 202], .document, ["max-age=60"], "store"),
      ([206, 304, 100], .document, ["max-age=60"], "discard refusals"),
      ([500, 503, 429], .failure, ["max-age=60"], "store"),
      (
        [500, 503, 429, 404], .failure,
        [
          nil, "max-age=0", "no-cache, max-age=60", "max-age=1.5", "max-age=60, max-age=61",
          "no-store, max-age=60",
        ], "discard refusals"
      ),
      ([200, 404, 503], .unusable, [nil, "max-age=60"], "discard refusals"),
      ([200], .document, ["no-store", "max-age=60, No-Store"], "discard refusals"),
      // Without knowing must-understand (§5.2.2.3), no-store counts.
      ([200], .document, ["must-understand, no-store"], "discard refusals"),
    ] as [([Int], Verdict, [String?], String)])
  func responses(statuses: [Int], verdict: Verdict, cacheControls: [String?], expected: String) {
    for status in statuses {
      for cacheControl in cacheControls {
        let update = Self.update(status, verdict, cacheControl)
        #expect(Self.word(update) == expected, "\(status) \(cacheControl ?? "")")
      }
    }
  }

  @Test(
    "The request and the URL that answered decide",
    arguments: [
      ([["Cache-Control": "no-store"]], url, url, "discard refusals"),
      (
        [
          ["authorization": "Bearer x"], ["Cookie": "x"], ["X-API-Key": "x"], ["X-Auth-Token": "x"],
          ["Proxy-Authorization": "x"], ["Host": "other"],
        ], url, url, "nothing"
      ),
      ([[]], "http://me:secret@host/users", url, "nothing"),
      ([[]], url, "http://me:secret@host/users", "discard refusals"),
      ([[]], "http://host/users@home", "http://host/users@home", "store"),
      ([[]], url, "https://host/users", "store"),
      // Anybody can answer over http.
      ([[]], "HTTPS://host/users", "http://host/users", "nothing"),
      ([[]], "HTTPS://host/users", "https://other/users", "store"),
    ] as [([HeaderFields], String, String, String)])
  func requests(asked: [HeaderFields], url: String, source: String, expected: String) {
    for fields in asked {
      let update = Self.update(200, .document, "max-age=60", asked: fields, url: url, from: source)
      #expect(Self.word(update) == expected, "\(fields.all)")
    }
  }

  @Test("A 404 after a redirect to another origin doesn't remove the record")
  func absenceElsewhere() {
    for (source, expected) in [
      ("http://host/elsewhere", "replace variants"), ("http://host:80/users", "replace variants"),
      ("http://portal/login", "discard refusals"), ("https://host/users", "discard refusals"),
    ] {
      #expect(Self.word(Self.update(404, .absence, from: source)) == expected)
    }
  }

  @Test(
    "A 304 with no-store in it or in the request leaves the stored answer unchanged",
    arguments: [
      ("max-age=60", [], "store"), ("no-store", [], "discard refusals"),
      ("max-age=60", ["Cache-Control": "no-store"], "discard refusals"),
    ] as [(String, HeaderFields, String)])
  func confirmed(cacheControl: String, asked: HeaderFields, expected: String) {
    let confirmed = response(.init(name: "Cache-Control", value: cacheControl))
    let request = RequestKey(TransportRequest(url: confirmed.url, fields: asked))
    #expect(Self.word(StoreUpdate(confirmed: confirmed, to: request)) == expected)
  }

  @Test(
    "An update removes the right entries among variants and user-added fields",
    arguments: [
      (update(200, .document), ["document", "absence", "refusal", "failure"]),
      (update(405, .refusal), ["refusal", "failure"]),
      (update(200, .unusable), ["refusal", "failure"]),
      (
        update(404, .absence, "no-store"),
        ["document", "absence", "refusal", "failure", "variant"]
      ),
      (update(200, .document, asked: ["Cookie": "x"]), []),
    ] as [(StoreUpdate, [String])])
  func removals(update: StoreUpdate, removed: [String]) {
    let request = RequestKey(TransportRequest(url: Self.url))
    func stored(_ verdict: Verdict, _ fields: HeaderFields = []) -> StoredResponse {
      let response = TransportResponse(
        status: 200, fields: ["Vary": "Accept"], body: [], url: Self.url, origin: .network)
      let now = HTTPDate(seconds: 1_795_218_110)
      return StoredResponse(
        Reply(response: response, requested: now, received: now), as: verdict,
        to: RequestKey(TransportRequest(url: Self.url, fields: fields)))
    }
    let all = [
      ("document", stored(.document)), ("absence", stored(.absence)),
      ("refusal", stored(.refusal)), ("failure", stored(.failure)),
      ("variant", stored(.document, ["Accept": "text/csv"])),
      ("another user's field", stored(.document, ["X-Tenant": "red"])),
    ]
    #expect(all.filter { update.removes($1, for: request) }.map(\.0) == removed)
  }
}
