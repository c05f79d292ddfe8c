// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "jpfetch",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "jpfetch", targets: ["jpfetch"]),
    .library(name: "JPCore", targets: ["JPCore"]),
  ],
  targets: [
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "JPCore", dependencies: ["CCurl"]),
    .executableTarget(name: "jpfetch", dependencies: ["JPCore"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "JPCoreTests", dependencies: ["JPCore", "TestSupport"]),
    .testTarget(
      name: "jpfetchTests", dependencies: ["jpfetch", "JPCore", "TestSupport"],
      exclude: ["Commands/Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
