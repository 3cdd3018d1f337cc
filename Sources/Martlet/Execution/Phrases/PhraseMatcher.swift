/// Computes the frequency of a phrase in documents that have all its words.
///
/// It starts from the possible starts given by the rarest word, and filters them by each other
/// word, the rare ones first. A word that occurs several times in the phrase is read once. Where
/// the rarest one does, as in "step by step", few documents have it at the right distance from
/// itself, and only in these the others are read. If a word has two occurrences at one position,
/// they count as one start.
@safe
final class PhraseMatcher {
  /// The distinct words.
  let words: [PositionedTerm]
  /// The lists of adjacent pairs of the phrase; a document that lacks one of them does not have the
  /// phrase.
  let pairs: [NotedList]
  /// The weight of the phrase.
  let weight: Float
  /// The positions at which the phrase starts, after ``findStarts(inOrigin:)``.
  let starts: GrowingArray<Int>
  /// The check that is made between two words of a phrase that a document has very often.
  private let stop: SearchStop?

  /// A word of the phrase and its offset.
  private struct Other {
    let word: PositionedTerm
    let offset: Int
  }

  /// The two rarest words; the same word twice if there is only one.
  ///
  /// These and the offsets are separate properties because a property of a class that is read in a
  /// loop is best a `let`.
  private let first: PositionedTerm
  private let second: PositionedTerm
  private let firstOffset: Int
  private let secondOffset: Int
  /// The numbers of times that the phrase has these words; a document needs them as often.
  private let firstCount: UInt32
  private let secondCount: UInt32
  /// The other offsets of the rarest word.
  private let repeats: [Int]
  /// The other parts of the phrase, those of the rarest words first.
  private let others: [Other]
  /// True if the phrase is two words.
  private let isPair: Bool

  /// - Parameters:
  ///   - words: The distinct words.
  ///   - sequence: The words by index in `words`, each with its offset, as ``sorted(_:by:)``
  ///     returns them; at least one.
  ///   - pairs: The lists of adjacent pairs of the phrase, with their frequencies in documents.
  ///   - weight: The weight of the phrase.
  ///   - starts: Memory for ``starts``, of which one matcher after another may make use.
  ///   - stop: The check of the search; nil for none.
  init(
    words: [PositionedTerm], sequence: [(word: Int, offset: Int)], pairs: [NotedList],
    weight: Float, starts: GrowingArray<Int> = GrowingArray(), stop: SearchStop? = nil
  ) {
    self.words = words
    self.stop = stop
    self.starts = starts
    self.pairs = pairs
    self.weight = weight
    let lead = sequence[0]
    let next = sequence.firstIndex { $0.word != lead.word } ?? 0
    (first, firstOffset) = (words[lead.word], lead.offset)
    (second, secondOffset) = (words[sequence[next].word], sequence[next].offset)
    firstCount = Self.count(of: lead.word, in: sequence)
    secondCount = next == 0 ? firstCount : Self.count(of: sequence[next].word, in: sequence)
    var repeats: [Int] = []
    var others: [Other] = []
    for index in sequence.indices where index > 0 && index != next {
      let (word, offset) = sequence[index]
      if word == lead.word {
        repeats.append(offset)
      } else {
        others.append(Other(word: words[word], offset: offset))
      }
    }
    self.repeats = repeats
    self.others = others
    isPair = next > 0 && repeats.isEmpty && others.isEmpty
  }

  /// Returns the parts of a phrase in the order in which their positions are best compared: those
  /// of the rarest words first, and those of one word together.
  ///
  /// - Parameter documentFrequency: Returns the number of documents with a word.
  static func sorted(
    _ sequence: [(word: Int, offset: Int)], by documentFrequency: (_ word: Int) -> Int
  ) -> [(word: Int, offset: Int)] {
    let counts = sequence.map { documentFrequency($0.word) }
    return sequence.indices.ordered { left, right in
      counts[left] != counts[right]
        ? counts[left] < counts[right]
        : (sequence[left].word, left) < (sequence[right].word, right)
    }.map { sequence[$0] }
  }

  /// Returns the number of different offsets that a word has.
  private static func count(of word: Int, in sequence: [(word: Int, offset: Int)]) -> UInt32 {
    var count: UInt32 = 0
    for index in sequence.indices where sequence[index].word == word {
      let (_, offset) = sequence[index]
      if !sequence[..<index].contains(where: { $0 == (word, offset) }) { count &+= 1 }
    }
    return count
  }

  /// Finds the positions of the two rarest words in the candidates, and drops those that have one
  /// of them less often than the phrase. From then on only candidates may be looked up.
  func locate(_ candidates: OriginBuffer) throws(SearchError) {
    try first.locate(candidates)
    if firstCount > 1 { filter(candidates, with: first, atLeast: firstCount) }
    guard second !== first else { return }
    try second.locate(candidates)
    if secondCount > 1 { filter(candidates, with: second, atLeast: secondCount) }
  }

  /// Keeps the candidates that have `word` at least `least` times.
  private func filter(
    _ candidates: OriginBuffer, with word: PositionedTerm, atLeast least: UInt32
  ) {
    let (origins, frequencies) = unsafe (candidates.origins, candidates.frequencies)
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      let frequency = unsafe word.frequency(ofLocated: Int(origins[index]))
      unsafe frequencies[index] = frequency >= least ? 1 : 0
    }
    candidates.filterFound()
  }

  /// Adds the phrase's maximum score to the bound of each candidate: a phrase is at most as
  /// frequent as the rarer of its two rarest words, or as any of its pairs. Of a word that it has
  /// several times, its last start needs as many occurrences.
  func addHighestScores(to candidates: OriginBuffer) throws(SearchError) {
    let scorer = words[0].scorer
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      let origin = unsafe Int(candidates.origins[index])
      var highest = min(
        first.frequency(ofLocated: origin) &- (firstCount &- 1),
        second.frequency(ofLocated: origin) &- (secondCount &- 1))
      for pair in pairs { highest = min(highest, try pair.frequency(ofOrigin: origin)) }
      let document = unsafe candidates.buffer.documents[index]
      unsafe candidates.bounds[index] += scorer.score(document, frequency: highest)
    }
  }

  /// Keeps the candidates that have the phrase.
  ///
  /// - Parameter areScored: True to add the phrase's score to the candidates' scores.
  func filterMatches(_ candidates: OriginBuffer, areScored: Bool) throws(SearchError) {
    let (origins, frequencies) = unsafe (candidates.origins, candidates.frequencies)
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      unsafe frequencies[index] = try frequency(ofOrigin: Int(origins[index]))
    }
    candidates.filterFound()
    guard areScored else { return }
    let scorer = words[0].scorer
    let (documents, scores) = unsafe (candidates.buffer.documents, candidates.buffer.scores)
    for index in 0..<candidates.buffer.count {
      // SAFETY: below the count.
      unsafe scores[index] += scorer.score(documents[index], frequency: frequencies[index])
    }
  }

  /// Returns true if the phrase reads `list`.
  func reads(_ list: TermScorer) -> Bool {
    words.contains { $0.scorer === list } || pairs.contains { $0.scorer === list }
  }

  /// Returns the frequency of the phrase in the document at index `origin` of the leading block.
  /// All words must have the document, and it must have been located.
  @inline(__always)
  private func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    guard var few = try first.fewPositions(ofOrigin: origin) else {
      return try findStarts(inOrigin: origin)
    }
    if !repeats.isEmpty {
      let all = few
      for offset in repeats { few.filter(with: all, at: offset &- firstOffset) }
      if few.keptCount == 0 { return 0 }
    }
    few.keepOnce(from: firstOffset)
    guard let others = try second.fewPositions(ofOrigin: origin) else {
      return try findStarts(inOrigin: origin)
    }
    few.filter(with: others, at: secondOffset &- firstOffset)
    for other in self.others where few.keptCount > 0 {
      guard let others = try other.word.fewPositions(ofOrigin: origin) else {
        return try findStarts(inOrigin: origin)
      }
      few.filter(with: others, at: other.offset &- firstOffset)
    }
    return UInt32(truncatingIfNeeded: few.keptCount)
  }

  /// Finds the starts of the phrase in the document at index `origin` of the leading block. All
  /// words must have the document, and it must have been located.
  ///
  /// - Returns: The number of ``starts``.
  func findStarts(inOrigin origin: Int) throws(SearchError) -> UInt32 {
    starts.removeAll()
    if isPair {
      try findPair(origin)
    } else {
      try findAll(origin)
    }
    return UInt32(truncatingIfNeeded: starts.count)
  }

  /// Finds the positions at which two words occur at the phrase's distance; the one with fewer
  /// occurrences leads.
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
      unsafe Self.skip(innerNumbers, inner.count, &next, before: UInt32(clamping: wanted))
      guard next < inner.count else { return }
      if unsafe Int(clamping: innerNumbers[next]) == wanted, position >= offset {
        starts.append(position &- offset)
      }
    }
  }

  private func findAll(_ origin: Int) throws(SearchError) {
    let positions = unsafe try first.positions(ofOrigin: origin)
    unsafe start(positions, firstOffset)
    for offset in repeats {
      try spendOnStarts()
      unsafe filterStarts(positions, offset)
    }
    if starts.count == 0 { return }
    unsafe filterStarts(try second.positions(ofOrigin: origin), secondOffset)
    for other in others where starts.count > 0 {
      try spendOnStarts()
      unsafe filterStarts(try other.word.positions(ofOrigin: origin), other.offset)
    }
  }

  /// Reports the starts if they are many: one document may have a word of the phrase hundreds of
  /// thousands of times, and the phrase as many words as a text may have.
  @inline(__always)
  private func spendOnStarts() throws(SearchError) {
    if starts.count >= SearchStop.interval, let stop {
      try stop.withoutThreads { () throws(SearchError) in try stop.spend(starts.count) }
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

  /// Keeps the starts for which `positions` contains the start plus `offset`.
  @unsafe
  private func filterStarts(_ positions: UnsafeBufferPointer<UInt32>, _ offset: Int) {
    guard let numbers = positions.baseAddress else { return starts.removeAll() }
    let all = unsafe starts.elements
    let count = positions.count
    var kept = 0
    var next = 0
    // SAFETY: all indices are checked against the counts.
    for index in 0..<starts.count {
      let start = unsafe all[index]
      let wanted = start &+ offset
      unsafe Self.skip(numbers, count, &next, before: UInt32(clamping: wanted))
      guard next < count else { break }
      unsafe all[kept] = start
      kept &+= unsafe Int(clamping: numbers[next]) == wanted ? 1 : 0
    }
    starts.truncate(to: kept)
  }

  /// Moves `next` to the first of `count` rising numbers that is at least `wanted`, four at a time:
  /// a loop over single ones would end after a number of steps that no processor predicts.
  @unsafe @inline(__always)
  private static func skip(
    _ numbers: UnsafePointer<UInt32>, _ count: Int, _ next: inout Int, before wanted: UInt32
  ) {
    let bound = SIMD4<UInt32>(repeating: wanted)
    while next &+ 4 <= count {
      // SAFETY: four numbers are left.
      let lanes = unsafe UnsafeRawPointer(numbers + next).loadUnaligned(as: SIMD4<UInt32>.self)
      let passed = SIMD4<Int32>().replacing(with: 1, where: lanes .< bound).wrappedSum()
      next &+= Int(passed)
      if passed < 4 { return }
    }
    // SAFETY: below the count.
    while unsafe next < count && numbers[next] < wanted { next &+= 1 }
  }

  /// Returns the maximum score that the phrase can add up to `last`: a phrase is at most as
  /// frequent as any of its words or adjacent pairs.
  func maxScore(upTo last: DocumentID) -> Double {
    var lowest = Double(weight)
    for word in words { lowest = min(lowest, word.scorer.maxScore(upTo: last)) }
    for pair in pairs { lowest = min(lowest, pair.scorer.maxScore(upTo: last)) }
    return lowest
  }

  /// The most documents that can have the phrase.
  // Not inlined, for the size of the callers.
  @inline(never)
  var documentFrequency: Int {
    let rarest = words.reduce(Int.max) { min($0, $1.scorer.cursor.documentFrequency) }
    return pairs.reduce(rarest) { min($0, $1.scorer.cursor.documentFrequency) }
  }

  /// The maximum score of the phrase.
  // Not inlined, for the size of the callers.
  @inline(never)
  var maxScore: Double {
    let lowest = words.reduce(Double(weight)) { min($0, $1.scorer.maxScore) }
    return pairs.reduce(lowest) { min($0, $1.scorer.maxScore) }
  }
}
