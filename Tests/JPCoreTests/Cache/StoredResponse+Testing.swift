@testable import JPCore

/// 2026-11-20 23:41:50 GMT, when the responses of these cases arrived.
let received = HTTPDate(seconds: 1_795_218_110)

/// The time a number of seconds after ``received``.
func moment(_ seconds: Int) -> HTTPDate { HTTPDate(seconds: received.seconds + seconds) }

/// The text of that time.
func date(_ seconds: Int) -> String { moment(seconds).text }

/// The key of a request.
func key(_ headerFields: HeaderFields = [], url: String = "http://host/users") -> RequestKey {
  RequestKey(HTTPRequest(url: url, headerFields: headerFields))
}

/// A stored response to a request without fields.
func response(
  _ fields: HeaderFields = [], url: String = "http://host/users", status: Int = 200,
  delay: Int = 0, isRedirected: Bool = false, body: String = "[]"
) -> StoredResponse {
  var response = HTTPResponse(
    status: status, statusLine: "HTTP/1.1 \(status) Fine", headerFields: fields,
    body: Array(body.utf8), url: url)
  response.requested = moment(-delay)
  response.received = received
  let key = CacheKey(url: url, userFields: "", userFieldsDigest: "")
  return StoredResponse(response, for: key, isRedirected: isRedirected)
}

/// A server's response that came `later` seconds after ``received``.
func reply(
  _ status: Int, _ fields: HeaderFields = [], from url: String = "http://host/users",
  later: Int = 0
) -> HTTPResponse {
  var response = HTTPResponse(status: status, headerFields: fields, body: [], url: url)
  response.requested = moment(later)
  response.received = moment(later)
  return response
}
