/// The suffixes of one stemming step and what to do with each.
///
/// Finds the longest suffix that a word ends with. Written as a literal from groups of suffixes,
/// separated by spaces, to the action of the group: `["em ern er": .delete, "s": .deleteAfterS]`.
///
/// Held as a trie over the reversed suffixes in one array, so that a search looks at each letter
/// of the match once.
///
/// - Complexity: A search is O(length of the match), times the letters that can follow.
struct SuffixTable<Action: Sendable>: Sendable {
  /// A suffix that was found.
  struct Match: Sendable {
    /// The suffix's length in letters.
    let length: Int
    let action: Action
  }

  private struct Node {
    let letter: Unicode.Scalar
    let depth: Int
    /// 0 stands for none: the root is nobody's child.
    var firstChild = 0
    var nextSibling = 0
    /// What to do if the suffix ends here.
    var action: Action?
    /// The node of the longest suffix on the way here; 0 stands for none.
    var shorter = 0
  }

  private var nodes = [Node(letter: "\0", depth: 0)]

  private func child(of parent: Int, for letter: Unicode.Scalar) -> Int? {
    var index = nodes[parent].firstChild
    while index != 0 {
      if nodes[index].letter == letter { return index }
      index = nodes[index].nextSibling
    }
    return nil
  }

  private mutating func insert(_ suffix: Substring.UnicodeScalarView, _ action: Action) {
    var index = 0
    for letter in suffix.reversed() {
      if let next = child(of: index, for: letter) {
        index = next
        continue
      }
      var node = Node(letter: letter, depth: nodes[index].depth + 1)
      node.nextSibling = nodes[index].firstChild
      nodes.append(node)
      nodes[index].firstChild = nodes.count - 1
      index = nodes.count - 1
    }
    checkInvariant(nodes[index].action == nil, "the suffix \(suffix) is listed twice")
    nodes[index].action = action
  }

  /// Lets each node know the longest suffix above it. Parents precede their children.
  private mutating func linkShorterSuffixes() {
    for index in nodes.indices {
      let inherited = nodes[index].action == nil ? nodes[index].shorter : index
      var child = nodes[index].firstChild
      while child != 0 {
        nodes[child].shorter = inherited
        child = nodes[child].nextSibling
      }
    }
  }

  /// The node of the longest suffix of `letters`, or 0.
  private func longestNode(in letters: ArraySlice<Unicode.Scalar>) -> Int {
    var index = 0
    var end = letters.endIndex
    while end > letters.startIndex {
      guard let next = child(of: index, for: letters[end - 1]) else { break }
      index = next
      end -= 1
    }
    return nodes[index].action == nil ? nodes[index].shorter : index
  }

  /// The longest suffix that the word, without its last `distance` letters, ends with, and that
  /// lies in `region`.
  func longest(
    in word: StemmingWord, region: StemmingRegion = .word, fromEnd distance: Int = 0
  ) -> Match? {
    longest(in: word, region: region, fromEnd: distance) { _ in true }
  }

  /// The longest such suffix among those that `condition` accepts.
  func longest(
    in word: StemmingWord, region: StemmingRegion = .word, fromEnd distance: Int = 0,
    where condition: (Match) -> Bool
  ) -> Match? {
    let start = word.start(of: region)
    let end = word.count - distance
    guard start < end else { return nil }
    var index = longestNode(in: word.letters[start..<end])
    while index != 0, let action = nodes[index].action {
      let match = Match(length: nodes[index].depth, action: action)
      if condition(match) { return match }
      index = nodes[index].shorter
    }
    return nil
  }
}

extension SuffixTable: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral groups: (String, Action)...) {
    for (suffixes, action) in groups {
      for suffix in suffixes.split(separator: " ") { insert(suffix.unicodeScalars, action) }
    }
    linkShorterSuffixes()
  }
}

/// Suffixes that are all treated alike, separated by spaces.
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
  /// - Returns: Whether it was removed.
  @discardableResult
  mutating func removeLongest(of suffixes: SuffixSet, in region: StemmingRegion) -> Bool {
    guard let match = suffixes.longest(in: self) else { return false }
    return removeLast(match.length, in: region)
  }
}
