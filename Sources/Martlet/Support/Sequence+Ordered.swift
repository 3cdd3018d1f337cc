/// Sorting where little is sorted.
///
/// The sort of the standard library is compiled for each type of elements, several kilobytes each.
/// This one is compiled once, for numbers of elements.
extension Sequence {
  /// Returns the elements in the order of `areInIncreasingOrder`; those that it does not order stay
  /// in their order.
  func ordered(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return Permutation.sorting(elements.count) {
      areInIncreasingOrder(elements[$0], elements[$1])
    }.map { elements[$0] }
  }
}

/// The order of elements as their numbers.
private enum Permutation {
  @inline(never)
  static func sorting(_ count: Int, by areInIncreasingOrder: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: areInIncreasingOrder)
  }
}
