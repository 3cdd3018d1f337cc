// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "martlet",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Martlet", targets: ["Martlet"]),
    .executable(name: "martlet", targets: ["MartletCommand"]),
    .executable(name: "martlet-bench", targets: ["MartletBench"]),
  ],
  dependencies: [],
  targets: [
    .target(
      name: "Martlet",
      dependencies: ["StopwordLists"],
      exclude: ["Analysis/Unicode/GenerateTables.py"],
      swiftSettings: settings
    ),
    .target(
      name: "StopwordLists",
      path: "stopwords",
      resources: [
        .embedInCode("english.txt"),
        .embedInCode("mysql.txt"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MartletCommand",
      dependencies: ["Martlet"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MartletBench",
      dependencies: ["Martlet"],
      path: "Benchmarks",
      swiftSettings: settings
    ),
    .target(
      name: "MartletTestSupport",
      dependencies: ["Martlet"],
      path: "Tests/MartletTestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "MartletTests",
      dependencies: ["Martlet", "MartletTestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
  ]
)
