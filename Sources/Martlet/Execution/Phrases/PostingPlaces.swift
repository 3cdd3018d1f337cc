/// Where a posting stands in its list.
struct PostingPlace: BitwiseCopyable {
  var unit: UInt32
  var place: UInt32
}

/// Where the documents of a leading unit stand in another list, by their place in that unit.
@safe
final class PostingPlaces {
  // SAFETY: a unit of entries, set when they are made, freed with this object.
  private let storage: UnsafeMutablePointer<PostingPlace>

  /// All at the start of the list.
  init() {
    unsafe storage = .allocate(capacity: Limits.unitSize)
    unsafe storage.initialize(repeating: PostingPlace(unit: 0, place: 0), count: Limits.unitSize)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The entries, one for each place of a unit.
  @unsafe @inline(__always)
  var elements: UnsafeMutablePointer<PostingPlace> { unsafe storage }

  /// Where the document at place `origin` of the leading unit stands.
  @inline(__always)
  subscript(origin: Int) -> PostingPlace {
    checkInvariant(origin >= 0 && origin < Limits.unitSize, "place \(origin) of a unit")
    // SAFETY: masked to a unit.
    return unsafe storage[origin & (Limits.unitSize &- 1)]
  }

  /// Says that the first `count` documents of the leading unit stand at these places of `unit`: for the
  /// leading list itself.
  func setOwn(unit: Int, count: Int) {
    let unit = UInt32(truncatingIfNeeded: unit)
    for place in 0..<min(count, Limits.unitSize) {
      // SAFETY: below a unit.
      unsafe storage[place] = PostingPlace(unit: unit, place: UInt32(truncatingIfNeeded: place))
    }
  }
}
