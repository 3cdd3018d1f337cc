/// How often a phrase stands in a document that has all its words.
///
/// Works on the possible starts of the phrase: those of the two words that the fewest documents have,
/// thinned out by each other word. A word that occurs at several places of the phrase is read once. Where a
/// word stands twice at one position, that is one start.
@safe
final class PhraseMatcher {
  /// The distinct words.
  let words: [PositionedTerm]
  /// Lists of neighbours of the phrase; a document without one of them does not have it.
  let pairs: [NotedList]
  /// What the phrase is worth.
  let weight: Float
  /// Where the phrase starts, after ``findStarts(inOrigin:)``.
  let starts = GrowingArray<Int>()

  /// One place of the phrase, and the word that stands there.
  private struct Part {
    let word: PositionedTerm
    let offset: Int
  }

  /// The two words that the fewest documents have; the same one when there is only one. Kept apart, as
  /// all that follows, because a property of a class that is read in a loop is best a `let`.
  private let first: PositionedTerm
  private let second: PositionedTerm
  private let firstOffset: Int
  private let secondOffset: Int
  /// The other places of the phrase, those of the word that the fewest documents have first.
  private let others: [Part]

  /// - Parameters:
  ///   - words: the distinct words.
  ///   - parts: which word stands at which offset.
  ///   - pairs: lists of how often two neighbours of the phrase are neighbours in a document.
  init(
    words: [PositionedTerm], parts: [(word: Int, offset: Int)], pairs: [NotedList], weight: Float
  ) {
    self.words = words
    self.pairs = pairs
    self.weight = weight
    var sorted: [Part] = []
    sorted.reserveCapacity(parts.count)
    for part in parts {
      // Insertion sort: a handful of words; of one word, the places stay in order.
      let word = words[part.word]
      let count = word.scorer.cursor.documentFrequency
      let end = sorted.firstIndex { $0.word.scorer.cursor.documentFrequency > count }
      let own = sorted.lastIndex { $0.word === word }
      sorted.insert(
        Part(word: word, offset: part.offset), at: own.map { $0 + 1 } ?? end ?? sorted.count)
    }
    let lead = sorted.removeFirst()
    let next = sorted.firstIndex { $0.word !== lead.word }.map { sorted.remove(at: $0) } ?? lead
    (first, firstOffset) = (lead.word, lead.offset)
    (second, secondOffset) = (next.word, next.offset)
    others = sorted
  }

  /// Finds out where the two rarest words stand in the candidates; from then on these may be asked for.
  ///
  /// - Throws: `corrupted`.
  func locate(_ candidates: OriginBuffer) throws(SearchError) {
    try first.locate(candidates)
    if second !== first { try second.locate(candidates) }
  }

  /// Adds the most that the phrase can give to the candidates' bounds: a phrase is not more frequent than
  /// the rarer of two words, or than a pair.
  ///
  /// - Throws: `corrupted`.
  func addHighestScores(to candidates: OriginBuffer) throws(SearchError) {
    let scorer = words[0].scorer
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      let origin = unsafe Int(candidates.origins[index])
      var highest = min(first.frequency(ofLocated: origin), second.frequency(ofLocated: origin))
      for pair in pairs { highest = min(highest, try pair.frequency(ofOrigin: origin)) }
      let document = unsafe candidates.buffer.documents[index]
      unsafe candidates.bounds[index] += scorer.score(document, frequency: highest)
    }
  }

  /// Keeps the candidates that have the phrase.
  ///
  /// - Parameter areScored: Whether to add what the phrase gives to their scores.
  /// - Throws: `corrupted`.
  func keepMatches(_ candidates: OriginBuffer, areScored: Bool) throws(SearchError) {
    let (origins, frequencies) = unsafe (candidates.origins, candidates.frequencies)
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      unsafe frequencies[index] = try frequency(ofOrigin: Int(origins[index]))
    }
    candidates.keepFound()
    guard areScored else { return }
    let scorer = words[0].scorer
    let (documents, scores) = unsafe (candidates.buffer.documents, candidates.buffer.scores)
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      unsafe scores[index] += scorer.score(documents[index], frequency: frequencies[index])
    }
  }

  /// Whether `list` is one of those that the phrase reads.
  func reads(_ list: TermScorer) -> Bool {
    words.contains { $0.scorer === list } || pairs.contains { $0.scorer === list }
  }

  /// How often the phrase stands in document `origin` of the leading unit, which all words have and which
  /// was located.
  @inline(__always)
  private func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    guard var few = try first.fewPositions(ofOrigin: origin),
      let others = try second.fewPositions(ofOrigin: origin)
    else { return try findStarts(inOrigin: origin) }
    few.keepOnce(from: firstOffset)
    few.keep(with: others, at: secondOffset &- firstOffset)
    for part in self.others where few.keptCount > 0 {
      guard let others = try part.word.fewPositions(ofOrigin: origin) else {
        return try findStarts(inOrigin: origin)
      }
      few.keep(with: others, at: part.offset &- firstOffset)
    }
    return UInt32(truncatingIfNeeded: few.keptCount)
  }

  /// Finds where the phrase starts in document `origin` of the leading unit, which all words have and
  /// which was located.
  ///
  /// - Returns: How many ``starts`` there are.
  /// - Throws: `corrupted`.
  func findStarts(inOrigin origin: Int) throws(SearchError) -> UInt32 {
    starts.removeAll()
    if others.isEmpty, first !== second {
      try findPair(origin)
    } else {
      try findAll(origin)
    }
    return UInt32(truncatingIfNeeded: starts.count)
  }

  /// Finds where two words stand as the phrase has them; the one with fewer occurrences leads.
  private func findPair(_ origin: Int) throws(SearchError) {
    let left = unsafe try first.positions(ofOrigin: origin)
    let right = unsafe try second.positions(ofOrigin: origin)
    let distance = secondOffset &- firstOffset
    if left.count <= right.count {
      unsafe findPair(left, right, distance: distance, offset: firstOffset)
    } else {
      unsafe findPair(right, left, distance: 0 &- distance, offset: secondOffset)
    }
  }

  @unsafe @inline(__always)
  private func findPair(
    _ outer: UnsafeBufferPointer<UInt32>, _ inner: UnsafeBufferPointer<UInt32>, distance: Int,
    offset: Int
  ) {
    guard let outerNumbers = outer.baseAddress, let innerNumbers = inner.baseAddress else { return }
    var next = 0
    var last = -1
    // SAFETY: `next` is compared with its count, `index` is below its own.
    for index in 0..<outer.count {
      let position = unsafe Int(clamping: outerNumbers[index])
      if position == last { continue }
      last = position
      let wanted = position &+ distance
      while unsafe next < inner.count && Int(clamping: innerNumbers[next]) < wanted { next &+= 1 }
      guard next < inner.count else { return }
      if unsafe Int(clamping: innerNumbers[next]) == wanted, position >= offset {
        starts.append(position &- offset)
      }
    }
  }

  private func findAll(_ origin: Int) throws(SearchError) {
    unsafe start(try first.positions(ofOrigin: origin), firstOffset)
    unsafe keepStarts(try second.positions(ofOrigin: origin), secondOffset)
    for part in others where starts.count > 0 {
      unsafe keepStarts(try part.word.positions(ofOrigin: origin), part.offset)
    }
  }

  @unsafe
  private func start(_ positions: UnsafeBufferPointer<UInt32>, _ offset: Int) {
    var last = -1
    for index in 0..<positions.count {
      // SAFETY: below the count.
      let start = unsafe Int(clamping: positions[index]) &- offset
      if start > last { starts.append(start) }
      last = max(last, start)
    }
  }

  /// Keeps the starts that have one of `positions` at `offset`.
  @unsafe
  private func keepStarts(_ positions: UnsafeBufferPointer<UInt32>, _ offset: Int) {
    guard let numbers = positions.baseAddress else { return starts.removeAll() }
    let all = unsafe starts.elements
    let count = positions.count
    var kept = 0
    var next = 0
    // SAFETY: all indices are checked against the counts.
    for index in 0..<starts.count {
      let start = unsafe all[index]
      let wanted = start &+ offset
      while unsafe next < count && Int(clamping: numbers[next]) < wanted { next &+= 1 }
      guard next < count else { break }
      unsafe all[kept] = start
      kept &+= unsafe Int(clamping: numbers[next]) == wanted ? 1 : 0
    }
    starts.truncate(to: kept)
  }

  /// The most that the phrase can add to a score up to `last`: a phrase is not more frequent than
  /// any of its words, or than any two that are next to each other.
  func highestScore(through last: DocumentID) -> Double {
    var lowest = Double(weight)
    for word in words { lowest = min(lowest, word.scorer.highestScore(through: last)) }
    for pair in pairs { lowest = min(lowest, pair.scorer.highestScore(through: last)) }
    return lowest
  }

  /// The most that the phrase can add to any score.
  var highestScore: Double {
    let lowest = words.reduce(Double(weight)) { min($0, $1.scorer.highestScore) }
    return pairs.reduce(lowest) { min($0, $1.scorer.highestScore) }
  }
}
