/// The location of a posting in its list: its block, and its index in the block.
struct PostingPlace: BitwiseCopyable {
  var unit: UInt32
  var place: UInt32
}

/// The locations in a list of the documents of another list's block, by their index in that block.
@safe
final class PostingPlaces {
  // SAFETY: a block of entries, initialised when allocated, freed with this object.
  private let storage: UnsafeMutablePointer<PostingPlace>

  /// Creates locations that all point to the start of the list.
  init() {
    unsafe storage = .allocate(capacity: Limits.unitSize)
    unsafe storage.initialize(repeating: PostingPlace(unit: 0, place: 0), count: Limits.unitSize)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The locations, one for each index of a block.
  @unsafe @inline(__always)
  var elements: UnsafeMutablePointer<PostingPlace> { unsafe storage }

  /// Returns the location of the document at index `origin` of the leading block.
  @inline(__always)
  subscript(origin: Int) -> PostingPlace {
    checkInvariant(origin >= 0 && origin < Limits.unitSize, "place \(origin) of a unit")
    // SAFETY: masked to a block.
    return unsafe storage[origin & (Limits.unitSize &- 1)]
  }

  /// Sets the locations of the first `count` documents of the leading block to their own indices in
  /// `unit`, for the leading list itself.
  func setOwn(unit: Int, count: Int) {
    let unit = UInt32(truncatingIfNeeded: unit)
    for place in 0..<min(count, Limits.unitSize) {
      // SAFETY: below the size of a block.
      unsafe storage[place] = PostingPlace(unit: unit, place: UInt32(truncatingIfNeeded: place))
    }
  }
}
