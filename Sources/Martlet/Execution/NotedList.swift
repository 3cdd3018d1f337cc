/// A list that is read for the documents of a leading unit, and where it has each of them.
@safe
struct NotedList {
  let scorer: TermScorer
  /// Where the documents of the leading unit stand in this list, by their place in that unit.
  let places = GrowingArray<PostingPlace>(capacity: Limits.unitSize)

  init(_ scorer: TermScorer) {
    self.scorer = scorer
    places.setCountOfUninitialized(Limits.unitSize)
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

  /// What it adds to the score of `document`, which is `origin` of the leading unit.
  ///
  /// - Throws: `corrupted`.
  func score(_ document: DocumentID, _ origin: Int) throws(SearchError) -> Double {
    scorer.score(document, frequency: try frequency(ofOrigin: origin))
  }
}
