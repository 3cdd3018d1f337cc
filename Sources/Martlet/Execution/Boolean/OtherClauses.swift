/// The clauses beside a required one that leads: groups of which a document needs one word or
/// phrase, words and phrases that add to scores, and words and phrases that a document must not
/// have.
///
/// They are looked up in the documents that the required clause finds, a block at a time, so that a
/// phrase's positions are read in few documents.
final class OtherClauses {
  private let groups: [ListGroup]
  private let words: OptionalLists?
  private let phrases: [PhraseProbe]
  private let prohibitedWords: [TermScorer]
  private let prohibitedPhrases: [PhraseProbe]
  /// The number of lists that are moved for each block, those of prohibited words included.
  let listCount: Int
  private let stop: SearchStop
  /// The documents in which a phrase is looked up, for one phrase after another.
  private lazy var found = OriginBuffer(CandidateBuffer())
  /// The maximum scores of the groups, and of the words, in the block of the last call to
  /// ``maxScore(from:upTo:)``.
  private var groupBounds: [Double]
  private var wordBound = 0.0

  init(
    groups: [OpenedClauses], optional: OpenedClauses, prohibited: OpenedClauses, stop: SearchStop
  ) {
    self.groups = groups.map { ListGroup($0.terms, phrases: $0.phrases.map { PhraseProbe($0) }) }
    groupBounds = groups.map { _ in 0 }
    words = optional.terms.isEmpty ? nil : OptionalLists(optional.terms)
    phrases = optional.phrases.map { PhraseProbe($0) }
    prohibitedWords = prohibited.terms
    prohibitedPhrases = prohibited.phrases.map { PhraseProbe($0) }
    // Phrases that are prohibited report what is read of them.
    listCount =
      optional.terms.count + prohibited.terms.count
      + phrases.reduce(self.groups.reduce(0) { $0 + $1.listCount }) { $0 + $1.listCount }
    self.stop = stop
  }

  /// The maximum score that the clauses can add to any document.
  var maxScore: Double {
    let added = phrases.reduce(words?.maxScore ?? 0) { $0 + $1.maxScore }
    return groups.reduce(added) { $0 + $1.maxScore }
  }

  /// Moves all lists to the documents from `first` on, and returns the maximum score that the
  /// clauses can add up to `last`; nil if none of these documents can have one of each group.
  func maxScore(from first: DocumentID, upTo last: DocumentID) -> Double? {
    var sum = 0.0
    for index in groups.indices {
      guard let bound = groups[index].maxScore(from: first, upTo: last) else { return nil }
      groupBounds[index] = bound
      sum += bound
    }
    wordBound = words?.maxScore(from: first, upTo: last) ?? 0
    for phrase in phrases { phrase.setBound(from: first, upTo: last) }
    return phrases.reduce(sum + wordBound) { $0 + $1.bound }
  }

  /// Adds the clauses' scores to the candidates, which lie in the range of the last call to
  /// ``maxScore(from:upTo:)``, and drops candidates that have none of a group or can no longer
  /// exceed `limit`.
  func addScores(to candidates: CandidateBuffer, above limit: Double) throws(SearchError) {
    let byPhrases = phrases.reduce(0) { $0 + $1.bound }
    var rest = groupBounds.reduce(wordBound + byPhrases, +)
    for index in groups.indices where candidates.count > 0 {
      rest -= groupBounds[index]
      try groups[index].intersectScoring(candidates, found, stop)
      candidates.filter(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
    try words?.score(candidates, wordBound + byPhrases, above: limit)
    rest = byPhrases
    for phrase in phrases where candidates.count > 0 && phrase.bound > 0 {
      rest -= phrase.bound
      try phrase.addScores(to: candidates, found, stop)
      candidates.filter(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
  }

  /// Drops the candidates that have none of a group; their scores are not needed any more.
  func intersect(_ candidates: CandidateBuffer) throws(SearchError) {
    for group in groups where candidates.count > 0 {
      try group.intersectScoring(candidates, found, stop)
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
