// swift-tools-version: 6.2

import PackageDescription

var settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
// Warnings are errors only where .ci/run asks for it: a newer toolchain may have new ones, and
// Xcode silences those of packages that others depend on, which the compiler refuses together with
// this.
if Context.environment["MARTLET_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }

// The settings of new apps that Xcode makes.
let appSettings: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// Apple's privacy manifest. Resources make the package manager generate code that imports
// Foundation, so systems that have no use for it go without.
#if os(macOS)
  let libraryResources: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let excludedResources: [String] = []
#else
  let libraryResources: [Resource] = []
  let excludedResources = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "martlet",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Martlet", targets: ["Martlet"]),
    .executable(name: "mart", targets: ["MartletCommand"]),
    .executable(name: "martlet-bench", targets: ["MartletBench"]),
  ],
  dependencies: [],
  targets: [
    .target(
      name: "Martlet",
      dependencies: ["StopwordLists"],
      exclude: ["Analysis/Markup/HTML/GenerateNames.py", "Analysis/Unicode/GenerateTables.py"]
        + excludedResources,
      resources: libraryResources,
      swiftSettings: settings
    ),
    .target(
      name: "StopwordLists",
      path: "stopwords",
      exclude: ["GenerateWordLists.py", "LICENSES.txt", "lists"],
      swiftSettings: settings
    ),
    .target(
      name: "MartletToolSupport",
      resources: [.copy("Artworks/Artworks.tsv"), .copy("Artworks/NOTICE.txt")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MartletCommand",
      dependencies: ["Martlet", "MartletToolSupport"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MartletBench",
      dependencies: ["Martlet", "MartletToolSupport"],
      path: "Benchmarks",
      exclude: ["Records", "performance.sh"],
      swiftSettings: settings
    ),
    .target(
      name: "MartletTestSupport",
      dependencies: ["Martlet"],
      path: "Tests/MartletTestSupport",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MartletVictim",
      dependencies: ["Martlet", "MartletTestSupport"],
      path: "Tests/Victim",
      swiftSettings: settings
    ),
    .testTarget(
      name: "MartletTests",
      dependencies: [
        "Martlet", "MartletBench", "MartletCommand", "MartletTestSupport", "MartletToolSupport",
        "MartletVictim",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MartletMainActorTests",
      dependencies: ["Martlet", "MartletTestSupport"],
      path: "Tests/MainActor",
      swiftSettings: settings + appSettings
    ),
  ]
)
