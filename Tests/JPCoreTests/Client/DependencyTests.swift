import Foundation
import TestSupport
import Testing

/// Builds a package that has this one from a git repository, as a stranger would.
@Suite(
  "A package that depends on this one by URL and version",
  .takesLong, .needs("git"), .only("no swift on the path", if: Toolchain.hasSwift), .limited)
struct DependencyTests {
  @Test("A dependent package builds and runs the library and the program, in debug and release")
  func dependency() async throws {
    let directory = try TemporaryDirectory()
    let version = try await jpfetch("--version").text.split(separator: " ").last ?? ""
    let tag = version.trimmingCharacters(in: .newlines)
    try await Self.makeRepository(tagged: tag, in: directory)
    try directory.write(
      Self.manifest(url: "file://\(directory.path)/jpfetch", version: tag),
      to: "stranger/Package.swift")
    try directory.write(Self.program, to: "stranger/Sources/users/main.swift")

    let package = "\(directory.path)/stranger"
    for configuration in ["debug", "release"] {
      let build = try await Toolchain.build(package, "-c", configuration)
      try #require(build.status == 0, "\(build.text.suffix(4000))\(build.errors.suffix(1000))")
      #expect(!build.text.contains("warning:"), "\(build)")
      let products = "\(package)/.build/\(configuration)"
      try await run("\(products)/users", []).expect(text: "Ada Brennan 10 500\n")
      try await run("\(products)/jpfetch", ["--version"]).expect(text: "jpfetch \(tag)\n")
    }
  }

  /// Commits what a release has of this package, and tags it.
  private static func makeRepository(
    tagged tag: String, in directory: TemporaryDirectory
  ) async throws {
    let repository = directory.url.appending(path: "jpfetch")
    let files = FileManager.default
    for folder in ["stranger/Sources/users", "jpfetch"] {
      try files.createDirectory(
        at: directory.url.appending(path: folder), withIntermediateDirectories: true)
    }
    for name in ["Package.swift", "Sources", "Tests"] {
      try files.copyItem(
        at: Places.package.appending(path: name), to: repository.appending(path: name))
    }
    let git = try #require(Places.program("git"))
    let author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    for arguments in [
      ["init", "-q"], ["add", "."], ["commit", "-q", "-m", "release"], ["tag", tag],
    ] {
      let path = repository.path(percentEncoded: false)
      let outcome = try await run(git, ["-C", path] + author + arguments)
      try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
  }

  private static func manifest(url: String, version: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "stranger",
      platforms: [.macOS(.v15)],
      dependencies: [.package(url: "\(url)", from: "\(version)")],
      targets: [
        .executableTarget(
          name: "users",
          dependencies: [
            .product(name: "JPCore", package: "jpfetch"),
            .product(name: "jpfetch", package: "jpfetch"),
          ])
      ]
    )
    """
  }

  private static let program = """
    import JPCore

    for user in try await JSONPlaceholder.sample.fetch(.usersWithAlbums()).value.prefix(1) {
      print(user.name, user.albums.count, user.albums.flatMap(\\.photos).count)
    }
    """
}
