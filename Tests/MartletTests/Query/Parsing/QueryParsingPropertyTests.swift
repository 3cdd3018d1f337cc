import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Query parsing, at random")
struct QueryParsingPropertyTests {
  static let seed: UInt64 =
    ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap(UInt64.init) ?? 1

  static let combinations: [WordCombination] = [.all, .any, .allThenAny]

  @Test("parsing what a query prints gives the query")
  func roundTrip() throws {
    for number in 0..<3_000 as Range<UInt64> {
      var random = SeededRandom(seed: Self.seed &+ number)
      let query = RandomQuery.tree(size: random.int(in: 1..<40), using: &random)
      let combine = Self.combinations[Int(number % 3)]
      do {
        let parsed = try Query(parsing: query.description, combine: combine)
        try #require(parsed == query, "seed \(Self.seed &+ number): \(query) became \(parsed)")
      } catch let error as QueryError {
        let text = query.description.debugDescription
        Issue.record("seed \(Self.seed &+ number): \(text): \(error)")
        return
      }
    }
  }

  @Test("a text without a mistake means the same to both parsers")
  func strictImpliesLenient() throws {
    var accepted = 0
    for number in 0..<20_000 as Range<UInt64> {
      var random = SeededRandom(seed: Self.seed &+ number)
      let text = RandomQuery.text(
        of: RandomQuery.syntax, count: random.int(in: 1..<12), using: &random)
      let combine = Self.combinations[Int(number % 3)]
      guard !Self.isException(text),
        let strict = try? Query(parsing: text, fields: StrictParserTests.fields, combine: combine)
      else { continue }
      // The strict parser does not know which signs are no words either.
      guard QueryResolver(testFields).hasWords(strict) else { continue }
      accepted += 1
      let lenient = LenientParserTests.parse(text, combine)
      // The strict parser does not know the kinds of fields: a search tells that a number has no
      // place near a word.
      if lenient.diagnostics.contains(where: { $0.message == QueryProblem.nearFields.message }) {
        continue
      }
      try #require(
        lenient.query == strict,
        "seed \(Self.seed &+ number): \(text) is \(strict) and \(lenient.query)")
      // The strict parser does not know the kinds of fields. A star in quotes is no mistake there,
      // and neither is a `NOT` among capitals.
      try #require(
        lenient.diagnostics.allSatisfy {
          [.unreadableValue, .wordAsOperator].contains($0.kind)
            || $0.message == QueryProblem.wildcardInQuotes.message
        },
        "seed \(Self.seed &+ number): \(text)")
    }
    #expect(accepted > 1_000)
  }

  /// `*` alone, empty phrases, ranges in a field of text, a `?` at the end of a word, guillemets,
  /// and `NOT` before the first operand of a group differ by design.
  private static func isException(_ text: String) -> Bool {
    if text.unicodeScalars.contains(where: QueryAlphabet.isGuillemet) { return true }
    var lexer = QueryLexer(Array(text.unicodeScalars), isStrict: true) { [$0] }
    var isAtStart = true
    while let token = lexer.next() {
      switch token.kind {
      case .everything, .range: return true
      case .pattern(let pattern) where pattern.elements.first == .one || pattern.endsInOne:
        return true
      case .phrase(let text, _, _, _) where text.allSatisfy(\.isWhitespace): return true
      case .not where isAtStart: return true
      default: isAtStart = token.kind == .open
      }
    }
    return false
  }

  @Test("what the lenient parser understood can be read by the strict one, and means the same")
  func interpretedIsStrict() throws {
    for number in 0..<4_000 as Range<UInt64> {
      var random = SeededRandom(seed: Self.seed &+ number)
      let pieces = random.oneIn(2) ? RandomQuery.syntax : RandomQuery.pieces
      let text = RandomQuery.text(of: pieces, count: random.int(in: 1..<20), using: &random)
      let combine = Self.combinations[Int(number % 3)]
      let lenient = LenientParserTests.parse(text, combine, unfinished: random.oneIn(2))
      try #require(
        try Query(parsing: lenient.query.description) == lenient.query,
        "seed \(Self.seed &+ number): \(text) as \(lenient.query)")
      try #require(
        LenientParserTests.parse(lenient.interpreted).query == lenient.query,
        "seed \(Self.seed &+ number): \(text) as \(lenient.interpreted)")
      for relaxation in lenient.relaxations.all {
        try #require(try Query(parsing: relaxation.query.description) == relaxation.query)
      }
      let end = text.utf8.count
      #expect(
        lenient.diagnostics.allSatisfy {
          $0.range.lowerBound >= 0 && $0.range.upperBound <= end
        })
    }
  }

  @Test("an error of the strict parser points into the text")
  func errorRanges() {
    for number in 0..<10_000 as Range<UInt64> {
      var random = SeededRandom(seed: Self.seed &+ number)
      let text = RandomQuery.text(
        of: RandomQuery.syntax, count: random.int(in: 1..<12), using: &random)
      do {
        _ = try Query(parsing: text, fields: StrictParserTests.fields)
      } catch {
        let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
        #expect(isInside, "seed \(Self.seed &+ number): \(text): \(error)")
      }
    }
  }

  @Test("every beginning of a query has a meaning")
  func letterByLetter() {
    let text =
      "+title:(tom OR \"hanks colin\"*)^2 -genre:=\"x y\" (a b c)~2 AND NOT ma* | C++ don't “x"
    for end in text.indices + [text.endIndex] {
      for combine in Self.combinations {
        let part = String(text[..<end])
        let result = LenientParserTests.parse(part, combine, unfinished: true)
        #expect(part.isEmpty || result.query.nodes != [], "\(part)")
      }
    }
  }

  @Test("a longer beginning of plain words finds nothing that a shorter one missed")
  func monotonous() throws {
    for number in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: Self.seed &+ number)
      let documents = (0..<20).map { _ in QueryModel.document(using: &random) }
      let pieces = ["a", "b", "ab", "-", "'", " ", " \"", "+", "&", "."]
      let text = RandomQuery.text(of: pieces, count: 8, using: &random)
      var found = Set(documents.indices)
      for end in text.indices.dropFirst() + [text.endIndex] {
        let part = String(text[..<end])
        let query = LenientParserTests.parse(part, unfinished: true).query
        let answers = documents.map { QueryModel.matches(query, $0) }
        // Nothing to search for yet, or no letter of the last word.
        let hasLetter = part.split(separator: " ").last?.contains(where: \.isLetter) ?? false
        if !hasLetter || query == .nothing || answers.contains(nil) { continue }
        let hits = Set(documents.indices.filter { answers[$0] == true })
        try #require(hits.isSubset(of: found), "seed \(Self.seed &+ number): \(part) of \(text)")
        // Where an exclusion begins, more may be found later.
        if query.nodes.contains(.not) { break }
        found = hits
      }
    }
  }

  @Test("a megabyte of random bytes is a query")
  func randomBytes() {
    var random = SeededRandom(seed: Self.seed)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    let text = String(decoding: bytes, as: UTF8.self)
    let result = LenientParserTests.parse(text)
    #expect(result.diagnostics.contains { $0.kind == .textCut })
    #expect(throws: QueryError.self) { try Query(parsing: text) }

    for start in stride(from: 0, to: 1 << 20, by: 32_768) {
      let part = String(decoding: bytes[start..<start + 1_024], as: UTF8.self)
      _ = LenientParserTests.parse(part, .any, unfinished: true)
      _ = try? Query(parsing: part)
    }
  }
}

extension WildcardPattern {
  /// True if one of the wildcards at the end stands for one character.
  fileprivate var endsInOne: Bool {
    elements.last == .one || elements.last == .any && elements.dropLast().last == .one
  }
}
