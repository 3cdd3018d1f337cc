import Foundation
import Testing

@testable import Martlet

/// Compares what the articles list with the code.
@Suite("Documentation: articles")
struct DocumentationArticleTests {
  private let schema = GettingStartedExample.Recipe.searchSchema.indexSchema

  @Test("each text of the query language's tables is understood as the table says")
  func queries() throws {
    let page = try MarkdownPage.named("QueryLanguage")
    let rows =
      page.rows(under: "Typed | Understood as | Finds documents with")
      + page.rows(under: "Typed | Understood as | Because")
    #expect(rows.count >= 20)
    let options = UserQueryOptions(combine: .allThenAny)
    for row in rows {
      let (typed, understood) = (row[0].dropFirst().dropLast(), row[1].dropFirst().dropLast())
      let query = Query.user(String(typed), options: options).interpreted(with: schema)
      #expect(query.interpreted == understood, "\(typed)")
    }
  }

  @Test("the grammar is that of the parser")
  func grammar() throws {
    let page = try MarkdownPage.named("QueryLanguage").text
    let parser = try PackageFolder.text("Sources/Martlet/Query/Parsing/StrictParser.swift")
    let rules = parser.split(separator: "\n").filter { $0.hasPrefix("///     ") }
      .map { $0.dropFirst(4) }
    #expect(rules.count == 17)
    #expect(page.contains(rules.joined(separator: "\n")))
  }

  /// The names of the static members of `type` that a file declares.
  private func names(of type: String, in path: String) throws -> [String] {
    let file = SymbolTable.library.files.first { $0.path == "Sources/Martlet/\(path)" }
    let declared = try #require(file).declarations
    return declared.filter { $0.isPublic && $0.path.dropLast().joined(separator: "/") == type }
      .compactMap { $0.path.last }.filter { $0 != "name" }
  }

  @Test("each code of an error, and each kind of diagnostic, stands in a table")
  func codes() throws {
    let codes = try names(of: "SearchError/Code", in: "Model/SearchError.swift")
    #expect(codes.contains("corrupted") && codes.count >= 15)
    let errors = try MarkdownPage.named("Errors").rows(under: "Code | When | What to do")
    #expect(errors.map { $0[0] } == codes.map { "``SearchError/Code/\($0)``" })
    let kinds = try names(of: "QueryDiagnostic/Kind", in: "Query/QueryDiagnostic.swift")
    let notes = try MarkdownPage.named("QueryLanguage").rows.map { $0[0] }
    #expect(kinds.count >= 9)
    for kind in kinds { #expect(notes.contains("``QueryDiagnostic/Kind/\(kind)``")) }
  }

  @Test("each text of the analyzers' table gives the terms of the table")
  func analyzers() throws {
    let rows = try MarkdownPage.named("AnalyzersAndLanguages").rows(under: "Name | Text | Terms")
    #expect(rows.count >= 10)
    for row in rows {
      let analyzer = try #require(Analyzer.named(MarkdownPage.codeSpans(row[0])[0]))
      let tokens = analyzer.tokens(in: MarkdownPage.codeSpans(row[1])[0]).map(\.text)
      #expect(tokens == MarkdownPage.codeSpans(row[2]), "\(row[0]) of \(row[1])")
    }
  }

  @Test("the languages are those that there are")
  func languages() throws {
    let page = try MarkdownPage.named("AnalyzersAndLanguages").text
    let codes = Analyzer.stemmedLanguages.map { "`\($0)`" }
    let listed = page.replacingOccurrences(of: "\n", with: " ")
    #expect(listed.contains(": \(codes.joined(separator: ", "))."))
    #expect(listed.contains("the \(StopWords.languages.count) languages that have stop words"))
    let readme = try PackageFolder.text("README.md").replacingOccurrences(of: "\n ", with: "")
    #expect(readme.contains("In \(Analyzer.stemmedLanguages.count) languages a word"))
    #expect(readme.contains("\(StopWords.languages.count) have stop words"))
  }

  @Test("the limits are those of the parsers")
  func limits() throws {
    let page = try MarkdownPage.named("QueryLanguage").text
    #expect(QueryLimits.lenientByteCount == 4_096 && page.contains("longer than 4,096 bytes"))
    #expect(QueryLimits.lenientWordCount == 64 && page.contains("more than 64 words"))
    #expect(QueryLimits.lenientDepth == 32 && page.contains("more than 32 levels deep"))
    #expect(QueryLimits.strictByteCount == 64 << 10 && QueryLimits.strictWordCount == 1_024)
    #expect(QueryLimits.strictDepth == 256)
    #expect(page.contains("at most 64 KiB, 1,024 words and 256 levels"))
  }

  @Test("each layout is named with the file that describes it")
  func formats() throws {
    let rows = try MarkdownPage.named("FileFormats").rows(under: "Type | Source file | Describes")
    let listed = Set(rows.map { MarkdownPage.codeSpans($0[1])[0] })
    for row in rows {
      let (type, path) = (MarkdownPage.codeSpans(row[0])[0], MarkdownPage.codeSpans(row[1])[0])
      let file = SymbolTable.library.files.first { $0.path == "Sources/Martlet/\(path)" }
      #expect(file?.declarations.contains { $0.path == [type] } == true, "\(type) in \(path)")
    }
    let formats = SymbolTable.library.files.map { String($0.path.dropFirst(16)) }
      .filter { $0.hasSuffix("Format.swift") }
    #expect(formats.count >= 13)
    #expect(Set(formats).subtracting(listed) == [], "layouts that the article lacks")
  }

  @Test("the glossary has about forty terms in order, each with a sentence and a name elsewhere")
  func glossary() throws {
    let rows = try MarkdownPage.named("Glossary").rows(under: "Term | Meaning | Elsewhere")
    let terms = rows.map { $0[0].lowercased() }
    #expect(rows.count >= 40)
    #expect(terms == terms.sorted())
    #expect(Set(terms).count == terms.count)
    for row in rows {
      #expect(row.count == 3 && row[1].hasSuffix(".") && !row[2].isEmpty, "\(row[0])")
      #expect(row[1].dropLast().contains(". ") == false, "\(row[0]) has more than one sentence")
    }
  }

  @Test("the words that the design fixes stand in the glossary")
  func vocabulary() throws {
    let rows = try MarkdownPage.named("Glossary").rows
    let terms = Set(rows.map { $0[0] })
    let fixed: Set = [
      "document", "key", "field", "token", "term", "posting", "block", "superblock", "skip data",
      "impact", "bound", "maximum score", "norm", "segment", "image", "page", "chunk", "ordinal",
      "live documents", "manifest", "generation", "log", "checkpoint", "bookmark", "pin",
      "snapshot", "cursor", "view", "collector", "merge", "analyzer",
    ]
    #expect(fixed.subtracting(terms) == [])
  }
}
