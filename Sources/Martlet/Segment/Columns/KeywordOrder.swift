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

  /// Returns the indices of `keywords`, which rise by bytes, in the order of sorting.
  static func order(of keywords: [[UInt8]]) -> [Int] {
    let forms = keywords.map(folded)
    return forms.indices.sorted {
      forms[$0] == forms[$1] ? $0 < $1 : forms[$0].lexicographicallyPrecedes(forms[$1])
    }
  }
}
