// swift-tools-version: 6.2

import PackageDescription

let features = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
].map { SwiftSetting.enableUpcomingFeature($0) }

let package = Package(
  name: "jpfetch",
  // Mutex needs these versions. On watchOS, Int may have 32 bits, too few for dates.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .executable(name: "jpfetch", targets: ["jpfetch"]),
    .library(name: "JPCore", targets: ["JPCore"]),
  ],
  targets: [
    .target(
      name: "CCurl",
      cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "JPCore", dependencies: ["CCurl"], swiftSettings: features),
    .executableTarget(
      name: "jpfetch", dependencies: ["JPCore", "CCurl"], exclude: ["Linking"],
      swiftSettings: features,
      linkerSettings: [
        // A program with Swift's static library still loads libstdc++ and libgcc, which takes a quarter
        // of its start. The folder Linking has a linker script in libstdc++'s place that names the
        // static archive, and -static-libgcc does the same for libgcc. --no-export-dynamic leaves out
        // the symbols that only a program that loads this one as a library would need.
        .unsafeFlags(
          [
            "-L\(Context.packageDirectory)/Sources/jpfetch/Linking",
            "-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic",
          ],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: features),
    .testTarget(
      name: "JPCoreTests", dependencies: ["JPCore", "TestSupport"], swiftSettings: features),
    .testTarget(
      name: "jpfetchTests", dependencies: ["jpfetch", "JPCore", "TestSupport"],
      exclude: [
        "Check/Snapshots", "Commands/Snapshots", "Messages/Snapshots", "Terminal/Snapshots",
      ],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6]
)
