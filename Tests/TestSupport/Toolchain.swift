import Foundation

/// Swift's tools, found on the path of the test process.
package enum Toolchain {
  /// Whether a program can be built.
  package static let hasSwift = (try? run("swift", "--version"))?.status == 0

  /// Whether documentation can be built. On macOS, symbol graphs need more than a module.
  package static let hasDocC: Bool = {
    #if os(Linux)
      hasSwift && (try? run("docc", "--help"))?.status == 0
    #else
      false
    #endif
  }()

  private static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]

  /// Runs a tool to its end.
  package static func run(_ arguments: String...) throws -> CommandRun {
    try TestSupport.run("/usr/bin/env", arguments, environment: environment, limit: .seconds(600))
  }

  /// Builds a package, in debug mode unless the options select another.
  package static func build(package path: String, _ options: String...) async throws -> CommandRun {
    try await runSuspending(
      "/usr/bin/env", ["swift", "build", "--disable-sandbox", "--package-path", path] + options,
      environment: environment, limit: .seconds(900))
  }
}
