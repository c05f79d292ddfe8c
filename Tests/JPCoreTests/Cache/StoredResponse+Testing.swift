@testable import JPCore

/// 2026-11-20 23:41:50 GMT, when the responses of these cases arrived.
let received = HTTPDate(seconds: 1_795_218_110)

func response(
  _ fields: HeaderFields.Field..., url: String = "http://host/users",
  status: Int = 200, verdict: Verdict = .document, variant: String? = nil,
  delay: Int = 0, later: Int = 0, isRedirected: Bool = false, body: String = "[]"
) -> StoredResponse {
  let request = TransportRequest(url: url)
  return StoredResponse(
    url: url, status: status, statusLine: "HTTP/1.1 \(status) Fine", verdict: verdict,
    fields: HeaderFields(fields),
    variant: variant ?? RequestKey(request).variant(by: HeaderFields(fields).varyNames),
    userFields: "",
    requested: HTTPDate(seconds: received.seconds + later - delay),
    received: HTTPDate(seconds: received.seconds + later), isRedirected: isRedirected,
    body: Array(body.utf8))
}

/// A reply that came `later` seconds later.
func reply(_ response: TransportResponse, later: Int = 0) -> Reply {
  let time = HTTPDate(seconds: received.seconds + later)
  return Reply(response: response, requested: time, received: time)
}

func notModified(_ fields: HeaderFields.Field..., url: String = "") -> TransportResponse {
  TransportResponse(status: 304, fields: HeaderFields(fields), body: [], url: url)
}

func field(_ name: String, _ value: String) -> HeaderFields.Field {
  .init(name: name, value: value)
}

/// The text of the time so many seconds after ``received``.
func date(_ seconds: Int) -> String { HTTPDate(seconds: received.seconds + seconds).text }
