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

  /// Adds the pair of two bytes, and the triple of them and the byte before.
  @inline(__always)
  mutating func insert(_ before: UInt8?, _ first: UInt8, _ second: UInt8) {
    let pair = UInt32(first) | UInt32(second) &<< 8
    insert(pair | 1 &<< 24)
    if let before { insert(pair &<< 8 | UInt32(before)) }
  }

  @inline(__always)
  private mutating func insert(_ gram: UInt32) {
    // Fibonacci hashing: the highest bits of a product are the best mixed.
    let bit = (gram &* UInt32(0x9E37_79B1)) &>> 24
    words[Int(bit &>> 6)] |= 1 &<< UInt64(bit & 63)
  }

  /// Adds the pairs and triples of `bytes`, which a term has.
  ///
  /// - Parameter isEnd: True if the term ends with them.
  mutating func insert(_ bytes: [UInt8], isEnd: Bool) {
    let bytes = isEnd ? bytes + [0] : bytes
    for index in bytes.indices.dropFirst() {
      insert(index > 1 ? bytes[index - 2] : nil, bytes[index - 1], bytes[index])
    }
  }
}

extension WildcardPattern {
  /// The pairs and triples that each matching term has.
  var grams: GramFilter {
    var filter = GramFilter()
    for (index, part) in parts.enumerated() {
      if case .text(let bytes) = part {
        filter.insert(bytes, isEnd: index == parts.count - 1)
      }
    }
    return filter
  }
}
