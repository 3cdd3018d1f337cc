/// The next terms to be encoded, some dozens at a time, each with the range of its tokens.
///
/// Terms are encoded in the order of their bytes, but they and their tokens lie in memory in the
/// order in which the terms came up, so each term would wait for memory several times. This type
/// loads what is needed of many terms together, as ``WordQueue`` does. Used by one thread.
@safe
final class TermsAhead {
  /// One term.
  @unsafe
  struct Entry {
    // SAFETY: the bytes belong to a table that is not changed while the entry is used.
    var term: UnsafeBufferPointer<UInt8>
    /// The index of its first token among the sorted tokens.
    var start: Int
    var count: Int
    /// Its first token.
    var firstToken: UInt64
  }

  /// The maximum number of terms at a time.
  static let capacity = 32

  /// The number of terms that are loaded.
  private(set) var count = 0
  // SAFETY: the memory has room for `capacity` entries, of which the first `count` are set; it is
  // freed with this object.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)

  deinit {
    unsafe entries.deallocate()
  }

  /// Loads the terms with these numbers, at most ``capacity`` of them.
  func load(_ numbers: ArraySlice<UInt32>, of terms: TermTable, _ sorted: SortedTokens) {
    precondition(
      numbers.count <= Self.capacity, "\(numbers.count) terms, expected at most \(Self.capacity)")
    count = 0
    for number in numbers {
      let range = sorted.range(of: Int(number))
      // SAFETY: there are no more numbers than entries; the term's bytes are read below.
      unsafe (entries + count).initialize(
        to: Entry(
          term: UnsafeBufferPointer(start: nil, count: 0), start: range.lowerBound,
          count: range.count, firstToken: 0))
      count &+= 1
    }
    var index = 0
    for number in numbers {
      // SAFETY: as above; a term's range lies within the sorted tokens.
      let start = unsafe entries[index].start
      if unsafe entries[index].count > 0 {
        unsafe entries[index].firstToken = sorted.elements[start]
      }
      unsafe entries[index].term = terms.term(Int(number))
      index &+= 1
    }
  }

  /// The loaded term at `index`.
  ///
  /// - Precondition: `index` is below ``count``.
  @unsafe @inline(__always)
  subscript(index: Int) -> Entry {
    checkInvariant(index < count, "term \(index) is outside a batch of \(count)")
    // SAFETY: below the count, which the caller promises.
    return unsafe entries[index]
  }
}
