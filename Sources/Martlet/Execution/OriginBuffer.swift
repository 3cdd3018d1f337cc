/// Where a posting stands in its list.
struct PostingPlace: BitwiseCopyable {
  var unit: UInt32
  var place: UInt32
}

/// Candidates from one unit that remember which posting of the unit each of them was.
@safe
final class OriginBuffer {
  /// The candidates.
  let buffer = CandidateBuffer()
  // SAFETY: a unit of entries, freed with this object.
  private let storage: UnsafeMutablePointer<UInt32>

  init() {
    unsafe storage = .allocate(capacity: Limits.unitSize)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The candidates' places in the unit.
  @unsafe @inline(__always)
  var origins: UnsafeMutablePointer<UInt32> { unsafe storage }

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
