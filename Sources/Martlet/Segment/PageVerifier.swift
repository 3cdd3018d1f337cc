import Synchronization

/// Compares each 16 KiB page of an image with its stored hash, once.
///
/// Shared by all readers of an image. The first reader of a page pays for the hash; afterwards the
/// check is one load. Two threads may both hash a page that is new to them, which is harmless.
@safe
final class PageVerifier: Sendable {
  /// The size of a page in bytes: that of a memory page on the platforms with the largest ones.
  static let pageByteCount = 16_384

  private let image: ByteView
  private let hashes: ByteView
  private let file: String
  private let wordCount: Int
  // SAFETY: `wordCount` atomics, initialised once, freed with this object.
  nonisolated(unsafe) private let verified: UnsafeMutablePointer<Atomic<UInt64>>

  /// Creates a verifier of `image`, the hashed bytes of `file`, with `hashes`: 8 bytes per page.
  ///
  /// - Throws: `corrupted` when there are too few or too many hashes.
  init(image: ByteView, hashes: ByteView, file: String) throws(SearchError) {
    let pageCount = IntegerMath.ceilingDivide(image.count, by: Self.pageByteCount)
    guard hashes.count == pageCount * 8 else {
      throw .corrupted(
        "expected \(pageCount) page hashes of 8 bytes, found \(hashes.count) bytes", file: file)
    }
    self.image = image
    self.hashes = hashes
    self.file = file
    wordCount = IntegerMath.ceilingDivide(pageCount, by: 64)
    unsafe verified = .allocate(capacity: max(1, wordCount))
    for index in 0..<wordCount {
      unsafe (verified + index).initialize(to: Atomic(0))
    }
  }

  deinit {
    unsafe verified.deinitialize(count: wordCount)
    unsafe verified.deallocate()
  }

  /// Verifies all pages that `range` overlaps.
  ///
  /// - Precondition: `range` lies in the image.
  /// - Throws: `corrupted` when a page does not have its hash; `io` when the device cannot read it.
  ///   The error names the page.
  @inline(__always)
  func verify(_ range: Range<Int>) throws(SearchError) {
    guard !range.isEmpty else { return }
    // Unsigned, because a signed division is several instructions.
    let first = UInt(bitPattern: range.lowerBound) / UInt(Self.pageByteCount)
    let last = UInt(bitPattern: range.upperBound &- 1) / UInt(Self.pageByteCount)
    if first == last {
      // SAFETY: the range lies in the image, so `first / 64` is one of `wordCount`.
      let word = unsafe verified[Int(bitPattern: first / 64)].load(ordering: .relaxed)
      if word &>> UInt64(first) & 1 == 1 { return }
    }
    try verify(Int(bitPattern: first), through: Int(bitPattern: last))
  }

  /// Verifies the pages from `first` to `last`, which the image has.
  @inline(never)
  private func verify(_ first: Int, through last: Int) throws(SearchError) {
    for word in first / 64...last / 64 {
      let low = max(first, word * 64) & 63
      let high = min(last, word * 64 + 63) & 63
      let wanted = (UInt64.max &<< UInt64(low)) & (UInt64.max &>> UInt64(63 - high))
      // SAFETY: the pages are the image's, so `word` is one of `wordCount`.
      let missing = unsafe wanted & ~verified[word].load(ordering: .relaxed)
      if missing != 0 { try compare(missing, of: word) }
    }
  }

  /// Verifies the pages whose bits are set in `missing`, the word `word` of the bit set.
  @inline(never)
  private func compare(_ missing: UInt64, of word: Int) throws(SearchError) {
    var rest = missing
    while rest != 0 {
      try compare(word &* 64 &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  @inline(never)
  private func compare(_ page: Int) throws(SearchError) {
    let start = page * Self.pageByteCount
    let content = image.slice(start..<min(start + Self.pageByteCount, image.count))
    try content.loadPages(of: file, at: start)
    let found = Checksum.hash64(content, seed: UInt64(page))
    guard found == hashes.uint64(at: page * 8) || PlantedBug.skipsPageHashes.isPlanted else {
      throw .corrupted(
        "page \(page) (\(content.count) bytes) does not match its hash; "
          + "check the index, then rebuild it or restore the file",
        file: file, offset: start)
    }
    // SAFETY: as in `verify`.
    _ = unsafe verified[page &>> 6].bitwiseOr(1 &<< UInt64(page & 63), ordering: .relaxed)
  }
}
