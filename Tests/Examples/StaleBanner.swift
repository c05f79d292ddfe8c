// A view model that shows the stored value at once, with a banner while it is stale.

import JPCore

/// The state that a view observes (with `@Observable` in an app).
@MainActor final class UsersModel {
  private(set) var names: [String] = []
  private(set) var banner: String?

  private let api: JSONPlaceholder

  init(_ api: JSONPlaceholder) { self.api = api }

  /// Called when the view appears, and when it is pulled down.
  func load() async {
    do {
      for try await users in api.updates(.users) {
        names = users.value.map(\.name)
        banner = banner(of: users)
        show()
      }
    } catch {
      banner = "Nothing to show: \(error)"
      show()
    }
  }

  private func banner(of users: Answer<[User]>) -> String? {
    guard users.isStale else { return nil }
    let age = users.storedAgo.map { "\(Int($0 / .seconds(60))) min ago" } ?? "before"
    return users.errors.isEmpty ? "Stored \(age), updating" : "Offline, stored \(age)"
  }

  private func show() { print(names.count, "users.", banner ?? "Up to date") }
}

let cache = ResponseCache(directory: "responses")
let base = BaseURL(CommandLine.arguments[1]) ?? .jsonPlaceholder
let model = UsersModel(JSONPlaceholder(baseURL: base, cache: cache))
await model.load()
await model.load()

// The same in a tunnel.
let tunnel = CannedTransport { _ in .failure(.noRoute) }
let offline = UsersModel(
  JSONPlaceholder(baseURL: base, cache: cache, configuration: .init(transport: tunnel)))
await offline.load()

// > 10 users. Up to date
// > 10 users. Stored 0 min ago, updating
// > 10 users. Up to date
// > 10 users. Stored 0 min ago, updating
// > 10 users. Offline, stored 0 min ago
