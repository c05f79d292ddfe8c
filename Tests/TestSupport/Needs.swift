// The release is built with a static standard library, where there is no Testing.
#if canImport(Testing)
  package import Testing

  extension Trait where Self == ConditionTrait {
    /// Only where programs are installed; the notice names what brings them.
    package static func needs(_ programs: String...) -> Self {
      let missing = programs.filter { Places.program($0) == nil }
      let packages = Set(missing.map { DebianPackage.bringing($0) }).sorted()
      return needs(
        missing.joined(separator: ", "), from: packages.joined(separator: " "), missing.isEmpty)
    }

    /// Only where something is installed.
    ///
    /// - Parameter package: the Debian package that brings it.
    package static func needs(
      _ name: String, from package: String,
      _ isThere: @autoclosure @escaping @Sendable () -> Bool
    ) -> Self {
      only(if: isThere(), "needs \(name): apt-get install \(package)")
    }

    /// Only where jpfetch can go online.
    package static var needsLibcurl: Self {
      needs("libcurl", from: "libcurl4", Places.hasLibcurl)
    }

    /// Only where there is time for it.
    package static var takesLong: Self {
      only(if: Effort.isFull, "takes long: JPFETCH_TESTS=all swift test --quiet")
    }

    /// Not under a sanitizer, for the reason given.
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
