/// The bitmap of a segment's documents that are not deleted.
///
/// A value that never changes: deleting returns another value, so every snapshot keeps its own. A
/// segment without deletions has no bitmap, and hot loops then skip the test altogether.
///
/// - Complexity: ``isLive(_:)`` is O(1); ``deleting(_:)`` copies one bit per document.
struct LiveDocuments: Sendable {
  /// The granularity of the bitmap in documents: it is padded with zeros to a multiple of this, so
  /// that a loop over windows of up to this many need not test for the end.
  static let windowSize = 4_096

  /// The number of documents in the segment, including deleted ones.
  let documentCount: Int
  /// The number of deleted documents.
  let deletedCount: Int
  /// The bitmap, or nil when nothing is deleted: little-endian words of 64 documents, bit
  /// `document % 64` of word `document / 64` is 1 for a live document.
  let words: ByteView?

  /// Creates a value in which all of `documentCount` documents are live.
  init(documentCount: Int) {
    self.documentCount = documentCount
    deletedCount = 0
    words = nil
  }

  /// Creates a value whose live documents are those whose bits are 1 in `bits`.
  ///
  /// - Precondition: `bits` has one word per 64 documents, and no bit past the last document is 1.
  init(documentCount: Int, bits: [UInt64]) {
    let liveCount = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    precondition(
      bits.count == Self.wordCount(of: documentCount) && liveCount <= documentCount
        && (bits.last ?? 0) & ~Self.lastMask(of: documentCount) == 0,
      "\(bits.count) words with \(liveCount) bits do not fit \(documentCount) documents")
    self.documentCount = documentCount
    deletedCount = documentCount - liveCount
    words = deletedCount == 0 ? nil : Self.padded(bits)
  }

  /// The number of live documents.
  var liveCount: Int { documentCount - deletedCount }

  /// Returns true if the segment has `document` and it is not deleted.
  @inline(__always)
  func isLive(_ document: DocumentID) -> Bool { oneIfLive(document) == 1 }

  /// Returns 1 if the segment has `document` and it is not deleted, otherwise 0, without a branch
  /// on that.
  @inline(__always)
  func oneIfLive(_ document: DocumentID) -> Int {
    guard Int(document) < documentCount else { return 0 }
    guard let words else { return 1 }
    let word = words.uint64(at: Int(document &>> 6) &* 8)
    return Int(truncatingIfNeeded: word &>> UInt64(document & 63) & 1)
  }

  /// Returns the live documents without `documents`. Deleting twice is harmless.
  ///
  /// - Precondition: The segment has all of `documents`.
  func deleting(_ documents: some Sequence<DocumentID>) -> LiveDocuments {
    var bits = self.bits
    for document in documents {
      precondition(
        Int(document) < documentCount,
        "document \(document) is outside a segment of \(documentCount)")
      bits[Int(document &>> 6)] &= ~(1 &<< UInt64(document & 63))
    }
    return LiveDocuments(documentCount: documentCount, bits: bits)
  }

  /// The same documents, all of them deleted.
  var withoutAll: LiveDocuments {
    LiveDocuments(
      documentCount: documentCount,
      bits: Array(repeating: 0, count: Self.wordCount(of: documentCount)))
  }

  /// The bitmap as one word per 64 documents, without the padding.
  var bits: [UInt64] {
    let count = Self.wordCount(of: documentCount)
    if let words { return (0..<count).map { words.uint64(at: $0 * 8) } }
    var bits = [UInt64](repeating: .max, count: count)
    if count > 0 { bits[count - 1] = Self.lastMask(of: documentCount) }
    return bits
  }

  /// Returns the number of words for `documentCount` documents.
  static func wordCount(of documentCount: Int) -> Int {
    IntegerMath.ceilingDivide(documentCount, by: 64)
  }

  /// Returns the bits of the last word that stand for documents.
  static func lastMask(of documentCount: Int) -> UInt64 {
    documentCount % 64 == 0 ? .max : (1 &<< UInt64(documentCount % 64)) &- 1
  }

  private static func padded(_ bits: [UInt64]) -> ByteView {
    let byteCount = IntegerMath.roundUp(bits.count * 8, toMultipleOf: windowSize / 8)
    let writer = ByteWriter(capacity: byteCount)
    for word in bits { writer.append(word) }
    writer.align(to: windowSize / 8)
    return writer.finish()
  }
}

extension LiveDocuments: Equatable {
  static func == (left: LiveDocuments, right: LiveDocuments) -> Bool {
    left.documentCount == right.documentCount && left.deletedCount == right.deletedCount
      && left.words?.array == right.words?.array
  }
}

extension LiveDocuments {
  /// The deleted documents, ascending.
  var deletedDocuments: DeletedDocuments { DeletedDocuments(self) }

  /// A sequence of the deleted documents of a segment, ascending.
  ///
  /// - Complexity: O(documents / 64) for all.
  struct DeletedDocuments: Sequence, IteratorProtocol {
    private let live: LiveDocuments
    private let wordCount: Int
    /// The index of the word that `rest` comes from.
    private var index = -1
    /// The deleted documents of the word that are not yet returned.
    private var rest: UInt64 = 0

    fileprivate init(_ live: LiveDocuments) {
      self.live = live
      wordCount = live.deletedCount == 0 ? 0 : LiveDocuments.wordCount(of: live.documentCount)
    }

    mutating func next() -> DocumentID? {
      while rest == 0 {
        index += 1
        guard index < wordCount, let words = live.words else { return nil }
        rest = ~words.uint64(at: index * 8)
        if index == wordCount - 1 { rest &= LiveDocuments.lastMask(of: live.documentCount) }
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      return DocumentID(index * 64 + bit)
    }
  }
}
