import Foundation
import Testing

/// Examples in texts, and the Swift files that have them word for word, so that they are compiled.
enum CompiledExamples {
  /// The page of each file of examples.
  static let files = [
    "README.md": "ReadmeExample", "Martlet": "LandingPageExample",
    "GettingStarted": "GettingStartedExample", "QueryLanguage": "QueryLanguageExample",
    "AnalyzersAndLanguages": "AnalyzersExample", "FiltersAndFields": "FiltersExample",
    "DurabilityAndConcurrency": "DurabilityExample", "Errors": "ErrorsExample",
    "SortingAndFacets": "SortingExample", "Ranking": "RankingExample",
    "Snippets": "SnippetsExample", "KeepingInStep": "KeepingInStepExample",
    "LiveSearch": "LiveSearchExample", "Recipes": "RecipesExample",
    "RecipesForStores": "RecipesForStoresExample",
    "RecipesForPrograms": "RecipesForProgramsExample",
  ]

  /// The page of each file of examples that is compiled for the main actor.
  static let mainActorFiles = ["GettingStarted": "Tests/MainActor/MainActorExample.swift"]

  /// The lines of the files of a page.
  static func lines(_ name: String, of page: String) throws -> [String] {
    try lines(name)
      + (mainActorFiles[page].map(PackageFolder.text).map(MarkdownPage.codeLines) ?? [])
  }

  /// The lines of a file of examples.
  static func lines(_ name: String) throws -> [String] {
    MarkdownPage.codeLines(
      try PackageFolder.text("Tests/MartletTests/Documentation/Examples/\(name).swift"))
  }

  static func contains(_ lines: [String], _ block: [String]) -> Bool {
    !block.isEmpty && lines.indices.contains { lines[$0...].starts(with: block) }
  }

  /// The blocks that do not stand in `lines`. Those of a package manifest are checked elsewhere.
  static func missing(_ blocks: [[String]], in lines: [String]) -> [String] {
    blocks.filter { !PackageManifestExample.isManifest($0) && !contains(lines, $0) }
      .map { $0.joined(separator: "\n") }
  }
}

@Suite("Documentation: examples")
struct DocumentationExampleTests {
  @Test("every example of README and of the articles stands in a file that is compiled")
  func articles() throws {
    let pages = try MarkdownPage.catalog + [.read("README.md")]
    var names: Set<String> = []
    for page in pages where !page.swiftBlocks.isEmpty {
      let key = page.path == "README.md" ? page.path : page.name
      names.insert(key)
      guard let file = CompiledExamples.files[key] else {
        Issue.record("\(page.path) has examples and no file in Documentation/Examples")
        continue
      }
      let compiled = try CompiledExamples.lines(file, of: key)
      for block in CompiledExamples.missing(page.swiftBlocks, in: compiled) {
        Issue.record("\(page.path) has an example that \(file).swift lacks:\n\(block)")
      }
    }
    #expect(names == Set(CompiledExamples.files.keys))
  }

  @Test("every example of a doc comment stands in a file that is compiled")
  func docComments() throws {
    let compiled = try CompiledExamples.lines("DocCommentExample")
    var count = 0
    for file in SymbolTable.library.files {
      let comments = file.text.split(separator: "\n").map { line in
        line.drop { $0 == " " }
      }.filter { $0.hasPrefix("///") }.map { $0.dropFirst(3) }
      let blocks = MarkdownPage.swiftBlocks(
        comments.map { String($0.first == " " ? $0.dropFirst() : $0) }.joined(separator: "\n"))
      count += blocks.count
      for block in CompiledExamples.missing(blocks, in: compiled) {
        Issue.record("\(file.path) has an example that DocCommentExample.swift lacks:\n\(block)")
      }
    }
    #expect(count >= 4)
  }

  @Test("the manifest is the same in all texts, and its product exists")
  func manifest() throws {
    let pages = try [MarkdownPage.read("README.md"), .named("GettingStarted")]
    let manifests = pages.map { $0.swiftBlocks.filter(PackageManifestExample.isManifest) }
    #expect(manifests[0] == manifests[1])
    #expect(manifests[0].count == 1)
    let text = manifests[0].joined().joined(separator: "\n")
    let package = try PackageFolder.text("Package.swift")
    #expect(text.contains(#".product(name: "Martlet", package: "martlet")"#))
    #expect(package.contains(#".library(name: "Martlet""#))
    #expect(package.contains(#"name: "martlet""#))
  }

  @Test("an example that differs in one word is seen")
  func canFail() {
    let blocks = MarkdownPage.swiftBlocks("a\n```swift\nlet a = 1\n\n  let b = 2\n```\nb\n")
    #expect(blocks == [["let a = 1", "let b = 2"]])
    #expect(CompiledExamples.missing(blocks, in: ["x", "let a = 1", "let b = 2"]) == [])
    #expect(
      CompiledExamples.missing(blocks, in: ["let a = 1", "let b = 3"]) == ["let a = 1\nlet b = 2"])
  }
}

/// The part of a manifest that texts show. `.ci/dependent` builds a program with that of README.
enum PackageManifestExample {
  static func isManifest(_ block: [String]) -> Bool {
    block.contains { $0.contains(".package(url:") }
  }
}
