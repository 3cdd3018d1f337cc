/// Candidates from one unit that remember which posting of the unit each of them was.
@safe
final class OriginBuffer {
  /// The candidates.
  let buffer: CandidateBuffer
  // SAFETY: a unit of entries each in one piece of memory, freed with this object.
  private let storage: UnsafeMutablePointer<UInt32>
  private let boundStorage: UnsafeMutablePointer<Double>
  private let frequencyStorage: UnsafeMutablePointer<UInt32>

  /// - Parameter buffer: Holds the candidates until this object goes.
  init(_ buffer: CandidateBuffer) {
    self.buffer = buffer
    let size = Limits.unitSize
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size * (8 + 2 * 4), alignment: 8)
    unsafe boundStorage = memory.bindMemory(to: Double.self, capacity: size)
    unsafe storage = (memory + size * 8).bindMemory(to: UInt32.self, capacity: 2 * size)
    unsafe frequencyStorage = storage + size
    // Moved along with the candidates before any is known.
    unsafe frequencyStorage.initialize(repeating: 0, count: size)
  }

  deinit {
    unsafe UnsafeMutableRawPointer(boundStorage).deallocate()
  }

  /// The candidates' places in the unit.
  @unsafe @inline(__always)
  var origins: UnsafeMutablePointer<UInt32> { unsafe storage }

  /// A candidate's document, and its place in the unit.
  @inline(__always)
  subscript(index: Int) -> (document: DocumentID, origin: Int) {
    checkInvariant(index >= 0 && index < buffer.count, "candidate \(index) of \(buffer.count)")
    // SAFETY: below the count, which the caller promises.
    return unsafe (buffer.documents[index], Int(clamping: storage[index]))
  }

  /// For each candidate, a score that it surely does not exceed.
  @unsafe @inline(__always)
  var bounds: UnsafeMutablePointer<Double> { unsafe boundStorage }

  /// Makes their scores the candidates' bounds.
  func boundByScores() {
    // SAFETY: there are at most a unit of candidates.
    unsafe boundStorage.update(from: buffer.scores, count: buffer.count)
  }

  /// How often what is looked for stands in each candidate.
  @unsafe @inline(__always)
  var frequencies: UnsafeMutablePointer<UInt32> { unsafe frequencyStorage }

  /// Keeps the candidates whose bound exceeds `limit`.
  func keep(boundAbove limit: Double) {
    let bounds = unsafe boundStorage
    // SAFETY: `keep` asks for places below the count.
    keep { unsafe bounds[$0] > limit }
  }

  /// Keeps the candidates whose frequency is not 0, with their frequencies.
  func keepFound() {
    let frequencies = unsafe frequencyStorage
    // SAFETY: `keep` asks for places below the count.
    keep { unsafe frequencies[$0] > 0 }
  }

  /// Without a branch: a candidate is written where the next one is to stand, and stays there if it is kept.
  @inline(__always)
  private func keep(where isKept: (Int) -> Bool) {
    let (documents, scores) = unsafe (buffer.documents, buffer.scores)
    var kept = 0
    for index in 0..<buffer.count {
      let step = isKept(index) ? 1 : 0
      // SAFETY: both indices are below the count.
      unsafe documents[kept] = documents[index]
      unsafe scores[kept] = scores[index]
      unsafe storage[kept] = storage[index]
      unsafe frequencyStorage[kept] = frequencyStorage[index]
      kept &+= step
    }
    buffer.truncate(to: kept)
  }

  /// Makes the live documents of the unit at hand the candidates.
  ///
  /// - Precondition: the unit's documents are loaded.
  func fill(_ cursor: PostingsCursor, _ live: LiveDocuments) {
    buffer.removeAll()
    let documents = unsafe cursor.documents
    guard live.words != nil else {
      // SAFETY: a unit has room for its own places.
      for index in 0..<cursor.count { unsafe storage[index] = UInt32(truncatingIfNeeded: index) }
      return unsafe buffer.fill(documents, count: cursor.count)
    }
    for index in 0..<cursor.count {
      // SAFETY: below the unit's count.
      let document = unsafe documents[index]
      guard live.isLive(document) else { continue }
      unsafe storage[buffer.count] = UInt32(truncatingIfNeeded: index)
      buffer.append(document, 0)
    }
  }
}
