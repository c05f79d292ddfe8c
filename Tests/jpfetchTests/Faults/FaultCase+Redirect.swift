import TestSupport

extension FaultCase {

  private static func to(_ target: String, status: Int = 302) -> [Step] {
    .reply(status: status, fields: ["Location: \(target)"], "")
  }

  /// `/users` redirects to a target; only `/x` exists.
  private static func leading(
    _ name: String, to target: String, status: Int = 302, _ outcome: Outcome, requests: Int? = nil
  ) -> FaultCase {
    FaultCase(
      name,
      answering: { request, _ in
        request.path == "/users"
          ? to(target, status: status)
          : request.path == "/x" ? .reply(whole) : .reply(status: 404, "")
      }, outcome, requests: requests)
  }

  private static func hops(_ count: Int) -> Answer {
    { _, number in number < count ? to("/\(number + 1)") : .reply(whole) }
  }

  static let redirects: [FaultCase] =
    [301, 302, 303, 307, 308].flatMap { status in
      [
        FaultCase(
          "\(status) without Location", .reply(status: status, ""), .status(status),
          stored: .isNotUsed),
        leading("\(status) to a path", to: "/x", status: status, .document(whole), requests: 2),
      ]
    } + [
      FaultCase("302 with an empty Location", to(""), .status(302), stored: .isNotUsed),
      FaultCase(
        "300 with Location", .reply(status: 300, fields: ["Location: /x"], ""), .status(300),
        stored: .isNotUsed, requests: 1),
      FaultCase(
        "305", .reply(status: 305, fields: ["Location: http://127.0.0.1:1/"], ""), .status(305),
        stored: .isNotUsed, requests: 1),
      FaultCase(
        "A redirect with a page",
        .reply(status: 301, type: "text/html", "<title>301 Moved</title>"),
        .status(301)),
      leading("A relative redirect", to: "x", .document(whole), requests: 2),
      leading("A redirect with dots", to: "./a/../x", .document(whole), requests: 2),
      leading("A redirect with a fragment", to: "/x#part", .document(whole), requests: 2),
      leading(
        "A redirect to a missing page", to: "/y",
        .error("http.404", at: "/y")),
      FaultCase(
        "A redirect to itself", to("/users"),
        .other,
        requests: 11),
      FaultCase("10 redirects", answering: hops(10), .document(whole), requests: 11),
      FaultCase(
        "11 redirects", answering: hops(11),
        .other,
        requests: 11),
      FaultCase("A redirect to ftp", to("ftp://127.0.0.1/x"), .other, requests: 1),
      FaultCase("A redirect to a file", to("file:///etc/passwd"), .other, requests: 1),
      FaultCase(
        "A redirect to a script", to("javascript:alert(1)"), .other, requests: 1),
      FaultCase(
        "A redirect to data", to("data:application/json,[]"), .other, requests: 1),
      FaultCase(
        "A redirect to a mailbox", to("mailto:a@b.example"), .other, requests: 1),
      FaultCase("A redirect to no host", to("http://"), .other, requests: 1),
      FaultCase(
        "A redirect to a port without a server", to("http://127.0.0.1:1/x"),
        .refused),
      FaultCase(
        "A redirect with a password", to("http://you:hidden@127.0.0.1:1/x"),
        .refused),
    ]
}
