/// Suggestions for names that are unknown.
package enum Spelling {
  /// Returns `"; did you mean …?"` with the nearest of `names`, or an empty text if none is near.
  package static func suggestion(_ word: some StringProtocol, among names: [String]) -> String {
    let nearest = names.map { (distance(word, $0), $0) }.min { $0 < $1 }
    guard let (distance, name) = nearest, distance <= max(1, word.count / 3),
      distance < name.count
    else { return "" }
    return "; did you mean \(name)?"
  }

  /// Returns the smallest number of letters to change, insert, remove or swap with the next one
  /// that turns one word into the other (Damerau 1964, row by row).
  static func distance(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var row = Array(0...second.count)
    for index in first.indices {
      var next = [index + 1]
      for column in second.indices {
        let isSame = first[index] == second[column]
        var least = min(row[column] + (isSame ? 0 : 1), row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, first[index] == second[column - 1],
          first[index - 1] == second[column]
        {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}
