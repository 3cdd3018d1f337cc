/// Looking for candidates in a list, all those of a unit at once.
///
/// Loops over candidates live here, inside the list's own type, so that a search through several
/// lists makes one call per list and unit and not one per document.
extension TermScorer {
  /// Keeps the candidates that the list has.
  ///
  /// - Throws: `corrupted`.
  func keepCommon(_ candidates: CandidateBuffer) throws(SearchError) {
    var kept = 0
    let documents = unsafe candidates.documents
    // SAFETY: `kept` never exceeds the candidate's own index.
    try forEachCommon(candidates) { index, _ in
      unsafe documents[kept] = documents[index]
      kept &+= 1
    }
    candidates.truncate(to: kept)
  }

  /// Keeps the candidates that the list has, and adds its scores to theirs.
  ///
  /// - Throws: `corrupted`.
  func keepCommonScoring(_ candidates: CandidateBuffer) throws(SearchError) {
    var kept = 0
    let documents = unsafe candidates.documents
    let scores = unsafe candidates.scores
    // SAFETY: `kept` never exceeds the candidate's own index.
    try forEachCommon(candidates) { index, place throws(SearchError) in
      try cursor.loadFrequencies()
      let document = unsafe documents[index]
      let added = unsafe score(document, frequency: cursor.frequencies[place])
      unsafe documents[kept] = document
      unsafe scores[kept] = scores[index] + added
      kept &+= 1
    }
    candidates.truncate(to: kept)
  }

  /// Adds the list's scores to those of the candidates that it has, and keeps all.
  ///
  /// - Throws: `corrupted`.
  func addScores(to candidates: CandidateBuffer) throws(SearchError) {
    let documents = unsafe candidates.documents
    let scores = unsafe candidates.scores
    // SAFETY: `index` is that of a candidate.
    try forEachCommon(candidates) { index, place throws(SearchError) in
      try cursor.loadFrequencies()
      unsafe scores[index] += score(documents[index], frequency: cursor.frequencies[place])
    }
  }

  /// Keeps the candidates that the list has, and notes for each in `places`, by its origin, where
  /// in the list it stands.
  ///
  /// - Throws: `corrupted`.
  func keepCommon(
    _ candidates: OriginBuffer, notingIn places: GrowingArray<PostingPlace>
  ) throws(SearchError) {
    var kept = 0
    let buffer = candidates.buffer
    let documents = unsafe buffer.documents
    let origins = unsafe candidates.origins
    // SAFETY: `kept` never exceeds the candidate's own index; an origin is below the unit's size.
    try forEachCommon(buffer) { index, place in
      let origin = unsafe origins[index]
      places[Int(origin)] = PostingPlace(
        unit: UInt32(truncatingIfNeeded: cursor.unit), place: UInt32(truncatingIfNeeded: place))
      unsafe documents[kept] = documents[index]
      unsafe origins[kept] = origin
      kept &+= 1
    }
    buffer.truncate(to: kept)
  }

  /// Calls `body` with each candidate that the list has, in order, and its place in the unit at
  /// hand.
  @inline(__always)
  private func forEachCommon(
    _ candidates: CandidateBuffer, _ body: (_ index: Int, _ place: Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    let wanted = unsafe candidates.documents
    let count = candidates.count
    let cursor = cursor
    var index = 0
    // SAFETY: `index` stays below the candidates' count, `low` below the unit's.
    while index < count {
      guard unsafe cursor.seek(wanted[index]) else { return }
      let first = cursor.firstPossibleDocument
      while unsafe index < count && wanted[index] < first { index &+= 1 }
      let last = cursor.lastDocument
      guard unsafe index < count && wanted[index] <= last else { continue }
      try cursor.loadDocuments()
      let documents = unsafe cursor.documents
      let unitCount = cursor.count
      var start = 0
      while unsafe index < count && wanted[index] <= last {
        let document = unsafe wanted[index]
        var low = start
        var length = unitCount &- start
        while length > 1 {
          let half = length &>> 1
          low = unsafe documents[low &+ half &- 1] < document ? low &+ half : low
          length &-= half
        }
        if unsafe documents[low] == document { try body(index, low) }
        start = low
        index &+= 1
      }
    }
  }
}

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
    for index in 0..<cursor.count {
      // SAFETY: below the unit's count.
      let document = unsafe documents[index]
      guard live.isLive(document) else { continue }
      unsafe storage[buffer.count] = UInt32(truncatingIfNeeded: index)
      buffer.append(document, 0)
    }
  }
}
