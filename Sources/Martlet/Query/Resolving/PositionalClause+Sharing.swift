/// The words that two leaves of a ``PositionalClause`` have in common.
extension PositionalClause.Node {
  /// True for a leaf that stands for one word.
  var isOneTerm: Bool {
    if case .terms(let terms) = self { terms.count == 1 } else { false }
  }

  /// Returns false only if no word is one of both leaves.
  func mayShareWords(with other: Self) -> Bool {
    switch (self, other) {
    case (.terms(let terms), .terms(let others)): !Set(terms).isDisjoint(with: others)
    case (.terms(let terms), .prefix(let prefix)), (.prefix(let prefix), .terms(let terms)):
      terms.contains { $0.starts(with: prefix) }
    case (.prefix(let prefix), .prefix(let other)):
      prefix.starts(with: other) || other.starts(with: prefix)
    default: true
    }
  }

  /// Returns true only if each word of the other leaf is one of this leaf, too.
  func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.terms(let terms), .terms(let others)): Set(terms).isSuperset(of: others)
    case (.prefix(let prefix), .terms(let terms)): terms.allSatisfy { $0.starts(with: prefix) }
    case (.prefix(let prefix), .prefix(let other)): other.starts(with: prefix)
    default: self == other
    }
  }
}
