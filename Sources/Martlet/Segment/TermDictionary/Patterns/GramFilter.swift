/// A set of byte pairs and triples, of which some may be confused: the filter of a dictionary's
/// block.
///
/// Each pair and triple is one of 256 bits. If a filter lacks a bit of a text, none of the block's
/// terms has the text in it. The end of a term counts as a byte of 0, so that an ending is told
/// from the same bytes elsewhere. On disk, a filter is four numbers of 64 bits, least significant
/// byte first; its bit is given by the highest 8 bits of the gram times 9E3779B1 in 32 bits. The
/// gram of a pair *ab* is *a* + 256 *b* + 2²⁴, that of a triple *abc* is *a* + 256 *b* + 65,536
/// *c*. (Bloom, "Space/Time Trade-offs in Hash Coding", 1970, with one hash.)
struct GramFilter: Equatable {
  /// The number of bytes of a filter.
  static let byteCount = 32

  var words = SIMD4<UInt64>()

  /// True if the filter has no bit.
  var isEmpty: Bool { words == SIMD4() }

  /// Returns true if this filter has all bits of `other`.
  @inline(__always)
  func contains(_ other: GramFilter) -> Bool { words & other.words == other.words }

  /// Returns the bit of a pair of bytes.
  @inline(__always)
  static func bit(ofPair first: UInt32, _ second: UInt32) -> Int {
    bit(of: first | second &<< 8 | 1 &<< 24)
  }

  /// Returns the bit of a triple of bytes.
  @inline(__always)
  static func bit(ofTriple first: UInt32, _ second: UInt32, _ third: UInt32) -> Int {
    bit(of: first | second &<< 8 | third &<< 16)
  }

  @inline(__always)
  private static func bit(of gram: UInt32) -> Int {
    // Fibonacci hashing: the highest bits of a product are the best mixed.
    Int(truncatingIfNeeded: (gram &* UInt32(0x9E37_79B1)) &>> 24)
  }

  private mutating func insert(bit: Int) { words[bit / 64] |= 1 &<< UInt64(bit % 64) }

  /// Adds the pairs and triples of `bytes`, which a term has.
  ///
  /// - Parameter isEnd: True if the term ends with them.
  mutating func insert(_ bytes: [UInt8], isEnd: Bool) {
    let bytes = (isEnd ? bytes + [0] : bytes).map { UInt32($0) }
    for index in bytes.indices.dropFirst() {
      let (first, second) = (bytes[index - 1], bytes[index])
      insert(bit: Self.bit(ofPair: first, second))
      if index > 1 { insert(bit: Self.bit(ofTriple: bytes[index - 2], first, second)) }
    }
  }
}

extension WildcardPattern {
  /// The pairs and triples that each matching term has.
  var grams: GramFilter {
    var filter = GramFilter()
    for (index, element) in elements.enumerated() {
      if case .text(let bytes) = element {
        filter.insert(bytes, isEnd: index == elements.count - 1)
      }
    }
    return filter
  }
}
