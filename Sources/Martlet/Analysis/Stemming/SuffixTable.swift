/// The suffixes of one stemming step and the action for each.
///
/// Finds the longest suffix that a word ends with. A table is written as a literal from groups of
/// suffixes, separated by spaces, to the action of the group: `["em ern er": .delete, "s":
/// .deleteAfterS]`.
///
/// - Complexity: That of ``SuffixTrie``.
struct SuffixTable<Action: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  /// A suffix that was found.
  struct Match: Sendable {
    /// The suffix's length in letters.
    let length: Int
    let action: Action
  }

  private let trie: SuffixTrie
  /// The actions by the number of their group.
  private let actions: [Action]

  @inline(never)
  init(dictionaryLiteral groups: (String, Action)...) {
    trie = SuffixTrie(groups.map(\.0))
    actions = groups.map { $0.1 }
  }

  private func range(
    of region: StemmingRegion, in word: StemmingWord, fromEnd distance: Int
  ) -> Range<Int>? {
    let start = word.start(of: region)
    let end = word.count - distance
    return start < end ? start..<end : nil
  }

  /// Returns the longest suffix that the word, without its last `distance` letters, ends with and
  /// that lies in `region`.
  func longest(
    in word: StemmingWord, region: StemmingRegion = .word, fromEnd distance: Int = 0
  ) -> Match? {
    guard let range = range(of: region, in: word, fromEnd: distance),
      let found = trie.longest(in: word.letters, range: range)
    else { return nil }
    return Match(length: found.length, action: actions[found.number])
  }

  /// Returns the longest such suffix among those that `condition` accepts.
  func longest(
    in word: StemmingWord, region: StemmingRegion = .word, fromEnd distance: Int = 0,
    where condition: (Match) -> Bool
  ) -> Match? {
    guard let range = range(of: region, in: word, fromEnd: distance) else { return nil }
    var candidate = trie.longest(in: word.letters, range: range)
    while let found = candidate {
      let match = Match(length: found.length, action: actions[found.number])
      if condition(match) { return match }
      candidate = trie.shorter(than: found)
    }
    return nil
  }
}

/// Suffixes that are all treated the same way, separated by spaces.
typealias SuffixSet = SuffixTable<Void>

extension SuffixTable: ExpressibleByUnicodeScalarLiteral, ExpressibleByStringLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
where Action == Void {
  init(stringLiteral suffixes: String) {
    self.init(dictionaryLiteral: (suffixes, ()))
  }
}

extension StemmingWord {
  /// Removes the longest of `suffixes` that the word ends with, if it lies in `region`.
  ///
  /// - Returns: True if it was removed.
  @discardableResult
  mutating func removeLongest(of suffixes: SuffixSet, in region: StemmingRegion) -> Bool {
    guard let match = suffixes.longest(in: self) else { return false }
    return removeLast(match.length, in: region)
  }
}
