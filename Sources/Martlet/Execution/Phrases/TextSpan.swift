/// A stretch of a text: its first position and its last.
struct TextSpan: Comparable, Hashable, BitwiseCopyable {
  var first: UInt32
  var last: UInt32

  /// The number of stretches of one part in one text beyond which those that begin together are left
  /// out but for the shortest, so that no text takes more memory than it deserves.
  static let most = 1 << 16

  static func < (left: TextSpan, right: TextSpan) -> Bool {
    (left.first, left.last) < (right.first, right.last)
  }
}

extension [TextSpan] {
  /// Returns the index of the first span that begins at `position` or later.
  func lowerBound(of position: UInt32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
