import TestSupport

/// Redirects in the program; RedirectTests has the rules for following them.
extension FaultCase {
  private static func to(_ target: String, status: Int = 302) -> [Step] {
    .reply(status: status, fields: ["Location: \(target)"], "")
  }

  /// `/users` redirects to a target; only `/x` exists.
  private static func leading(
    _ name: String, to target: String, status: Int = 302, _ outcome: Outcome,
    stored: Stored = .usual
  ) -> FaultCase {
    FaultCase(
      name: name,
      answer: { request in
        request.path == "/users"
          ? to(target, status: status)
          : request.path == "/x" ? .reply(whole) : .reply(status: 404, "")
      }, outcome: outcome, stored: stored, requests: 2)
  }

  static let redirects: [FaultCase] =
    [301, 302, 303, 307, 308].map { status in
      leading("\(status) to a path", to: "/x", status: status, .document(whole), stored: .isNotUsed)
    } + [
      FaultCase(
        "302 without Location", .reply(status: 302, ""), .status(302), stored: .isNotUsed),
      FaultCase("302 with an empty Location", to(""), .status(302), stored: .isNotUsed),
      FaultCase(
        "300 with Location", to("/x", status: 300), .status(300), stored: .isNotUsed, requests: 1),
      FaultCase(
        "305", to("http://127.0.0.1:1/", status: 305), .status(305), stored: .isNotUsed,
        requests: 1),
      leading("A relative redirect", to: "./a/../x#part", .document(whole), stored: .isNotUsed),
      leading("A redirect to a missing page", to: "/y", .error("http.404", at: "/y")),
      FaultCase(
        name: "10 redirects",
        answer: { request in
          let number = Int(request.path.dropFirst()) ?? 0
          return number < 10 ? to("/\(number + 1)") : .reply(whole)
        },
        outcome: .document(whole), stored: .isNotUsed, requests: 11),
      FaultCase("A redirect to a file", to("file:///etc/passwd"), .other, requests: 1),
      FaultCase("A redirect with a password", to("http://you:secret@127.0.0.1:1/x"), .refused),
    ]
}
