/// The clauses beside required ones: words and phrases that add to scores, and words and phrases that
/// a document must not have.
///
/// They are looked up in the documents that the required clauses find, a block at a time, so that a
/// phrase's positions are read in few documents.
final class OtherClauses {
  private let words: OptionalLists?
  private let phrases: [PhraseProbe]
  private let prohibitedWords: [TermScorer]
  private let prohibitedPhrases: [PhraseProbe]
  private let stop: SearchStop
  /// The documents in which a phrase is looked up, for one phrase after another.
  private let found = OriginBuffer(CandidateBuffer())
  /// The maximum score of the words in the block of the last call to ``maxScore(from:upTo:)``.
  private var bound = 0.0

  init(
    words: [TermScorer], phrases: [PhraseMatcher], prohibitedWords: [TermScorer],
    prohibitedPhrases: [PhraseMatcher], stop: SearchStop
  ) {
    self.words = words.isEmpty ? nil : OptionalLists(words)
    self.phrases = phrases.map { PhraseProbe($0) }
    self.prohibitedWords = prohibitedWords
    self.prohibitedPhrases = prohibitedPhrases.map { PhraseProbe($0) }
    self.stop = stop
  }

  /// The maximum score that the clauses can add to any document.
  var maxScore: Double { phrases.reduce(words?.maxScore ?? 0) { $0 + $1.maxScore } }

  /// Moves all lists to the documents from `first` on, and returns the maximum score that the clauses
  /// can add up to `last`.
  func maxScore(from first: DocumentID, upTo last: DocumentID) -> Double {
    bound = words?.maxScore(from: first, upTo: last) ?? 0
    for phrase in phrases { phrase.setBound(from: first, upTo: last) }
    return phrases.reduce(bound) { $0 + $1.bound }
  }

  /// Adds the clauses' scores to the candidates, which lie in the range of the last call to
  /// ``maxScore(from:upTo:)``, and drops candidates that can no longer exceed `limit`.
  func addScores(to candidates: CandidateBuffer, above limit: Double) throws(SearchError) {
    var rest = phrases.reduce(0) { $0 + $1.bound }
    try words?.score(candidates, bound + rest, above: limit)
    for phrase in phrases where candidates.count > 0 && phrase.bound > 0 {
      rest -= phrase.bound
      try phrase.addScores(to: candidates, found, stop)
      candidates.filter(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
  }

  /// Drops the candidates that have a prohibited word or phrase.
  func dropProhibited(from candidates: CandidateBuffer) throws(SearchError) {
    for list in prohibitedWords where candidates.count > 0 {
      list.cursor.jump(candidates.first)
      try list.dropCommon(candidates)
    }
    for phrase in prohibitedPhrases where candidates.count > 0 {
      try phrase.dropCommon(candidates, found, stop)
    }
  }
}
