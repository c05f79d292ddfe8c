// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

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
      only(if: Places.hasRealData, "the API's real data isn't beside the checkout")
    }

    /// Skips the test unless all tests are wanted.
    package static var takesLong: Self {
      only(if: Effort.isFull, "takes long: JPFETCH_TESTS=all swift test --quiet")
    }

    /// Skips the test under a sanitizer, for the given reason.
    package static func notUnderSanitizer(_ reason: String) -> Self {
      only(if: !Places.isSanitized, "under a sanitizer: \(reason)")
    }

    /// The only way to skip a test: the reason is counted and printed at the end of the run.
    package static func only(
      if isMet: @autoclosure @escaping @Sendable () -> Bool, _ reason: String
    ) -> Self {
      .enabled(Comment(rawValue: reason)) {
        if isMet() { return true }
        Skipped.count(reason)
        return false
      }
    }
  }
#endif
