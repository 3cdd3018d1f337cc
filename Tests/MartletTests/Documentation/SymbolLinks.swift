/// The declarations of all files of the library, for looking up symbol links.
struct SymbolTable {
  /// The declarations of one file.
  struct File {
    var path: String
    var text: String
    var declarations: [SourceDeclaration]
    var scopes: [SourceScope]

    init(path: String, text: String, source: SwiftSource) {
      let scanner = DeclarationScanner(source)
      self.path = path
      self.text = text
      declarations = scanner.declarations.sorted { $0.line < $1.line }
      scopes = scanner.scopes
    }
  }

  let files: [File]
  private let paths: Set<[String]>
  private let publicPaths: Set<[String]>

  init(_ files: [File]) {
    self.files = files
    let all = files.flatMap(\.declarations)
    paths = Set(all.map(\.path))
    publicPaths = Set(all.filter(\.isPublic).map(\.path))
  }

  /// The library. Read once for all tests.
  static let library = SymbolTable(
    PackageFile.all.filter { $0.path.hasPrefix("Sources/Martlet/") }.map {
      File(path: $0.path, text: $0.text, source: $0.source)
    })

  /// The names of the public types outside all others.
  var publicTypes: Set<String> {
    Set(
      files.flatMap(\.declarations).filter { $0.isPublic && $0.isType && $0.path.count == 1 }
        .map { $0.path[0] })
  }

  /// Returns true if the link resolves in one of the scopes, or at the top level.
  func resolves(_ link: String, from scopes: [[String]] = [], onlyPublic: Bool = false) -> Bool {
    var names = link.split(separator: "/", omittingEmptySubsequences: false).map(Self.name)
    if ["Martlet", "Swift"].contains(names.first) { names.removeFirst() }
    if names.isEmpty { return true }
    let known = onlyPublic ? publicPaths : paths
    return (scopes + [[]]).contains { known.contains($0 + names) }
  }

  /// Returns a component of a link without the suffix that tells overloads apart.
  private static func name(_ component: Substring) -> String {
    if let suffix = component.firstRange(of: ")-(") {
      return String(component[..<component.index(after: suffix.lowerBound)])
    }
    let end =
      component.firstRange(of: "-swift.")?.lowerBound
      ?? component.firstRange(of: /-[0-9a-z]{4,6}$/)?.lowerBound
    return String(component.prefix(upTo: end ?? component.endIndex))
  }

  /// The links in the doc comments of a file that resolve nowhere, as lines for a person.
  func brokenLinks(in file: File) -> [String] {
    var broken: [String] = []
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let comment = line.drop { $0 == " " }
      guard comment.hasPrefix("///") else { continue }
      for link in SymbolLinks.all(in: comment) {
        if !resolves(link, from: scopes(ofLine: index + 1, in: file)) {
          broken.append("\(file.path):\(index + 1): ``\(link)``")
        }
      }
    }
    return broken
  }

  /// The paths in which a link of a doc comment is looked up: the declaration below it, and the
  /// types around it.
  private func scopes(ofLine line: Int, in file: File) -> [[String]] {
    let around = file.scopes.filter { $0.lines.contains(line) }.map(\.path)
    let next = file.declarations.first { $0.line > line }.map { [$0.path] } ?? []
    return (next + around).flatMap { path in path.indices.map { Array(path[...$0]) } }
  }
}

/// The symbol links of a text, between double backticks.
enum SymbolLinks {
  static func all(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /(?:^|[^`])``([^`]+)``/).map { String($0.1) }
  }
}
