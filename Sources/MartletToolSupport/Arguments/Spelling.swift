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

  /// Returns the smallest number of letters to change, insert or remove that turns one word into
  /// the other (Levenshtein 1966, row by row).
  static func distance(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in letters.indices {
        let substituted = diagonal + (letters[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
      }
    }
    return row[letters.count]
  }
}
