/// A search for the name that was probably meant.
enum SpellingSuggestion {
  /// Returns the name with the fewest edits from `typed`; nil if every name would take edits of
  /// more than a third of the letters.
  ///
  /// The first of equally near names is returned. Case is ignored.
  ///
  /// - Complexity: O(names × 64²) at most; longer names are not compared.
  static func nearest(to typed: String, in names: [String]) -> String? {
    let pattern = Array(typed.lowercased().utf8)
    guard pattern.count <= QueryLimits.suggestionByteCount else { return nil }
    var best: String?
    var bestDistance = max(1, pattern.count / 3) + 1
    for name in names {
      let bytes = Array(name.lowercased().utf8)
      guard abs(bytes.count - pattern.count) < bestDistance else { continue }
      let distance = editDistance(pattern, bytes)
      if distance < bestDistance {
        bestDistance = distance
        best = name
      }
    }
    return best
  }

  /// Returns the number of insertions, deletions, changes and swaps of neighbours that turn one
  /// string into the other.
  ///
  /// This is optimal string alignment: Damerau's operations (1964) in the table of Wagner and
  /// Fischer (1974), of which three rows are kept.
  static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var distance = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
