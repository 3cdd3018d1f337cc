/// A set of suffixes, each with a number, that finds the longest suffix of a word.
///
/// A trie over the reversed suffixes in one array, so that a search reads each letter of the match
/// once. Separate from ``SuffixTable`` because it is not generic.
///
/// - Complexity: A search is O(length of the match), times the number of letters that can follow.
struct SuffixTrie: Sendable {
  private struct Node {
    let letter: Unicode.Scalar
    /// The length of the suffix that is spelled from here to the root.
    let length: Int
    /// The number of the suffix that starts here, if one does.
    var number: Int?
    /// The first child; 0 stands for none, because the root is not a child.
    var firstChild = 0
    var nextSibling = 0
    /// The node of the longest suffix inside this one; 0 stands for none.
    var shorter = 0
  }

  private var nodes = [Node(letter: "\0", length: 0)]

  /// Builds the trie from groups of suffixes, separated by spaces. The number of a suffix is that
  /// of its group.
  @inline(never)
  init(_ groups: [String]) {
    for (number, group) in groups.enumerated() {
      for suffix in group.unicodeScalars.split(separator: " ") {
        insert(Array(suffix), number: number)
      }
    }
    linkShorterSuffixes()
  }

  private mutating func insert(_ suffix: [Unicode.Scalar], number: Int) {
    var index = 0
    for letter in suffix.reversed() {
      if let next = child(of: index, for: letter) {
        index = next
        continue
      }
      var node = Node(letter: letter, length: nodes[index].length + 1)
      node.nextSibling = nodes[index].firstChild
      nodes.append(node)
      nodes[index].firstChild = nodes.count - 1
      index = nodes.count - 1
    }
    checkInvariant(nodes[index].number == nil, "the suffix \(suffix) is listed twice")
    nodes[index].number = number
  }

  /// Links each node to the longest suffix inside it. Parents precede their children.
  private mutating func linkShorterSuffixes() {
    for index in nodes.indices {
      let inherited = nodes[index].number == nil ? nodes[index].shorter : index
      var child = nodes[index].firstChild
      while child != 0 {
        nodes[child].shorter = inherited
        child = nodes[child].nextSibling
      }
    }
  }

  private func child(of parent: Int, for letter: Unicode.Scalar) -> Int? {
    var index = nodes[parent].firstChild
    while index != 0 {
      if nodes[index].letter == letter { return index }
      index = nodes[index].nextSibling
    }
    return nil
  }

  // MARK: - Search

  /// A suffix that was found.
  struct Match {
    fileprivate let node: Int
    let length: Int
    let number: Int
  }

  /// Returns the longest suffix that the letters in `range` end with.
  func longest(in letters: [Unicode.Scalar], range: Range<Int>) -> Match? {
    var index = 0
    var end = range.upperBound
    while end > range.lowerBound, let next = child(of: index, for: letters[end - 1]) {
      index = next
      end -= 1
    }
    return match(at: nodes[index].number == nil ? nodes[index].shorter : index)
  }

  /// Returns the longest suffix inside `match`.
  func shorter(than match: Match) -> Match? {
    self.match(at: nodes[match.node].shorter)
  }

  private func match(at index: Int) -> Match? {
    guard let number = nodes[index].number else { return nil }
    return Match(node: index, length: nodes[index].length, number: number)
  }
}
