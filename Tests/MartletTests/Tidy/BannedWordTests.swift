import Testing

/// Words that must not stand in the code, and where else they may.
private struct BannedWords {
  static let libcImports: Set = ["Glibc", "Musl", "Darwin", "Android", "Bionic", "WinSDK", "ucrt"]
  static let programErrors = "Sources/Martlet/Support/ProgramError.swift"
  static let libcFiles: Set = [
    "Sources/Martlet/Storage/SystemCalls.swift",
    "Sources/Martlet/Storage/SystemCalls+Mapping.swift",
    "Sources/Martlet/Storage/SystemCalls+Volumes.swift",
    "Sources/Martlet/Storage/SystemCalls+Writing.swift",
  ]

  /// Returns the violations in a file, as lines for a person.
  static func violations(path: String, source: SwiftSource) -> [String] {
    let isLibrary = path.hasPrefix("Sources/Martlet/")
    let mayUseFoundation =
      !isLibrary || ["Engine", "API"].contains { path.hasPrefix("Sources/Martlet/\($0)/") }
    var violations: [String] = []
    var previous = ""
    for token in source.tokens {
      let pair = token.isAttached ? previous + token.text : token.text
      let reason: String? =
        switch pair {
        case "try!", "as!": "\(pair) traps"
        case "fatalError(":
          path == programErrors ? nil : "fatalError traps; throw, or use a precondition"
        case _ where previous == "import" && token.text.hasPrefix("Foundation"):
          mayUseFoundation ? nil : "Foundation stays in Engine and API"
        case _ where previous == "import" && libcImports.contains(token.text):
          !isLibrary || libcFiles.contains(path) ? nil : "\(token.text) stays in SystemCalls"
        default: nil
        }
      if let reason { violations.append("\(path):\(token.line): \(reason)") }
      previous = token.text
    }
    return violations
  }
}

@Suite("Banned words")
struct BannedWordTests {
  @Test("no code traps on purpose, and the system is reached in few places")
  func words() {
    for file in PackageFile.product {
      for violation in BannedWords.violations(path: file.path, source: file.source) {
        Issue.record("\(violation)")
      }
    }
  }

  @Test("no note is left for later")
  func notes() {
    // Spelled apart, so that this file passes.
    let notes = ["TO" + "DO", "FIX" + "ME", "HA" + "CK:"]
    for file in PackageFile.all {
      for note in notes where file.text.contains(note) {
        Issue.record("\(file.path) says \(note)")
      }
    }
  }

  @Test(
    "each banned word is found",
    arguments: [
      ("Sources/Martlet/Model/A.swift", "let a = try! f()", "try! traps"),
      ("Sources/MartletCommand/A.swift", "let a = b as! C", "as! traps"),
      (
        "Benchmarks/A.swift", "fatalError(\"x\")",
        "fatalError traps; throw, or use a precondition"
      ),
      ("Sources/Martlet/Query/A.swift", "import Foundation", "Foundation stays in Engine and API"),
      (
        "Sources/Martlet/Query/A.swift", "import FoundationEssentials",
        "Foundation stays in Engine and API"
      ),
      ("Sources/Martlet/Bytes/A.swift", "import Glibc", "Glibc stays in SystemCalls"),
    ])
  func canFail(path: String, text: String, reason: String) {
    let violations = BannedWords.violations(path: path, source: SwiftSource(text))
    #expect(violations == ["\(path):1: \(reason)"])
  }

  @Test("comments, strings and allowed places pass")
  func allowed() {
    let text = "// try! as!\nlet a = \"fatalError(\"; import Foundation; let b = try !f()"
    #expect(
      BannedWords.violations(path: "Sources/Martlet/API/A.swift", source: SwiftSource(text)) == [])
  }
}
