/// Candidates from one unit that remember which posting of the unit each of them was.
@safe
final class OriginBuffer {
  /// The candidates.
  let buffer: CandidateBuffer
  // SAFETY: a unit of entries each, freed with this object.
  private let storage: UnsafeMutablePointer<UInt32>
  private let boundStorage: UnsafeMutablePointer<Double>

  /// - Parameter buffer: Holds the candidates until this object goes.
  init(_ buffer: CandidateBuffer) {
    self.buffer = buffer
    unsafe storage = .allocate(capacity: Limits.unitSize)
    unsafe boundStorage = .allocate(capacity: Limits.unitSize)
  }

  deinit {
    unsafe boundStorage.deallocate()
    unsafe storage.deallocate()
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

  /// Keeps the candidates whose bound exceeds `limit`.
  func keep(boundAbove limit: Double) {
    let (documents, scores) = unsafe (buffer.documents, buffer.scores)
    var kept = 0
    for index in 0..<buffer.count {
      // SAFETY: both indices are below the count.
      unsafe documents[kept] = documents[index]
      unsafe scores[kept] = scores[index]
      unsafe storage[kept] = storage[index]
      kept &+= unsafe boundStorage[index] > limit ? 1 : 0
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
