import Foundation
import Testing

/// Apple's file systems ignore case: what differs only in case is one file there, and one folder of
/// what a build leaves behind.
@Suite("Names that differ only in case")
struct CaseTests {
  /// The names that are one where case is ignored, in groups.
  private static func clashes(_ names: some Sequence<String>) -> [[String]] {
    Dictionary(grouping: Set(names)) { $0.lowercased() }.values
      .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The files and folders of the package, without those that tools have made.
  private static func paths() throws -> [String] {
    let files = FileManager.default
    let folder = PackageFolder.url.path
    let top = try files.contentsOfDirectory(atPath: folder)
    return top.filter { ![".git", ".build", ".swiftpm"].contains($0) }.flatMap { entry in
      let below = try? files.subpathsOfDirectory(atPath: "\(folder)/\(entry)")
      return [entry] + (below ?? []).map { "\(entry)/\($0)" }
    }
  }

  /// The names of targets and products that a manifest declares.
  private static func declarations(_ manifest: String) -> [String] {
    let name = /\.(?:library|executable|target|executableTarget|testTarget)\(\s*name: "([^"]*)"/
    return manifest.matches(of: name).map { String($0.1) }
  }

  /// The folder of the target to which a file belongs.
  private static func target(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.prefix(["Sources", "Tests"].contains(parts[0]) ? 2 : 1).joined(separator: "/")
  }

  @Test("no two files or folders")
  func files() throws {
    let paths = try Self.paths()
    #expect(paths.contains("Sources/Martlet/API/SearchIndex.swift"))
    #expect(Self.clashes(paths) == [])
  }

  @Test("no two source files of a target, in whatever folders: a build puts their objects into one")
  func sources() {
    let targets = Dictionary(grouping: PackageFile.all.map(\.path), by: Self.target)
    #expect(targets["Sources/Martlet"] != nil)
    for paths in targets.values {
      #expect(Self.clashes(paths.map { String($0.split(separator: "/").last ?? "") }) == [])
    }
  }

  @Test("no two targets or products")
  func manifest() throws {
    let names = Self.declarations(try PackageFolder.text("Package.swift"))
    #expect(Set(["Martlet", "StopwordLists", "mart", "MartletTests"]).isSubset(of: names))
    #expect(Self.clashes(names) == [])
  }

  @Test("a clash is seen, the same name twice is none")
  func canFail() {
    let names = Self.declarations(
      """
      .library(name: "Engine", targets: ["Engine"]), .executable(name: "engine", targets: []),
      .target(
        name: "Engine"), .executableTarget(name: "Tool", dependencies: [.product(name: "tool")])
      """)
    #expect(names == ["Engine", "engine", "Engine", "Tool"])
    #expect(Self.clashes(names) == [["Engine", "engine"]])
    #expect(Self.target(of: "Sources/Martlet/API/Batch.swift") == "Sources/Martlet")
    #expect(Self.target(of: "Benchmarks/Main.swift") == "Benchmarks")
  }
}
