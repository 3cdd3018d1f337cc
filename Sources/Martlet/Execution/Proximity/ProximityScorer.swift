/// Adds the scores of a ``ProximityProgram`` to the relevance of documents.
///
/// Documents come first, positions last: those that no pair can lift above the limit are left as
/// they are. Of the others, the words' frequencies give a tighter bound, and only if that exceeds
/// the limit too, positions are read. Used by one thread.
final class ProximityScorer {
  /// A word in the segment that is scored.
  private struct Word {
    var term: PositionedTerm?
    /// The index of the document in the current block; nil if it does not have the word.
    var slot: Int?
    var frequency: UInt32 = 0
  }

  /// The factor on a bound that outweighs the rounding of a few sums.
  private static let slack = 1 + 1e-9

  private let program: ProximityProgram
  /// The score that a document has to exceed to be needed.
  var limit = -1.0
  private var segment = -1
  private var words: [Word] = []
  /// The positions of the two words of a pair.
  private var left: [UInt32] = []
  private var right: [UInt32] = []

  init(_ program: ProximityProgram) {
    self.program = program
  }

  /// Adds the scores of pairs to candidates of the segment whose first document is `base`.
  ///
  /// - Throws: `corrupted`; any error of `stop`.
  func addScores(
    to candidates: CandidateBuffer, base: UInt32, _ stop: SearchStop
  ) throws(SearchError) {
    for slot in 0..<candidates.count {
      let relevance = candidates[scoreAt: slot]
      guard program.maxScore(relevance: relevance) > limit else { continue }
      try open(program.segments.index(of: base))
      candidates[scoreAt: slot] =
        relevance + (try score(of: candidates.document(at: slot), relevance, stop))
    }
  }

  /// Returns how often each pair is in a document of a segment: in order, and near each other.
  func frequencies(
    segment: Int, _ document: DocumentID
  ) throws(SearchError) -> [(inOrder: UInt32, near: UInt32)] {
    try open(segment)
    try find(document)
    var frequencies: [(inOrder: UInt32, near: UInt32)] = []
    for pair in program.pairs { frequencies.append(try self.frequencies(of: pair)) }
    return frequencies
  }

  /// The highest distance of a pair.
  static let mostDistance = 8

  /// Returns for each pair by how many positions its distance in a document of a segment differs at
  /// least from that in the query, or in reverse order how far the words are apart; at most
  /// ``mostDistance``, also if a word is missing.
  ///
  /// - Parameter willRead: Called with the number of positions before they are read.
  func distances(
    segment: Int, _ document: DocumentID, willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) -> [Int] {
    try open(segment)
    try find(document)
    var distances: [Int] = []
    for pair in program.pairs {
      guard let one = words[pair.first].slot, let first = words[pair.first].term,
        let other = words[pair.second].slot, let second = words[pair.second].term
      else {
        distances.append(Self.mostDistance)
        continue
      }
      try willRead(
        Int(clamping: words[pair.first].frequency) + Int(clamping: words[pair.second].frequency))
      try read(first, one, second, other)
      distances.append(Self.distance(left, right, pair.distance))
    }
    return distances
  }

  private static func distance(
    _ first: [UInt32], _ second: [UInt32], _ wanted: Int
  ) -> Int {
    var (least, index) = (mostDistance, 0)
    for slot in first.indices {
      let start = Int(first[slot])
      // What is too far before this occurrence is so for all later ones.
      while index < second.count, Int(second[index]) <= start - mostDistance { index += 1 }
      var next = index
      while next < second.count, Int(second[next]) < start + wanted + mostDistance {
        let distance = Int(second[next]) - start
        if distance != 0 {
          least = min(least, distance > 0 ? abs(distance - wanted) : -distance)
        }
        next += 1
      }
    }
    return least
  }

  /// Opens the lists of a segment, unless they are open.
  private func open(_ segment: Int) throws(SearchError) {
    guard segment != self.segment else { return }
    self.segment = segment
    words.removeAll(keepingCapacity: true)
    for term in program.terms {
      var word = Word()
      if let list = term.lists[segment], let positions = list.positions {
        word.term = try PositionedTerm(
          try list.scorer(weight: term.weight, term.lengths), list.info, positions: positions)
      }
      words.append(word)
    }
  }

  private func score(
    of document: DocumentID, _ relevance: Double, _ stop: SearchStop
  ) throws(SearchError) -> Double {
    try stop.withoutThreads { () throws(SearchError) in
      try stop.spend(words.count + program.pairs.count)
    }
    try find(document)
    var (most, positionCount) = (0.0, 0)
    for pair in program.pairs {
      let frequency = min(words[pair.first].frequency, words[pair.second].frequency)
      guard frequency > 0 else { continue }
      most += score(pair, document, (frequency, frequency))
      positionCount += Int(clamping: words[pair.first].frequency)
      positionCount += Int(clamping: words[pair.second].frequency)
    }
    guard most > 0, (relevance + most) * Self.slack > limit else {
      return 0
    }
    try stop.withoutThreads { () throws(SearchError) in try stop.spend(positionCount) }
    var sum = 0.0
    for pair in program.pairs { sum += score(pair, document, try frequencies(of: pair)) }
    return sum
  }

  /// Finds the frequencies of all words in a document.
  private func find(_ document: DocumentID) throws(SearchError) {
    for index in words.indices {
      (words[index].slot, words[index].frequency) = (nil, 0)
      guard let cursor = words[index].term?.scorer.cursor, cursor.jump(document),
        let slot = try cursor.find(document)
      else { continue }
      words[index].slot = slot
      words[index].frequency = try cursor.frequency(at: slot)
    }
  }

  /// Returns the score of a pair in a document.
  func score(
    _ pair: ProximityProgram.Pair, _ document: DocumentID,
    _ frequencies: (inOrder: UInt32, near: UInt32)
  ) -> Double {
    guard let scorer = words[pair.first].term?.scorer else { return 0 }
    // If only presence counts, one occurrence has no finite value, which 0 occurrences lack.
    func part(_ frequency: UInt32, _ weight: Float) -> Double {
      frequency == 0 ? 0 : scorer.score(document, frequency: frequency, weight: weight)
    }
    return part(frequencies.inOrder, pair.inOrderWeight) + part(frequencies.near, pair.nearWeight)
  }

  /// Returns how often a pair is in the document that was found last: in order, and near each
  /// other.
  ///
  /// Near each other are the first two occurrences that are, then the first two after these, and so
  /// on, so that each occurrence is in at most one of them.
  private func frequencies(
    of pair: ProximityProgram.Pair
  ) throws(SearchError) -> (inOrder: UInt32, near: UInt32) {
    guard let one = words[pair.first].slot, let first = words[pair.first].term,
      let other = words[pair.second].slot, let second = words[pair.second].term
    else { return (0, 0) }
    try read(first, one, second, other)
    return (
      Self.inOrder(left, right, pair.distance), Self.near(left, right, program.window)
    )
  }

  /// Reads the positions of two words in the document that was found last.
  private func read(
    _ first: PositionedTerm, _ one: Int, _ second: PositionedTerm, _ other: Int
  ) throws(SearchError) {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    try first.appendPositions(to: &left, at: one)
    try second.appendPositions(to: &right, at: other)
  }

  private static func inOrder(
    _ first: [UInt32], _ second: [UInt32], _ distance: Int
  ) -> UInt32 {
    var (count, index): (UInt32, Int) = (0, 0)
    for slot in first.indices where slot == 0 || first[slot] != first[slot - 1] {
      let target = Int(first[slot]) + distance
      while index < second.count, Int(second[index]) < target { index += 1 }
      if index < second.count, Int(second[index]) == target { count += 1 }
    }
    return count
  }

  private static func near(
    _ first: [UInt32], _ second: [UInt32], _ window: Int
  ) -> UInt32 {
    var count: UInt32 = 0
    var (left, right) = (0, 0)
    while left < first.count, right < second.count {
      let distance = Int(second[right]) - Int(first[left])
      if distance != 0, abs(distance) < window {
        count += 1
        left += 1
        right += 1
      } else if distance <= 0 {
        right += 1
      } else {
        left += 1
      }
    }
    return count
  }
}
