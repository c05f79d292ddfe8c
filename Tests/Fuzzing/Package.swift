// swift-tools-version: 6.2

import PackageDescription

// The fuzz targets, with instrumented copies of the sources, which are links to the folders of the
// package above. jpfetch is linked as a library, and its `main` is renamed, because libFuzzer brings a
// `main` as well.

let features = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
].map { SwiftSetting.enableUpcomingFeature($0) }
let watched = ["-sanitize=fuzzer,address", "-enable-testing"]
let renamed = ["-entry-point-function-name", "jpfetch_main"].flatMap { ["-Xfrontend", $0] }

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CCurl"),
    .target(
      name: "JPCore", dependencies: ["CCurl"], swiftSettings: features + [.unsafeFlags(watched)]),
    .target(
      name: "jpfetch", dependencies: ["JPCore", "CCurl"], exclude: ["Linking"],
      swiftSettings: features + [.unsafeFlags(watched + renamed)]),
    .executableTarget(
      name: "Fuzzing", dependencies: ["jpfetch", "JPCore"],
      swiftSettings: features + [.unsafeFlags(watched)],
      linkerSettings: [.unsafeFlags(watched), .linkedLibrary("dl", .when(platforms: [.linux]))]),
  ],
  swiftLanguageModes: [.v6]
)
