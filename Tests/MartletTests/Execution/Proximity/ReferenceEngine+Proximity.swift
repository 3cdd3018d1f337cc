import MartletTestSupport

@testable import Martlet

/// What pairs of words add, by going through the words of each document.
extension ReferenceEngine {
  /// Adds the scores of pairs to those of all documents that match.
  func add(_ pairs: WordPairs, to scores: inout Scores) {
    let proximity = pairs.proximity
    for document in scores.indices where !scores[document].isNaN {
      var sum = 0.0
      for pair in pairs.pairs {
        let field = Int(pair.first.clause.field.rawValue)
        guard let one = weight(of: pair.first), let other = weight(of: pair.second) else {
          continue
        }
        let weight = one + other
        let words = documents[document].fields[field]
        let first = places(of: pair.first, in: words)
        let second = places(of: pair.second, in: words)
        let inOrder = first.count { second.contains($0 + pair.distance) }
        let near = Self.near(first[...], second[...], proximity.window)
        let inverse = tables[field][norms[field][document]]
        func score(_ weight: Float, _ count: Int) -> Double {
          Double(weight - weight / (1 + Float(count) * inverse))
        }
        sum +=
          score(Float(proximity.inOrder) * weight, inOrder)
          + score(Float(proximity.near) * weight, near)
      }
      scores[document] += sum
    }
  }

  /// The weight of a word; nil if no document has it.
  private func weight(of word: WordPairs.Word) -> Float? {
    let clause = word.clause
    let list = postings[Int(clause.field.rawValue)][Self.text(clause.term)] ?? []
    return list.isEmpty ? nil : clause.boost * idf(list.count, clause.field) / word.share
  }

  private func places(of word: WordPairs.Word, in words: [String]) -> [Int] {
    words.indices.filter { words[$0] == Self.text(word.clause.term) }
  }

  /// The first two that are near each other, then the first two after these, and so on.
  private static func near(
    _ first: ArraySlice<Int>, _ second: ArraySlice<Int>, _ window: Int
  ) -> Int {
    guard let one = first.first, let other = second.first else { return 0 }
    if abs(one - other) < window {
      return 1 + near(first.dropFirst(), second.dropFirst(), window)
    }
    return one < other
      ? near(first.dropFirst(), second, window) : near(first, second.dropFirst(), window)
  }
}

extension RandomCorpus {
  /// Pairs of words that the query scores whenever a document has them, or of any words.
  mutating func pairs(of query: ResolvedQuery) -> WordPairs {
    var pairs = WordPairs(
      proximity: Proximity(
        inOrder: [0, 0.1, 0.5, 3][random.int(in: 0..<4)],
        near: [0, 0.06, 2][random.int(in: 0..<3)],
        window: random.int(in: 2..<7)))
    var words = scoredWords(of: query)
    pairs.areScored = words.count > 1
    if words.count < 2 {
      words = (0..<random.int(in: 2..<5)).map { _ in
        TermClause(field: FieldID(0), term: Array(word().utf8), boost: 1)
      }
    }
    for (one, next) in zip(words, words.dropFirst())
    where one.field == next.field && one.term != next.term {
      let shares: [Float] = [1, 1, 0.25, 0.5]
      pairs.pairs.append(
        WordPairs.Pair(
          first: WordPairs.Word(clause: one, share: shares[random.int(in: 0..<4)]),
          second: WordPairs.Word(clause: next, share: shares[random.int(in: 0..<4)]),
          distance: random.int(in: 1..<3)))
    }
    return pairs
  }

  /// The words of a group of words and nothing else.
  private func scoredWords(of query: ResolvedQuery) -> [TermClause] {
    guard case .boolean(let counts) = query.nodes.last,
      query.nodes.count == counts.total + 1
    else { return [] }
    return query.nodes.prefix(counts.required + counts.optional).compactMap { node in
      if case .term(let clause) = node, !clause.isConstant { clause } else { nil }
    }
  }
}
