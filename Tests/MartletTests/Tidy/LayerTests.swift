import Testing

/// The order of the folders of `Sources/Martlet`: a folder may name only types of folders that
/// stand before it. `Architecture.md` explains each.
enum LayerOrder {
  static let folders = [
    "Support", "Model", "Bytes", "Ranking", "Storage", "Analysis", "Schema", "Segment", "Inversion",
    "Durability", "Merge", "Query", "Execution", "Presentation", "Inspection", "Engine", "API",
  ]

  /// A file of a folder, with its tokens.
  struct File {
    var path: String
    var folder: String
    var source: SwiftSource
  }

  /// Every use of a type in a folder before the one that declares it, as a line for a person.
  ///
  /// Sees types declared at the top level of a file, by name. A name that a file declares itself,
  /// and a name behind a dot, is taken to be something else.
  static func violations(in files: [File], folders: [String] = folders) -> [String] {
    let ranks = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
    var declarations: [String: (rank: Int, path: String)] = [:]
    for file in files {
      for name in file.source.topLevelTypes {
        declarations[name] = (ranks[file.folder] ?? folders.count, file.path)
      }
    }
    var violations: [String] = []
    for file in files {
      guard let rank = ranks[file.folder] else {
        violations.append("\(file.path): the folder \(file.folder) has no place in the order")
        continue
      }
      let local = file.source.localNames
      var previous = ""
      for token in file.source.tokens {
        if previous != ".", !local.contains(token.text), let found = declarations[token.text],
          found.rank > rank
        {
          violations.append(
            "\(file.path):\(token.line): \(token.text) belongs to a later folder (\(found.path))")
        }
        previous = token.text
      }
    }
    return violations
  }
}

@Suite("Folder order")
struct LayerTests {
  private func file(_ path: String, _ text: String) -> LayerOrder.File {
    let folder = path.split(separator: "/").first.map(String.init) ?? ""
    return LayerOrder.File(path: path, folder: folder, source: SwiftSource(text))
  }

  @Test("no folder names a type of a later folder")
  func order() {
    let root = "Sources/Martlet"
    let files = PackageFile.all.filter { $0.path.hasPrefix("\(root)/") }.map { file in
      let folder = file.path.dropFirst(root.count + 1).split(separator: "/").first.map(String.init)
      return LayerOrder.File(path: file.path, folder: folder ?? "", source: file.source)
    }
    #expect(files.count > 50)
    for violation in LayerOrder.violations(in: files) { Issue.record("\(violation)") }
    #expect(Set(LayerOrder.folders) == Set(files.map(\.folder)), "each folder of the order exists")
  }

  @Test("a reference upwards is found, in code and inside a string")
  func upwards() {
    let low = file(
      "Low/A.swift",
      """
      struct A {
        // High is not named by a comment,
        let text = "nor by a High in a string"
        let found = "but \\(High.self) is code"
        func make() -> High { High() }
      }
      """)
    let high = file("High/High.swift", "struct High { var a: A }")
    #expect(
      LayerOrder.violations(in: [low, high], folders: ["Low", "High"]) == [
        "Low/A.swift:4: High belongs to a later folder (High/High.swift)",
        "Low/A.swift:5: High belongs to a later folder (High/High.swift)",
        "Low/A.swift:5: High belongs to a later folder (High/High.swift)",
      ])
    #expect(
      LayerOrder.violations(in: [low, high], folders: ["High", "Low"]) == [
        "High/High.swift:1: A belongs to a later folder (Low/A.swift)"
      ])
  }

  @Test("a name of the file's own, a member and a private type are no references")
  func ownNames() {
    let low = file(
      "Low/A.swift",
      "struct A<Value> { struct Item {}; var value: Value; var item: Item; let x = y.Other }")
    let high = file(
      "High/B.swift", "struct Value {}\nstruct Item {}\nenum Other {}\nprivate struct A2 {}")
    #expect(LayerOrder.violations(in: [low, high], folders: ["Low", "High"]) == [])
  }

  @Test("a folder that the order does not name is refused")
  func unknownFolders() {
    #expect(
      LayerOrder.violations(in: [file("Utils/A.swift", "")]) == [
        "Utils/A.swift: the folder Utils has no place in the order"
      ])
  }

  @Test("Architecture.md explains the same folders in the same order")
  func map() throws {
    let text = try PackageFolder.text("Sources/Martlet/Martlet.docc/Architecture.md")
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.map { String($0.dropFirst(4)) } == LayerOrder.folders)
  }
}
