import Foundation
import Martlet
import MartletToolSupport

/// The results of a search as text, for a person or for a program.
struct SearchReport {
  var results: SearchResults<Record>
  /// The number of best documents that were skipped.
  var offset = 0
  var seconds: Double
  /// True if documents with the same value are one hit.
  var isGrouped = false
  /// True to print the cursor of the next page.
  var showsNext = false
  /// The time of the rank, if it is not in the request.
  var time: Date?
  /// False if the documents have no scores, because they are sorted by values.
  var isScored = true
  /// The explanation of each hit's score, if they are asked for.
  var explanations: [ScoreExplanation] = []
  /// The query with its misspelt words put right.
  var suggestion: String?
  /// The words of the query as the index knows them.
  var words: [QueryWord] = []
  /// The text fields of the index.
  var textFields: [String] = []
  /// True if the fields were chosen, so that a text is shown that is the key.
  var repeatsKey = false
  /// The field whose best passage is shown; nil to choose one for each document of a terminal.
  var snippetField: String?
  /// The signs for a terminal before and after a word of the query.
  var emphasis = Terminal.Emphasis.none

  /// The end of the page, for the next one.
  var next: String? { results.next.map { PageEnd($0, time: time).text } }

  /// True if no document was found.
  var isEmpty: Bool {
    results.total.number.map { $0 == 0 } ?? results.hits.isEmpty
  }

  /// Returns one JSON object: `{"complete", "diagnostics", "hits": [{"fields", "key", "score"}],
  /// "interpreted", "matched", "milliseconds", "query", "total"}`, and what was asked for of
  /// `"facets"`, `"groups"` with `"groupCount"`, `"next"` and `"trace"`, and of `"explanation"` and
  /// `"snippets"` in hits.
  /// If the query has words, they are in `"words"`, and those that a hit has in its `"matched"`.
  ///
  /// - Parameter fields: The members of the documents to give; nil for all.
  func json(query: String, fields: [String]?) throws -> String {
    return try JSONText.of(
      Answer(
        query: query, interpreted: results.interpreted, total: results.total.number,
        complete: results.isComplete,
        matched: Answer.Matched(results.matched),
        diagnostics: results.diagnostics.map(Answer.Diagnostic.init),
        milliseconds: (seconds * 1e6).rounded() / 1e3,
        hits: try results.hits.enumerated().map { number, hit in
          let members = try hit.document().fields
          return Answer.Hit(
            explanation: number < explanations.count ? explanations[number] : nil,
            key: hit.id, score: isScored ? hit.score : nil,
            fields: fields.map { names in members.filter { names.contains($0.key) } } ?? members,
            matched: try matched(by: hit), snippets: try snippets(of: hit))
        },
        groups: isGrouped
          ? results.groups.map { Answer.Group(value: $0.value, count: $0.count) } : nil,
        groupCount: isGrouped ? results.groupCount : nil,
        facets: results.facets.isEmpty ? nil : results.facets.map(Answer.Facet.init),
        next: next, suggestion: suggestion,
        words: words.isEmpty ? nil : words.map(Answer.Word.init),
        trace: results.trace.map(Answer.Trace.init)))
  }
}

extension SearchReport {
  /// The most characters of a snippet where lines may have any length.
  static let snippetLength = 160

  private func snippets(
    of hit: Hit<Record>
  ) throws(SearchError) -> [String: Answer.Snippet]? {
    guard let snippetField else { return nil }
    let length = SnippetLength.characters(Self.snippetLength)
    return [snippetField: Answer.Snippet(try hit.snippet(FieldRef(snippetField), length: length))]
  }

  private func matched(by hit: Hit<Record>) throws(SearchError) -> [Answer.Part]? {
    let parts = try hit.matchedWords()
    return parts.isEmpty ? nil : parts.map(Answer.Part.init)
  }

  /// The results in the form of the JSON object.
  struct Answer: Encodable {
    struct Hit: Encodable {
      var explanation: ScoreExplanation?
      var key: String
      var score: Double?
      var fields: [String: Record.Value]
      var matched: [Part]?
      var snippets: [String: Snippet]?
    }

    /// A passage, with the words of the query as ranges in bytes of UTF-8.
    struct Snippet: Encodable {
      struct Range: Encodable {
        var start: Int
        var end: Int
      }

      var text: String
      var html: String
      var ranges: [Range]

      init(_ snippet: HighlightedText) {
        text = snippet.text
        html = snippet.html()
        ranges = snippet.ranges.map { range in
          Range(
            start: snippet.text.utf8.distance(
              from: snippet.text.startIndex, to: range.lowerBound),
            end: snippet.text.utf8.distance(from: snippet.text.startIndex, to: range.upperBound))
        }
      }
    }

    /// The words that the hits have.
    struct Matched: Encodable {
      var all: Bool
      var atLeast: Int?
      var of: Int?

      init(_ matched: MatchedWords) {
        switch matched {
        case .all: all = true
        case .most(let count, let words): (all, atLeast, of) = (false, count, words)
        }
      }
    }

    /// A note about a part of the query; its range is in bytes of UTF-8.
    struct Diagnostic: Encodable {
      var kind: String
      var message: String
      var start: Int
      var end: Int

      init(_ diagnostic: QueryDiagnostic) {
        kind = diagnostic.kind.name
        message = diagnostic.message
        (start, end) = (diagnostic.range.lowerBound, diagnostic.range.upperBound)
      }
    }

    /// The group of the hit with the same number.
    struct Group: Encodable {
      var value: String?
      var count: Int
    }

    /// The counts of a field's values.
    struct Facet: Encodable {
      struct Value: Encodable {
        var value: String
        var count: Int
      }

      var field: String
      var values: [Value]
      var valueCount: Int
      var missing: Int

      init(_ facet: Martlet.Facet) {
        field = facet.field.name
        values = facet.values.map { Value(value: $0.text, count: $0.count) }
        valueCount = facet.valueCount
        missing = facet.missingCount
      }
    }

    var query: String
    var interpreted: String
    var total: Int?
    var complete: Bool
    var matched: Matched
    var diagnostics: [Diagnostic]
    var milliseconds: Double
    var hits: [Hit]
    var groups: [Group]?
    var groupCount: Int?
    var facets: [Facet]?
    var next: String?
    var suggestion: String?
    var words: [Word]?
    var trace: Trace?
  }
}
