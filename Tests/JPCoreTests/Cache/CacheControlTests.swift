import TestSupport
import Testing

@testable import JPCore

@Suite("Cache-Control, RFC 9111 §5.2", .limited)
struct CacheControlTests {
  @Test(
    "max-age is 0 if its value is invalid or if two max-age directives differ (§4.2.1)",
    arguments: [
      ("MAX-AGE=60", 60), ("max-age=\"60\"", 60), (" max-age = 60 ", 60),
      ("public, max-age=060, x", 60), ("max-age=99999999999999999999", 2_147_483_647),
      ("max-age", 0), ("max-age=-1", 0),
      ("max-age=60, max-age=60", 60), ("max-age=60, max-age=61", 0), ("max-age=1, max-age=x", 0),
      ("s-maxage=60", nil), ("max-ages=60", nil), ("x=\"a, max-age=60\"", nil),
      ("x=\"\\\"\", max-age=60", 60), ("x=\"\\\", max-age=60, y=\"", nil),
    ] as [(String, Int?)])
  func maxAge(value: String, seconds: Int?) {
    #expect(CacheControl([value]).maxAge == seconds.map { .seconds($0) })
  }

  @Test("Directives are found in any case, and the shortest stale-if-error applies")
  func directives() {
    let all = CacheControl(["No-Store,NO-CACHE=\"Set-Cookie, X\" ,, must-revalidate,immutable,z=1"])
    #expect(all.noStore && all.noCache && all.mustRevalidate)
    let none = CacheControl(["x=\"no-store\", no-cached, private"])
    #expect(!none.noStore && !none.noCache && !none.mustRevalidate)
    for value in ["stale-if-error=5, stale-if-error=3", "stale-if-error=3, stale-if-error=5"] {
      #expect(CacheControl([value]).staleIfError == .seconds(3))
    }
    #expect(CacheControl(["stale-if-error=x"]).staleIfError == .zero)
  }

  @Test(
    "Only quotes of a whole quoted argument hide a directive",
    arguments: [
      ["x=\"\\\"\", no-store"], ["x=\"a, no-store"], ["x=a\"b, no-store, y=c\"d"],
      ["\"x, no-store, y\""], ["x = \"a\"b, no-store"], ["x=\"a", "no-store", "y=\"b"],
    ])
  func quotes(lines: [String]) {
    #expect(CacheControl(lines).noStore)
  }
}
