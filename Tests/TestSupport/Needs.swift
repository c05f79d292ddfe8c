import Foundation
import Synchronization

/// Why a test is skipped. `.ci/run` allows some kinds by these names.
package enum SkipKind: String, Sendable {
  /// A program, a device or a permission is missing.
  case missing

  /// The test takes long, and all tests weren't asked for.
  case long

  /// The API's real data isn't next to the checkout.
  case data

  /// The test means nothing under a sanitizer.
  case sanitizer

  /// The test is about a release build.
  case release
}

// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

  extension Trait where Self == ConditionTrait {
    /// Skips the test unless the programs are installed; the notice names their packages.
    package static func needs(_ programs: String...) -> Self {
      let missing = programs.filter { Places.program($0) == nil }
      let packages = Set(missing.map(DebianPackage.bringing)).sorted()
      return needs(missing.joined(separator: ", "), from: packages.joined(separator: " ")) {
        missing.isEmpty
      }
    }

    /// Skips the test unless something is installed.
    ///
    /// - Parameters:
    ///   - package: the Debian package that installs it.
    ///   - isThere: asked before the test.
    package static func needs(
      _ name: String, from package: String, if isThere: @escaping @Sendable () async -> Bool
    ) -> Self {
      only("needs \(name): apt-get install \(package)", if: isThere)
    }

    /// Skips the test unless libcurl can be loaded.
    package static var needsLibcurl: Self {
      needs("libcurl", from: "libcurl4") { Places.hasLibcurl }
    }

    /// Skips the test unless the API's real data is next to the checkout.
    package static var needsRealData: Self {
      only(if: Places.hasRealData, "the API's real data isn't next to the checkout", kind: .data)
    }

    /// Skips the test unless all tests were asked for.
    package static var takesLong: Self {
      only(if: Effort.isFull, "takes long: JPFETCH_TESTS=all swift test --quiet", kind: .long)
    }

    /// Skips the test under a sanitizer, for the given reason.
    package static func notUnderSanitizer(_ reason: String) -> Self {
      only(if: !Places.isSanitized, "under a sanitizer: \(reason)", kind: .sanitizer)
    }

    /// Skips the test unless a condition is met.
    package static func only(
      if isMet: @autoclosure @escaping @Sendable () -> Bool, _ reason: String,
      kind: SkipKind = .missing
    ) -> Self {
      only(reason, kind: kind) { isMet() }
    }

    /// The only way to skip a test: the kind and the reason are counted and printed at the end of the
    /// run.
    package static func only(
      _ reason: String, kind: SkipKind = .missing, if isMet: @escaping @Sendable () async -> Bool
    ) -> Self {
      .enabled(Comment(rawValue: reason)) {
        if await isMet() { return true }
        Skipped.count(kind, reason)
        return false
      }
    }
  }

  extension Trait where Self == TimeLimitTrait {
    /// For every suite, so that a test that doesn't end is named.
    package static var limited: Self { .timeLimit(.minutes(10)) }
  }
#endif

/// The Debian and Ubuntu packages of the programs that tests use.
enum DebianPackage {
  /// Packages whose name differs from the program's.
  private static let names = [
    "cc": "gcc", "groff": "groff-base", "nginx": "nginx-light", "pgrep": "procps",
    "prlimit": "util-linux", "readelf": "binutils", "script": "bsdutils",
    "setpriv": "util-linux", "unshare": "util-linux",
  ]

  static func bringing(_ program: String) -> String { names[program] ?? program }
}

/// Counts skipped tests by reason and prints them when the process ends: `swift test --quiet` prints
/// failures only.
package enum Skipped {
  private static let counts = Mutex<[String: Int]>([:])

  package static func count(_ kind: SkipKind, _ reason: String) {
    let why = "\(kind): \(reason)"
    let isFirst = counts.withLock { counts in
      defer { counts[why, default: 0] += 1 }
      return counts.isEmpty
    }
    if isFirst { atexit { Skipped.report() } }
  }

  private static func report() {
    var text = ""
    let counts = counts.withLock(\.self)
    for why in counts.keys.sorted() {
      let count = counts[why, default: 0]
      var noun = "tests"
      if count == 1 { noun = "test" }
      text += "skipped \(count) \(noun): \(why)\n"
    }
    FileHandle.standardError.write(Data(text.utf8))
  }
}
