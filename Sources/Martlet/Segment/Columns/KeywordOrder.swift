/// The order in which keywords are sorted: as a person expects it, without regard to case and
/// diacritics first, and then by bytes.
enum KeywordOrder {
  /// Returns a negative number if `left` comes before `right`, 0 if they are the same, and a
  /// positive number otherwise.
  static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left == right { return 0 }
    let (one, other) = (folded(left), folded(right))
    if one != other { return one.lexicographicallyPrecedes(other) ? -1 : 1 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Returns the form that is compared first.
  static func folded(_ keyword: [UInt8]) -> [UInt8] { Folding.full.fold(keyword) }

  /// Returns the rank of each term of `dictionary` in the order of sorting; nil if these are the
  /// terms' ordinals.
  ///
  /// - Complexity: O(terms · log terms), and memory for the folded terms and 16 bytes of each.
  static func ranks(of dictionary: TermDictionary) throws(SearchError) -> [UInt32]? {
    let forms = try FoldedTerms(dictionary)
    var order = (0..<forms.count).map { UInt32(truncatingIfNeeded: $0) }
    if zip(order, order.dropFirst()).allSatisfy(forms.precedes) { return nil }
    order.sort(by: forms.precedes)
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, ordinal) in order.enumerated() {
      ranks[Int(ordinal)] = UInt32(truncatingIfNeeded: rank)
    }
    return ranks
  }
}

/// The folded forms of all terms of a dictionary, one after the other.
private struct FoldedTerms {
  private var bytes: [UInt8] = []
  /// The end of each form; first the start of all.
  private var ends: [Int] = [0]

  var count: Int { ends.count - 1 }

  init(_ dictionary: TermDictionary) throws(SearchError) {
    ends.reserveCapacity(dictionary.termCount + 1)
    guard dictionary.termCount > 0 else { return }
    let cursor = try dictionary.cursor(at: 0)
    while !cursor.isAtEnd {
      bytes += KeywordOrder.folded(cursor.bytes)
      ends.append(bytes.count)
      _ = try cursor.advance()
    }
  }

  /// Returns true if the term `left` comes before the term `right`. Terms with the same form keep
  /// their order, which is that of bytes.
  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    var (one, other) = (ends[Int(left)], ends[Int(right)])
    let (end, otherEnd) = (ends[Int(left) + 1], ends[Int(right) + 1])
    while one < end, other < otherEnd {
      let (byte, otherByte) = (bytes[one], bytes[other])
      if byte != otherByte { return byte < otherByte }
      one += 1
      other += 1
    }
    return one == end && other == otherEnd ? left < right : one == end
  }
}
