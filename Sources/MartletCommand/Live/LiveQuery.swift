import Martlet
import MartletToolSupport

/// The text of a search as one types, and what was found for it.
struct LiveQuery {
  private var results: SearchResults<Record>?
  /// The time of the search and of the lines that were shown first; nil before they are.
  private var seconds = 0.0
  private var isTimed = false
  private var suggestion: String?
  private var failure: String?
  /// The number of documents that are wanted.
  private var limit = Self.firstLimit

  private static let firstLimit = 100
  private static let lastLimit = 100_000
  private static let limitFactor = 4
  /// The time after which a search gives what it has.
  private static let timeLimit = Duration.seconds(1)

  /// Searches for a text; for all documents if it is empty.
  ///
  /// - Parameter isNew: True if the text is another one.
  mutating func run(_ text: String, _ index: SearchIndex<Record>, isNew: Bool) {
    if isNew { limit = Self.firstLimit }
    let stopwatch = Stopwatch()
    do throws(SearchError) {
      var request = SearchRequest(text)
      if text.allSatisfy(\.isWhitespace) { request.query = .everything }
      request.limit = limit
      request.timeLimit = Self.timeLimit
      let found = try index.searchSync(request)
      let isComplete = found.matched == .all && !found.hits.isEmpty
      suggestion = isComplete ? nil : try index.suggestionSync(for: text)
      (results, failure) = (found, nil)
    } catch {
      fail(error)
    }
    seconds = stopwatch.seconds
    isTimed = false
  }

  /// Takes an error in place of results.
  mutating func fail(_ error: SearchError) {
    (results, suggestion, failure) = (nil, nil, error.sentence)
  }

  /// True if the search, or reading what it found, has failed.
  var hasFailed: Bool { failure != nil }

  /// Makes the next search find more documents.
  mutating func wantMore() { limit = min(Self.lastLimit, limit * Self.limitFactor) }

  /// The number of documents that are there to be shown.
  var hitCount: Int { results?.hits.count ?? 0 }

  /// True if there are more documents than were asked for.
  var hasMore: Bool { hitCount == limit && limit < Self.lastLimit }

  /// Returns the document with this number; nil if there is none, or it cannot be read.
  mutating func document(_ number: Int) -> Record? {
    guard let hits = results?.hits, hits.indices.contains(number) else { return nil }
    do throws(SearchError) {
      return try hits[number].document()
    } catch {
      fail(error)
      return nil
    }
  }

  /// Returns the lines of documents. Those after a search are part of its time.
  mutating func lines(_ range: Range<Int>, _ texts: HitLines, width: Int) -> [LiveScreen.Lines] {
    guard let hits = results?.hits, range.upperBound <= hits.count else { return [] }
    let stopwatch = Stopwatch()
    let lines = hits[range].map { hit in
      do throws(SearchError) {
        let passage = try texts.passage(of: hit, width: width)
        var title = StyledLine()
        title.append(hit.id)
        let rest = try texts.summary(of: hit, without: passage?.field, width: width)
        if !rest.isEmpty { title.append("  ·  ") }
        title.append(rest)
        return LiveScreen.Lines(title: title, passage: passage?.1 ?? StyledLine())
      } catch {
        var title = StyledLine()
        title.append("\(hit.id): \(error.sentence)")
        return LiveScreen.Lines(title: title, passage: StyledLine())
      }
    }
    if !isTimed { seconds += stopwatch.seconds }
    isTimed = true
    return lines
  }

  /// The line about what was found.
  var status: StyledLine {
    var line = StyledLine()
    guard let results else {
      line.append(failure ?? "")
      return line
    }
    line.append("\(SearchSummary.count(results.total, "document")), \(Figures.time(seconds))")
    if case .most(let count, let all) = results.matched {
      line.append("; none has all words, these have at least \(count) of \(all)")
    }
    if !results.isComplete { line.append("; not complete") }
    if let suggestion { line.append("; did you mean: \(suggestion)") }
    for diagnostic in results.diagnostics { line.append("; \(diagnostic.message)") }
    return line
  }
}
