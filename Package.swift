// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "jpfetch",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "JPCore", targets: ["JPCore"]),
  ],
  targets: [
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "JPCore", dependencies: ["CCurl"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "JPCoreTests", dependencies: ["JPCore", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
