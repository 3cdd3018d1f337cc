import Testing

/// Finds code that starts programs, which iOS, tvOS, watchOS and visionOS do not allow: `Process`
/// and exit tests do not exist there, and code that names them does not compile.
private enum ProcessStarts {
  private static let names: Set = ["Process", "processExitsWith"]

  /// The lines of code that start a process and are compiled on every platform.
  static func unguarded(_ source: SwiftSource) -> [Int] {
    var lines: [Int] = []
    // For each condition around the code: whether its branch is only for some systems.
    var guards: [Bool] = []
    let tokens = source.tokens
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      if token.text == "#" {
        switch next {
        case "if": guards.append(namesSystem(tokens[index...], line: token.line))
        case "elseif": guards[guards.count - 1] = namesSystem(tokens[index...], line: token.line)
        case "else": guards[guards.count - 1] = false
        case "endif": guards.removeLast()
        default: break
        }
      }
      let isStart = names.contains(token.text) && (next == "(" || next == ":")
      if isStart, !guards.contains(true) { lines.append(token.line) }
    }
    return lines
  }

  /// Returns true if the condition that begins here holds only on systems that it names,
  /// `os(macOS)` one of them.
  private static func namesSystem(_ tokens: ArraySlice<SwiftSource.Token>, line: Int) -> Bool {
    let words = tokens.prefix { $0.line == line }.map(\.text)
    return words.contains("macOS") && !words.contains("!")
  }
}

@Suite("Other platforms")
struct PlatformTests {
  @Test("no code starts a process on a platform that has none")
  func processes() {
    for file in PackageFile.all {
      for line in ProcessStarts.unguarded(file.source) {
        Issue.record("\(file.path):\(line) needs `#if os(macOS) || os(Linux)` around it")
      }
    }
  }

  @Test(
    "code that starts a process is found",
    arguments: [
      ("let a = Process()", [1]), ("#if os(macOS)\nProcess()\n#endif\nProcess()", [4]),
      ("#if os(macOS)\n#else\nProcess()\n#endif", [3]), ("#if !os(macOS)\nProcess()\n#endif", [2]),
      ("#if os(macOS) || os(Linux)\n#if DEBUG\nf(processExitsWith: .success)\n#endif\n#endif", []),
      ("await #expect(processExitsWith: .success) {}", [1]),
      ("// Process()\nlet a = \"Process()\"; otherProcess(); process()", []),
    ])
  func canFail(text: String, lines: [Int]) {
    #expect(ProcessStarts.unguarded(SwiftSource(text)) == lines)
  }
}
