/// The candidates of one block, each with the index of its posting in that block.
@safe
final class OriginBuffer {
  /// The candidates.
  let buffer: CandidateBuffer
  // SAFETY: a block of entries each, in the memory of the buffer.
  private let storage: UnsafeMutablePointer<UInt32>
  private let boundStorage: UnsafeMutablePointer<Double>
  private let frequencyStorage: UnsafeMutablePointer<UInt32>

  /// - Parameter buffer: The buffer for the candidates, in use as long as this object lives.
  init(_ buffer: CandidateBuffer) {
    self.buffer = buffer
    unsafe storage = buffer.memory.origins
    unsafe boundStorage = buffer.memory.bounds
    unsafe frequencyStorage = buffer.memory.frequencies
  }

  /// The indices of the candidates in the block.
  @unsafe @inline(__always)
  var origins: UnsafeMutablePointer<UInt32> { unsafe storage }

  /// Returns the document of a candidate and its index in the block.
  @inline(__always)
  subscript(index: Int) -> (document: DocumentID, origin: Int) {
    checkInvariant(
      index >= 0 && index < buffer.count,
      "candidate \(index) is outside a buffer of \(buffer.count)")
    // SAFETY: below the count, as the caller must ensure.
    return unsafe (buffer.documents[index], Int(clamping: storage[index]))
  }

  /// An upper bound of each candidate's score.
  @unsafe @inline(__always)
  var bounds: UnsafeMutablePointer<Double> { unsafe boundStorage }

  /// A block of numbers, for sums that are read before the next ones are added up.
  @unsafe @inline(__always)
  var sums: UnsafeMutablePointer<UInt32> { unsafe buffer.memory.sums }

  /// Sets the bounds of the candidates to their scores.
  func boundByScores() {
    // SAFETY: there are at most a block of candidates.
    unsafe boundStorage.update(from: buffer.scores, count: buffer.count)
  }

  /// The frequency in each candidate of the phrase that is looked for.
  @unsafe @inline(__always)
  var frequencies: UnsafeMutablePointer<UInt32> { unsafe frequencyStorage }

  /// Keeps the candidates whose bound exceeds `limit`.
  func filter(boundAbove limit: Double) {
    let bounds = unsafe boundStorage
    // SAFETY: `filter` passes indices below the count.
    filter { unsafe bounds[$0] > limit }
  }

  /// Keeps the candidates whose frequency is not 0, with their frequencies.
  func filterFound() {
    let frequencies = unsafe frequencyStorage
    // SAFETY: `filter` passes indices below the count.
    filter { unsafe frequencies[$0] > 0 }
  }

  /// Keeps the candidates for which `isKept` returns true.
  ///
  /// There is no branch: each candidate is written to the next free slot, and stays there if it is
  /// kept.
  @inline(__always)
  private func filter(where isKept: (Int) -> Bool) {
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

  /// Replaces the candidates with those of another buffer, at most a block, each with its slot
  /// there as its index.
  func fill(_ candidates: CandidateBuffer) {
    checkInvariant(
      candidates.count <= Limits.blockSize, "\(candidates.count) candidates exceed a block")
    // SAFETY: the other buffer has so many documents, and there is an entry for each of a block.
    unsafe buffer.fill(candidates.documents, count: min(candidates.count, Limits.blockSize))
    for slot in 0..<buffer.count { unsafe storage[slot] = UInt32(truncatingIfNeeded: slot) }
  }

  /// Replaces the candidates with the live documents of the cursor's block.
  ///
  /// - Precondition: The block's documents are loaded.
  func fill(_ cursor: PostingsCursor, _ live: LiveDocuments) {
    buffer.removeAll()
    let documents = unsafe cursor.documents
    guard live.words != nil else {
      // SAFETY: there is an entry for each index of a block.
      for index in 0..<cursor.count { unsafe storage[index] = UInt32(truncatingIfNeeded: index) }
      return unsafe buffer.fill(documents, count: cursor.count)
    }
    for index in 0..<cursor.count {
      // SAFETY: below the block's count.
      let document = unsafe documents[index]
      guard live.isLive(document) else { continue }
      unsafe storage[buffer.count] = UInt32(truncatingIfNeeded: index)
      buffer.append(document, 0)
    }
  }
}
