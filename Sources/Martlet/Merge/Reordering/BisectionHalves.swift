/// Exchanges documents between two halves of a range, so that most documents of each word are in
/// one half; see ``GraphBisection``.
///
/// Used by one thread.
///
/// - Complexity: 12 bytes of memory per word of the index, and 9 per document.
@safe
final class BisectionHalves {
  private let index: ForwardIndex
  private let documents: GrowingArray<DocumentID>
  private let stop: MergeStop
  private let logarithms = RoughLogarithm()
  /// The number of documents with each word in the left half and in the right half.
  private let counts = GrowingArray<SIMD2<UInt32>>()
  /// The words that any of the documents has.
  private let words = GrowingArray<UInt32>()
  /// The strength with which each word pulls its documents to the left.
  private let pulls = GrowingArray<Int32>()
  /// The keys of the documents: the strength of the pull to the left in the upper half, and the
  /// complement of the document's index in the lower half.
  private let keys = GrowingArray<UInt64>()

  /// - Parameter documents: The documents in their order so far, which this changes.
  init(_ index: ForwardIndex, _ documents: GrowingArray<DocumentID>, _ stop: MergeStop) {
    self.index = index
    self.documents = documents
    self.stop = stop
    for _ in 0..<index.termCount {
      counts.append(.zero)
      pulls.append(0)
    }
  }

  /// Returns the left and the right half of `range`.
  static func halves(of range: Range<Int>) -> [Range<Int>] {
    let middle = middle(of: range)
    return [range.lowerBound..<middle, middle..<range.upperBound]
  }

  private static func middle(of range: Range<Int>) -> Int { range.lowerBound + range.count / 2 }

  /// Sorts the documents in `range` into the order in which they came.
  func sort(_ range: Range<Int>) {
    documents.sort(range)
  }

  /// Moves the documents in `range` to the half that they belong to.
  func separate(_ range: Range<Int>, mostRounds: Int) throws(SearchError) {
    let middle = Self.middle(of: range)
    try count(range.lowerBound..<middle, SIMD2(1, 0))
    try count(middle..<range.upperBound, SIMD2(0, 1))
    for _ in 0..<mostRounds {
      updatePulls()
      guard try exchange(range, middle) > range.count / 1_024 else { break }
    }
    for position in 0..<words.count { counts[Int(words[position])] = .zero }
    words.removeAll()
  }

  /// Adds the words of the documents in `range` to the counts.
  private func count(_ range: Range<Int>, _ one: SIMD2<UInt32>) throws(SearchError) {
    for position in range {
      try stop.check(every: 1 << 12, at: position)
      for word in index.terms(of: documents[position]) {
        let term = index[word]
        if counts[term] == .zero { words.append(UInt32(term)) }
        counts[term] &+= one
      }
    }
  }

  /// Computes the pull of each word.
  ///
  /// A word that n documents of a half have costs about n · log(1 / n) there; the change by one
  /// document is the logarithm.
  private func updatePulls() {
    for position in 0..<words.count {
      let word = Int(words[position])
      let both = counts[word] &+ SIMD2(1, 1)
      pulls[word] = logarithms.of(both.x) &- logarithms.of(both.y)
    }
  }

  /// Makes the documents with the strongest pull to the left the left half.
  ///
  /// - Returns: The number of documents that came from the other half.
  private func exchange(_ range: Range<Int>, _ middle: Int) throws(SearchError) -> Int {
    keys.removeAll()
    for position in range {
      try stop.check(every: 1 << 12, at: position)
      let pull = UInt32(bitPattern: pull(on: documents[position])) ^ 1 &<< 31
      // Among documents with the same pull, the first ones go to the left.
      keys.append(UInt64(pull) &<< 32 | UInt64(~UInt32(position)))
    }
    let leftCount = middle - range.lowerBound
    _ = KeySelection.moveLargest(leftCount, upTo: leftCount, of: keys)
    return move(leftCount, middle)
  }

  /// Returns the strength with which the words of `document` pull it to the left.
  @inline(__always)
  private func pull(on document: DocumentID) -> Int32 {
    var sum = 0
    for position in index.terms(of: document) { sum &+= Int(pulls[index[position]]) }
    return Int32(clamping: sum)
  }

  /// Exchanges the documents of the first `leftCount` keys that are on the right with those of the
  /// other keys that are on the left, of which there are as many.
  private func move(_ leftCount: Int, _ middle: Int) -> Int {
    var movedCount = 0
    var next = leftCount
    for key in 0..<leftCount {
      let right = position(key)
      guard right >= middle else { continue }
      while position(next) >= middle { next += 1 }
      let left = position(next)
      next += 1
      // Adding the highest number subtracts 1.
      for word in index.terms(of: documents[left]) { counts[index[word]] &+= SIMD2(.max, 1) }
      for word in index.terms(of: documents[right]) { counts[index[word]] &+= SIMD2(1, .max) }
      (documents[left], documents[right]) = (documents[right], documents[left])
      movedCount += 1
    }
    return movedCount
  }

  /// Returns the index of the document of a key.
  @inline(__always)
  private func position(_ key: Int) -> Int { Int(~UInt32(truncatingIfNeeded: keys[key])) }
}
