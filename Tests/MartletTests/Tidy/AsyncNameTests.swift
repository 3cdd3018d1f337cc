import Testing

/// Finds methods that an asynchronous and a synchronous form share a name with: at the top level of
/// a program the compiler takes the synchronous one, even after `await`, and warns.
@Suite("Names of asynchronous methods")
struct AsyncNameTests {
  /// The paths of public methods of which some forms are asynchronous and some are not.
  private static func shared(_ files: [(text: String, declarations: [SourceDeclaration])])
    -> [String]
  {
    var forms: [[String]: Set<Bool>] = [:]
    for file in files {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for declaration in file.declarations where declaration.isPublic && !declaration.isType {
        guard lines[declaration.line - 1].contains("func ") else { continue }
        let rest = lines[(declaration.line - 1)...]
        let end = rest.firstIndex { $0.contains("{") } ?? rest.startIndex
        let isAsync = rest[...end].contains { $0.contains(") async") }
        forms[declaration.path, default: []].insert(isAsync)
      }
    }
    return forms.filter { $0.value.count > 1 }.map { $0.key.joined(separator: "/") }.sorted()
  }

  @Test("a method and its form for code that is not asynchronous have different names")
  func names() {
    let files = SymbolTable.library.files.map { ($0.text, $0.declarations) }
    #expect(Self.shared(files) == [])
  }

  @Test("a name that both forms share is seen, also over several lines")
  func canFail() {
    let text = """
      extension Index {
        public func close() throws {}
        public func close(
        ) async throws {
        }
        public func open() async {}
        public func openSync() {}
      }
      """
    let declarations = DeclarationScanner(SwiftSource(text)).declarations
    #expect(Self.shared([(text, declarations)]) == ["Index/close()"])
  }
}
