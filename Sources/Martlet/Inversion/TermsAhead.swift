/// The terms that are encoded next, some dozens at a time, each with where its tokens are.
///
/// Terms are encoded in the order of their bytes, and lie in memory in the order in which they came, as
/// do their tokens: each would wait for memory several times. Here what is needed of many terms is
/// loaded together, as in ``WordQueue``. Used by one thread.
@safe
final class TermsAhead {
  /// One term.
  @unsafe
  struct Entry {
    // SAFETY: the bytes of a table that nobody changes meanwhile.
    var term: UnsafeBufferPointer<UInt8>
    /// Where its tokens are among the sorted ones.
    var start: Int
    var count: Int
    /// The first of them.
    var firstToken: UInt64
  }

  /// The most terms at a time.
  static let capacity = 32

  /// The terms at hand.
  private(set) var count = 0
  // SAFETY: room for `capacity` entries, of which the first `count` are set; freed with this object.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)

  deinit {
    unsafe entries.deallocate()
  }

  /// Loads the terms with these numbers, at most ``capacity``.
  func load(_ numbers: ArraySlice<UInt32>, of terms: TermTable, _ sorted: SortedTokens) {
    precondition(numbers.count <= Self.capacity, "\(numbers.count) terms")
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

  /// The term at `index`, below ``count``.
  @unsafe @inline(__always)
  subscript(index: Int) -> Entry {
    checkInvariant(index < count, "term \(index) of \(count)")
    // SAFETY: below the count, which the caller promises.
    return unsafe entries[index]
  }
}
