import TestSupport
import Testing

@testable import JPCore

@Suite("Storing, RFC 9111 §3.1, and credentials", .limited)
struct StorabilityTests {
  @Test(
    "A field's name determines whether its value is secret, and whether the field is stored",
    arguments: [
      (
        [
          "Set-Cookie", "X-AuthToken", "clientSecret", "X-Session-Id", "x_passwd", "Passphrase",
          "Proxy-Authorization", "X-Credential", "X-APIKey", "X-Api-Key", "api_key", "AccessKey",
          "Bearer", "X-JWT", "Proxy-Authentication-Info", "auth", "X_Authentication",
          "X-Monkeys-Key", "x.sid", "X-Amz-Signature", "X-CSRF", "xsrf", "OAuth-Nonce", "X-Hmac",
          "DPoP", "PHPSESSID", "X-Pwd", "X-Pass", "X-Sig", "X-Pin", "X-OTP", "sid",
        ], true, false
      ),
      (
        [
          "ETag", "Via", "X-Hope", "X-Author", "X-Keys", "X-Keyboard", "X-Pinned", "Residence",
          "Inside", "Access-Control-Allow-Credentials",
        ], false, true
      ),
      // Fields of the connection.
      (
        [
          "Connection", "keep-alive", "Proxy-Authenticate", "Proxy-Connection", "TE", "Trailer",
          "Transfer-Encoding", "Upgrade", "X-Hop", "x-other-hop",
        ], false, false
      ),
    ])
  func fields(names: [HeaderFields.Name], isSecret: Bool, isStored: Bool) {
    for name in names {
      let field = HeaderFields.Field(name: name, value: "1")
      #expect(field.isSecretInResponse == isSecret, "\(name)")
      // A value with a CR couldn't be sent back.
      let answer = reply(
        200, ["Connection": "close, X-Hop ,X-Other-Hop", name: "1", "If-Odd": "\"a\rb\""])
      let expected = HeaderFields(isStored ? [field] : [])
      #expect(StoredResponse(answer, to: key().cacheKey).fields == expected, "\(name)")
      #expect(response().freshened(by: answer).fields == expected, "\(name)")
    }
  }
}

@Suite("Validation, RFC 9111 §4.3", .limited)
struct ValidationTests {
  @Test(
    "A conditional request has the stored entity tag, if there is exactly one, and the date",
    arguments: [
      (
        ["ETag": "W/\"é\"", "Last-Modified": date(-9)],
        ["If-None-Match": "W/\"é\"", "If-Modified-Since": date(-9)]
      ), (["ETag": "\"\u{FFFD}\"", "Last-Modified": "long ago"], []),
      (["ETag": "abc"], ["If-None-Match": "abc"]), (["ETag": "W/abc"], ["If-None-Match": "W/abc"]),
      (["ETag": "\"a,b\""], ["If-None-Match": "\"a,b\""]),
      (["ETag": "\"\""], ["If-None-Match": "\"\""]),
      (["ETag": "*", "Last-Modified": date(-9)], ["If-Modified-Since": date(-9)]),
      (["ETag": ""], []),
      (["ETag": "\"a\"", "etag": "\"b\""], []), (["ETag": "\"a\", \"b\""], []),
      (["ETag": "a, b"], []),
      (["ETag": "a\"b\""], []), (["ETag": "\"a"], []),
    ] as [(HeaderFields, HeaderFields)])
  func conditions(fields: HeaderFields, conditions: HeaderFields) {
    #expect(HeaderFields(response(fields).conditions) == conditions)
    let redirected = response(fields, isRedirected: true)
    #expect(redirected.conditions.isEmpty)
  }

  @Test(
    "A 304 confirms a stored response with the same entity tag or, without one, the same date",
    arguments: [
      ([], [], true), (["ETag": "\"a\""], ["ETag": "W/\"a\""], true),
      (["ETag": "W/\"a\""], ["ETag": "\"a\""], true), ([], ["ETag": "\"a\""], false),
      (["ETag": "\"a\""], ["ETag": "\"b\""], false),
      // Unicode takes these for the same text; the server doesn't.
      (["ETag": "\"\u{E9}\""], ["ETag": "\"e\u{301}\""], false),
      (["Last-Modified": "\u{E9}"], ["Last-Modified": "e\u{301}"], false),
      (["Last-Modified": "then"], ["Last-Modified": "then"], true),
      (["Last-Modified": "then"], ["Last-Modified": "now"], false),
      // The server has compared the tag, which is stronger.
      (["Last-Modified": "then", "ETag": "\"a\""], ["Last-Modified": "now"], true),
    ] as [(HeaderFields, HeaderFields, Bool)])
  func confirmed(stored: HeaderFields, new: HeaderFields, isSelected: Bool) {
    #expect(response(stored).isConfirmed(by: reply(304, new)) == isSelected)
  }

  @Test(
    "A 304's fields replace the stored ones, except those that describe the content (§3.2)",
    arguments: [["Date": date(100)], []] as [HeaderFields])
  func freshening(newDate: HeaderFields) {
    let content: HeaderFields = [
      "Content-Length": "2", "Content-Type": "application/json", "Content-Encoding": "br",
      "Content-Range": "x",
    ]
    let kept: HeaderFields = ["ETag": "\"a\"", "X-Old": "1"]
    let old: HeaderFields = ["Cache-Control": "max-age=1", "Age": "100", "Date": date(-50)]
    let others: HeaderFields = ["cache-control": "max-age=60", "X-New": "2"]
    let new = HeaderFields(others.all + newDate.all)
    let other = content.map { HeaderFields.Field(name: $0.name, value: "other") }
    let stored = response(HeaderFields(kept.all + old + content), body: "[7]")
    let fresh = stored.freshened(
      by: reply(304, HeaderFields(new.all + other), later: 100))
    #expect(fresh.response.body == stored.response.body)
    #expect(fresh.fields.all == kept.all + content + new)
    // An old Age or Date would make it older.
    #expect(fresh.age(at: moment(100)) == .zero)
  }
}
