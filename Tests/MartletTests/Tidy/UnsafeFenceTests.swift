import Testing

/// The only files that may contain unsafe code: views of bytes, mapped files, system calls, and the
/// hot loops whose speed was measured. By folder.
private let unsafeFiles: [String: [String]] = [
  "Sources/MartletToolSupport": [
    "Input/LineReader", "Measuring/ProcessMemory", "Scanning/ByteSearch",
  ]
]

@Suite("Fences around unsafe code")
struct UnsafeFenceTests {
  private static let fenced = Set(
    unsafeFiles.flatMap { folder, names in names.map { "\(folder)/\($0).swift" } })

  private static func isUnsafe(_ source: SwiftSource) -> Bool {
    source.tokens.contains { $0.text == "unsafe" }
  }

  @Test("unsafe code stands in the fenced files and nowhere else, and each says why it is right")
  func fences() {
    for file in PackageFile.product {
      let isUnsafe = Self.isUnsafe(file.source)
      if isUnsafe, !Self.fenced.contains(file.path) {
        Issue.record("\(file.path) has unsafe code outside the fenced files")
      }
      if isUnsafe, !file.text.contains("SAFETY:") {
        Issue.record("\(file.path) has no SAFETY comment")
      }
      if !isUnsafe, Self.fenced.contains(file.path) {
        Issue.record("\(file.path) needs no fence; take it off the list")
      }
    }
  }

  @Test("every fenced file exists")
  func existing() {
    let paths = Set(PackageFile.product.map(\.path))
    #expect(Self.fenced.subtracting(paths).sorted() == [])
  }

  @Test("unsafe code is seen in code only")
  func canFail() {
    #expect(Self.isUnsafe(SwiftSource("let a = unsafe b")))
    #expect(!Self.isUnsafe(SwiftSource("// unsafe\nlet a = \"unsafe\" + unsafeBitCast")))
  }
}
