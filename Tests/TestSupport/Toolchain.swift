import Foundation

/// Swift's tools, found on the path of the test process.
package enum Toolchain {
  /// Whether a program can be built.
  package static func hasSwift() async -> Bool {
    let run = try? await run(["swift", "--version"])
    return run?.status == 0
  }

  /// Whether documentation can be built. On macOS, symbol graphs need more than a module.
  package static func hasDocC() async -> Bool {
    #if os(Linux)
      let run = try? await run(["docc", "--help"])
      return await hasSwift() && run?.status == 0
    #else
      false
    #endif
  }

  /// Builds a package, in debug mode unless the options select another.
  package static func build(_ package: String, _ options: String...) async throws -> CommandRun {
    try await run(["swift", "build", "--disable-sandbox", "--package-path", package] + options)
  }

  /// Runs a tool to its end.
  package static func run(_ arguments: [String]) async throws -> CommandRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await TestSupport.run(
      "/usr/bin/env", arguments, environment: ["PATH": path], limit: .seconds(900))
  }
}
