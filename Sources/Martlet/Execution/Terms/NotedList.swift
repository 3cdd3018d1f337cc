/// A list that is read for the documents of a leading unit, and where it has each of them.
@safe
struct NotedList {
  let scorer: TermScorer
  /// Where the documents of the leading unit stand in this list, by their place in that unit.
  let places = PostingPlaces()

  init(_ scorer: TermScorer) {
    self.scorer = scorer
  }

  /// The frequency of document `origin` of the leading unit.
  ///
  /// - Throws: `corrupted`.
  @inline(__always)
  func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    let target = places[origin]
    scorer.cursor.move(toUnit: Int(target.unit))
    try scorer.cursor.loadFrequencies()
    // SAFETY: the place was found in this unit.
    return unsafe scorer.cursor.frequencies[Int(target.place)]
  }

  /// Adds what the list gives to the scores of the candidates, which it has.
  ///
  /// - Throws: `corrupted`.
  func addScores(to candidates: OriginBuffer) throws(SearchError) {
    let buffer = candidates.buffer
    for index in 0..<buffer.count {
      // SAFETY: below the count.
      let frequency = unsafe try frequency(ofOrigin: Int(candidates.origins[index]))
      unsafe buffer.scores[index] += scorer.score(buffer.documents[index], frequency: frequency)
    }
  }
}
