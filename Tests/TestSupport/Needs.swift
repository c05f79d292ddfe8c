// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

  /// Why a test is skipped. `.ci/run` allows some kinds by these names.
  package enum SkipKind: String, Sendable {
    /// A program, a device or a permission isn't there.
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

  extension Trait where Self == ConditionTrait {
    /// Skips the test unless the programs are installed; the notice names their packages.
    package static func needs(_ programs: String...) -> Self {
      let missing = programs.filter { Places.program($0) == nil }
      let packages = Set(missing.map { DebianPackage.bringing($0) }).sorted()
      return needs(
        missing.joined(separator: ", "), from: packages.joined(separator: " "), missing.isEmpty)
    }

    /// Skips the test unless something is installed.
    ///
    /// - Parameter package: the Debian package that installs it.
    package static func needs(
      _ name: String, from package: String,
      _ isThere: @autoclosure @escaping @Sendable () -> Bool
    ) -> Self {
      only(if: isThere(), "needs \(name): apt-get install \(package)")
    }

    /// Skips the test unless libcurl can be loaded.
    package static var needsLibcurl: Self {
      needs("libcurl", from: "libcurl4", Places.hasLibcurl)
    }

    /// Skips the test unless the API's real data is next to the checkout.
    package static var needsRealData: Self {
      only(if: Places.hasRealData, "the API's real data isn't beside the checkout", kind: .data)
    }

    /// Skips the test unless all tests are wanted.
    package static var takesLong: Self {
      only(if: Effort.isFull, "takes long: JPFETCH_TESTS=all swift test --quiet", kind: .long)
    }

    /// Skips the test under a sanitizer, for the given reason.
    package static func notUnderSanitizer(_ reason: String) -> Self {
      only(if: !Places.isSanitized, "under a sanitizer: \(reason)", kind: .sanitizer)
    }

    /// The only way to skip a test: the kind and the reason are counted and printed at the end of the
    /// run.
    package static func only(
      if isMet: @autoclosure @escaping @Sendable () -> Bool, _ reason: String,
      kind: SkipKind = .missing
    ) -> Self {
      .enabled(Comment(rawValue: reason)) {
        if isMet() { return true }
        Skipped.count("\(kind): \(reason)")
        return false
      }
    }
  }
#endif
