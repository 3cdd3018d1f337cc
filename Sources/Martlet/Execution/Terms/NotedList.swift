/// A list that is looked up for the documents of a leading block, with the location of each of
/// them.
@safe
class NotedList {
  /// The postings.
  let scorer: TermScorer
  /// The location in this list of each document of the leading block, by its index in that block.
  let locations: PostingLocations

  init(_ scorer: TermScorer, _ locations: PostingLocations = PostingLocations()) {
    self.scorer = scorer
    self.locations = locations
  }

  /// Returns the frequency of the document at index `origin` of the leading block.
  @inline(__always)
  func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    let target = locations[origin]
    scorer.cursor.move(toBlock: Int(target.block))
    try scorer.cursor.loadFrequencies()
    // SAFETY: the index was found in this block.
    return unsafe scorer.cursor.frequencies[Int(target.index)]
  }

  /// Adds the list's scores to those of the candidates, all of which the list has.
  func addScores(to candidates: OriginBuffer) throws(SearchError) {
    let buffer = candidates.buffer
    for index in 0..<buffer.count {
      // SAFETY: below the count.
      let frequency = unsafe try frequency(ofOrigin: Int(candidates.origins[index]))
      unsafe buffer.scores[index] += scorer.score(buffer.documents[index], frequency: frequency)
    }
  }
}
