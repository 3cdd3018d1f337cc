import Testing

@Suite("README")
struct ReadmeTests {
  @Test("the commands that the README names are there")
  func commands() throws {
    let readme = try PackageFolder.text("README.md")
    #expect(readme.contains("\n    swift test\n"))
    #expect(readme.contains("\n    swift run -c release mart demo\n"))
  }

  @Test("the versions are those of the manifest")
  func versions() throws {
    let readme = try PackageFolder.text("README.md")
    let package = try PackageFolder.text("Package.swift")
    #expect(package.hasPrefix("// swift-tools-version: 6.2\n") && readme.contains("Swift 6.2"))
    #expect(package.contains(".macOS(.v15), .iOS(.v18)") && readme.contains("macOS 15, iOS 18"))
  }
}
