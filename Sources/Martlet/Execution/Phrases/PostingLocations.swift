/// The location of a posting in its list: its block, and its index in the block.
struct PostingLocation: BitwiseCopyable {
  var block: UInt32
  var index: UInt32
}

/// The locations in a list of the documents of another list's block, by their index in that block.
@safe
final class PostingLocations {
  // SAFETY: a block of entries, initialised when allocated, freed with this object.
  private let storage: UnsafeMutablePointer<PostingLocation>

  /// Creates locations that all point to the start of the list.
  init() {
    unsafe storage = .allocate(capacity: Limits.blockSize)
    unsafe storage.initialize(
      repeating: PostingLocation(block: 0, index: 0), count: Limits.blockSize)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The locations, one for each index of a block.
  @unsafe @inline(__always)
  var elements: UnsafeMutablePointer<PostingLocation> { unsafe storage }

  /// Returns the location of the document at index `origin` of the leading block.
  @inline(__always)
  subscript(origin: Int) -> PostingLocation {
    checkInvariant(
      origin >= 0 && origin < Limits.blockSize,
      "index \(origin) is outside a block of \(Limits.blockSize)")
    // SAFETY: masked to a block.
    return unsafe storage[origin & (Limits.blockSize &- 1)]
  }

  /// Sets the locations of the first `count` documents of the leading block to their own indices in
  /// `block`, for the leading list itself.
  func setOwn(block: Int, count: Int) {
    let block = UInt32(truncatingIfNeeded: block)
    for index in 0..<min(count, Limits.blockSize) {
      // SAFETY: below the size of a block.
      unsafe storage[index] = PostingLocation(
        block: block, index: UInt32(truncatingIfNeeded: index))
    }
  }
}
