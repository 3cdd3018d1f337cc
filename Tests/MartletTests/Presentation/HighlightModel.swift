import Testing

@testable import Martlet

/// The plainest way to highlights, by all terms of the whole text, and the checks of what is shown.
enum HighlightModel {
  /// A term of a text, as the steps of the analyzer explain it.
  struct Term {
    var text: String
    var isStem: Bool
    var range: Range<Int>
    var position: Int

    func matches(_ form: MarkedClauses.Form) -> Bool {
      switch form {
      case .term(let bytes):
        return bytes == (isStem ? [AnalyzedTerm.stemMarker] : []) + Array(text.utf8)
      case .prefix(let bytes): return !isStem && Array(text.utf8).starts(with: bytes)
      case .pattern(let pattern): return !isStem && PlainMatcher.matches(pattern, text)
      }
    }
  }

  /// Returns the terms of a plain text. With a limit on their number, only the first words count.
  static func terms(_ text: String, _ analyzer: Analyzer) -> [Term] {
    let rows = analyzer.source(.plain).explain(text).last?.rows ?? []
    return rows.map {
      Term(
        text: $0.token.text, isStem: $0.kind == .stem, range: $0.token.range,
        position: $0.token.position)
    }
  }

  static func plainRanges(_ clauses: MarkedClauses, _ terms: [Term]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for clause in clauses.clauses {
      let found = clause.words.map { index in
        terms.filter { $0.matches(clauses.words[index].form) }
      }
      guard clause.isPhrase else {
        ranges += found[0].map(\.range)
        continue
      }
      for first in found[0] {
        let rest = zip(found, clause.offsets).map { terms, offset in
          terms.first { $0.position == first.position + offset - clause.offsets[0] }
        }
        if rest.allSatisfy({ $0 != nil }) { ranges += rest.compactMap { $0?.range } }
      }
    }
    return ranges.joined
  }

  /// Returns true if all words that a document needs may be left out by the analyzer, so that only
  /// the words that it must not have remain.
  static func mayAskForNoWord(_ typed: String, _ schema: IndexSchema) throws -> Bool {
    let query = Query.user(typed).interpreted(with: schema)
    return try ([query.query] + query.relaxations.all.map(\.query)).contains {
      try QueryResolver(schema).resolve($0).nodes.contains(.everything)
    }
  }

  /// Makes sure that HTML of the text holds nothing of it unescaped, and gives the text back, and
  /// that the ranges are between characters.
  static func checkSafe(_ text: HighlightedText, _ place: String) throws {
    var html = Array(text.html().utf8)
    for tag in ["<mark>", "</mark>"] { html = replacing(tag, by: "", in: html) }
    #expect(!html.contains { "<>\"'".utf8.contains($0) }, "\(place): \(text.html())")
    let references = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    for (reference, character) in references {
      html = replacing(reference, by: character, in: html)
    }
    #expect(replacing("&amp;", by: "&", in: html) == Array(text.text.utf8), "\(place)")
    var last = text.text.startIndex
    for range in text.ranges {
      #expect(last <= range.lowerBound && range.lowerBound < range.upperBound, "\(place)")
      #expect(range.lowerBound.samePosition(in: text.text) != nil, "\(place)")
      #expect(range.upperBound.samePosition(in: text.text) != nil, "\(place)")
      last = range.upperBound
    }
  }

  /// Replaces bytes, because a character may begin with a sign and go on with a mark of the text.
  private static func replacing(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
    let old = Array(old.utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: old) {
        result += new.utf8
        rest = rest.dropFirst(old.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
