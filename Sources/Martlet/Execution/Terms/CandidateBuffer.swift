/// A buffer of the documents in one window that may still be among the best, in rising order, with
/// their score sums.
///
/// - Complexity: filtering takes about 1 ns per candidate.
@safe
final class CandidateBuffer {
  /// The number of candidates.
  private(set) var count = 0
  /// The table for looking up many candidates in one block.
  let table: DocumentTable
  /// The memory, which this object has taken.
  let memory = CandidateMemory.take()
  private var openedWindow: ScoreWindow?
  // SAFETY, for all pointers: into `memory`.
  private let scoreStorage: UnsafeMutablePointer<Double>
  private let documentStorage: UnsafeMutablePointer<UInt32>
  private let foundStorage: UnsafeMutablePointer<UInt32>
  private let indexStorage: UnsafeMutablePointer<UInt32>

  init() {
    unsafe scoreStorage = memory.scores
    unsafe documentStorage = memory.documents
    unsafe foundStorage = memory.found
    unsafe indexStorage = memory.indices
    table = unsafe DocumentTable(memory.slots)
  }

  deinit {
    // A search that failed may have left sums.
    openedWindow?.drain { _, _ in }
    memory.giveBack()
  }

  /// The window in which strategies add up scores, one strategy at a time.
  var window: ScoreWindow {
    if let openedWindow { return openedWindow }
    let window = ScoreWindow(memory)
    openedWindow = window
    return window
  }

  /// The memories of the words whose positions are read for the candidates.
  var positionMemories: PositionMemoryPool { unsafe memory.positionMemories }

  /// The documents of the candidates.
  @unsafe @inline(__always)
  var documents: UnsafeMutablePointer<UInt32> { unsafe documentStorage }

  /// The score sums of the candidates.
  @unsafe @inline(__always)
  var scores: UnsafeMutablePointer<Double> { unsafe scoreStorage }

  /// The document of the first candidate.
  ///
  /// - Precondition: The buffer is not empty.
  @inline(__always)
  var first: DocumentID {
    checkInvariant(count > 0, "no first candidate: the buffer is empty")
    // SAFETY: the buffer is not empty; if it were, the memory would still be allocated.
    return unsafe documentStorage[0]
  }

  /// The indices of the candidates found by the last lookup in a block, with room for one entry
  /// more.
  @unsafe @inline(__always)
  var found: UnsafeMutablePointer<UInt32> { unsafe foundStorage }

  /// The index in the block of each candidate that was found.
  @unsafe @inline(__always)
  var indices: UnsafeMutablePointer<UInt32> { unsafe indexStorage }

  /// Removes all candidates.
  @inline(__always)
  func removeAll() { count = 0 }

  /// Appends a candidate.
  ///
  /// - Precondition: The buffer holds fewer candidates than a window has documents.
  @inline(__always)
  func append(_ document: DocumentID, _ score: Double) {
    checkInvariant(count < ScoreWindow.size, "the buffer is full: it has \(count) candidates")
    // SAFETY: below the window's size.
    unsafe documentStorage[count] = document
    unsafe scoreStorage[count] = score
    count &+= 1
  }

  /// Replaces the candidates with `count` documents, each with a sum of 0.
  ///
  /// - Precondition: `count` is at most the size of a window.
  @unsafe @inline(__always)
  func fill(_ documents: UnsafePointer<UInt32>, count: Int) {
    checkInvariant(count <= ScoreWindow.size, "\(count) candidates exceed a window")
    // SAFETY: checked above.
    unsafe documentStorage.update(from: documents, count: count)
    unsafe scoreStorage.update(repeating: 0, count: count)
    self.count = count
  }

  /// Replaces the candidates with those of `count` documents of a block for which `value` returns
  /// more than `limit`.
  ///
  /// - Parameter value: A closure that gets the index of a document, and the document.
  /// - Returns: The values of the candidates, lent until the next lookup. Their scores are not set.
  @unsafe @inline(__always)
  func fill(
    _ documents: UnsafePointer<UInt32>, count: Int, above limit: Float,
    _ value: (Int, DocumentID) -> Float
  ) -> UnsafePointer<Float> {
    checkInvariant(count <= Limits.blockSize, "\(count) documents exceed a block")
    let (targets, values) = unsafe (documentStorage, memory.values)
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`, which was checked.
      let document = unsafe documents[index]
      let value = value(index, document)
      unsafe targets[kept] = document
      unsafe values[kept] = value
      kept &+= BranchlessComparison.oneIf(value, isAbove: limit)
    }
    self.count = kept
    return unsafe UnsafePointer(values)
  }

  /// Moves the candidates in `range` down to `start`, which is at most the range's lower bound, and
  /// returns the end of the moved candidates.
  @inline(__always)
  func move(_ range: Range<Int>, to start: Int) -> Int {
    var target = start
    for index in range {
      // SAFETY: `target` never overtakes `index`, which is below `count`.
      unsafe documentStorage[target] = documentStorage[index]
      unsafe scoreStorage[target] = scoreStorage[index]
      target &+= 1
    }
    return target
  }

  /// Keeps the first `count` candidates.
  ///
  /// - Precondition: There are at least `count` candidates.
  @inline(__always)
  func truncate(to count: Int) {
    checkInvariant(count <= self.count, "cannot keep \(count) of \(self.count) candidates")
    self.count = count
  }

  /// Keeps the candidates whose sum exceeds `limit`.
  func filter(above limit: Double) { keep { BranchlessComparison.oneIf($0, isAbove: limit) } }

  /// Keeps the candidates whose sum does not exceed `limit`.
  func filter(upTo limit: Double) { keep { 1 &- BranchlessComparison.oneIf($0, isAbove: limit) } }

  /// Keeps the candidates of which `isKept` returns 1 for the sum, and not 0, without a branch on
  /// it.
  @inline(__always)
  private func keep(where isKept: (Double) -> Int) {
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      let score = unsafe scoreStorage[index]
      unsafe documentStorage[kept] = documentStorage[index]
      unsafe scoreStorage[kept] = score
      kept &+= isKept(score)
    }
    count = kept
  }

  /// Keeps the candidates whose byte in `marks` is 1; the bytes of all others are 0.
  @unsafe
  func filter(marked marks: UnsafePointer<UInt8>) {
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      unsafe documentStorage[kept] = documentStorage[index]
      unsafe scoreStorage[kept] = scoreStorage[index]
      kept &+= unsafe Int(marks[index])
    }
    count = kept
  }

  /// Replaces the candidates with the documents of `window` whose sums exceed `limit`, and clears
  /// the window.
  ///
  /// The window begins at the document `start`.
  func gather(_ window: ScoreWindow, from start: DocumentID, above limit: Double) {
    let (documents, scores) = unsafe (documentStorage, scoreStorage)
    var kept = 0
    window.drain { offset, sum in
      // SAFETY: a window has no more sums than there is room for candidates.
      unsafe documents[kept] = start &+ DocumentID(truncatingIfNeeded: offset)
      unsafe scores[kept] = sum
      kept &+= BranchlessComparison.oneIf(sum, isAbove: limit)
    }
    count = kept
  }

  /// Keeps the candidates that are live.
  func filterLive(_ live: LiveDocuments) {
    guard live.words != nil else { return }
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      let document = unsafe documentStorage[index]
      unsafe scoreStorage[kept] = scoreStorage[index]
      unsafe documentStorage[kept] = document
      kept &+= live.oneIfLive(document)
    }
    count = kept
  }

  /// Returns the document of the candidate at `slot`.
  @inline(__always)
  func document(at slot: Int) -> DocumentID {
    checkInvariant(slot >= 0 && slot < count, "no candidate \(slot) of \(count)")
    // SAFETY: checked above.
    return unsafe documentStorage[slot]
  }

  /// The exact score of the candidate at `slot`.
  @inline(__always)
  subscript(scoreAt slot: Int) -> Double {
    get {
      checkInvariant(slot >= 0 && slot < count, "no candidate \(slot) of \(count)")
      // SAFETY: checked above.
      return unsafe scoreStorage[slot]
    }
    set {
      checkInvariant(slot >= 0 && slot < count, "no candidate \(slot) of \(count)")
      // SAFETY: checked above.
      unsafe scoreStorage[slot] = newValue
    }
  }

  /// Returns the score of the candidate at `slot` in the precision of a hit's score.
  @inline(__always)
  func relevance(at slot: Int) -> Double {
    checkInvariant(slot >= 0 && slot < count, "no candidate \(slot) of \(count)")
    // SAFETY: checked above.
    return Double(unsafe Float(scoreStorage[slot]))
  }

  /// Replaces the score of each candidate by the one that `score` returns for its slot.
  @inline(__always)
  func setScores(_ score: (Int) -> Double) {
    // SAFETY: below the count.
    for slot in 0..<count { unsafe scoreStorage[slot] = score(slot) }
  }

  /// Adds all candidates to `set`.
  func insert(into set: DocumentBitmap) {
    // SAFETY: below `count`.
    for index in 0..<count { set.insert(unsafe documentStorage[index]) }
  }

  /// Offers all candidates to `top`, with `base` added to their document numbers.
  func offer(to top: TopDocuments, base: UInt32) {
    // SAFETY: `count` documents, and as many scores.
    unsafe top.insert(documentStorage, scoreStorage, count: count, base: base)
  }
}
