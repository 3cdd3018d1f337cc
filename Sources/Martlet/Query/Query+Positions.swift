/// Words near each other, in loose order, at the beginning of a field, or counted as one.
extension Query {
  /// The number of words that may stand between two parts of a query.
  public static let distanceRange: ClosedRange<Int> = QueryLimits.distances

  /// Returns a query for documents in which the parts stand near each other.
  ///
  /// ```swift
  /// let close = Query.near([.word("climate"), .phrase("sea level")], within: 5)
  /// ```
  ///
  /// The second part has at most `distance` words between itself and the first, the third at most
  /// as many between itself and the stretch of those two, and so on. All stand in one text of one
  /// field, and no two parts share a word of it. The parts are words, prefixes, patterns, phrases,
  /// synonyms, ``any(atLeast:_:)`` of these, or other parts that are near each other. Anything else
  /// is an error when the search begins (``SearchError/Code/unsuitableValue``), as are parts that
  /// name different fields, or a field of keywords, numbers or dates. In a text field without
  /// positions, all parts have to be there.
  ///
  /// - Parameters:
  ///   - queries: The parts; one is searched as it is. None, or one that finds nothing, makes all
  ///     find nothing.
  ///   - distance: The most words between two parts.
  ///   - inOrder: True if each part has to follow those before it.
  /// - Precondition: `distance` is in ``distanceRange``.
  public static func near(
    _ queries: [Query], within distance: Int = 10, inOrder: Bool = false
  ) -> Query {
    requireDistance(distance)
    let parts = queries.map(\.withoutEmptyAlternatives)
    guard var result = parts.first, !parts.contains(where: \.isNothing) else { return .nothing }
    for query in parts.dropFirst() {
      result.withNodes { $0 += query.nodes + [.near(distance: distance, inOrder: inOrder)] }
    }
    return result
  }

  /// Returns a query for documents in which a text of a field begins with the words of `query`.
  ///
  /// ```swift
  /// let titles = Query.anchored(.phrase("the old", in: "title"))
  /// ```
  ///
  /// The query is a word, a prefix, a pattern, a phrase, synonyms, any of several of these, or
  /// parts near each other in order, of which the first one is at the beginning; anything else is
  /// an error when the search begins. Of several texts in one field, the first counts. In a field
  /// without positions, and in one of values, the beginning cannot be told: the words may be
  /// anywhere.
  public static func anchored(_ query: Query) -> Query {
    if case .any(atLeast: 1, _) = query.nodes.last {
      return .any(
        query.nodes.childRanges.map { anchoredPart(Query(nodes: Array(query.nodes[$0]))) })
    }
    return anchoredPart(query)
  }

  /// The query without those of its alternatives that find nothing.
  private var withoutEmptyAlternatives: Query {
    guard case .any(atLeast: 1, _) = nodes.last else { return self }
    let parts = nodes.childRanges.map { Query(nodes: Array(nodes[$0])) }
    return parts.contains(where: \.isNothing) ? .any(parts.filter { !$0.isNothing }) : self
  }

  /// Returns a query that is not any of several, at the beginning of a field.
  private static func anchoredPart(_ query: Query) -> Query {
    guard !query.isNothing else { return .nothing }
    var nodes = query.nodes
    nodes.insert(.anchored, at: (query.firstInOrder ?? nodes.count - 1) + 1)
    return Query(nodes: nodes)
  }

  /// Returns a query for documents with these words near each other, or in another order.
  ///
  /// Each word may be moved, and `slop` is the most words that all of them are moved by together
  /// against each other: 1 lets one other word stand between two, and 2 lets two neighbours change
  /// places. With 0 it is ``phrase(_:in:lastIsPrefix:)``.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - slop: The most words by which they may be moved.
  ///   - field: The field to search; nil for every text field.
  ///   - lastIsPrefix: True if the last word also represents the words that begin with it.
  /// - Precondition: `slop` is in ``distanceRange``.
  public static func phrase(
    _ text: String, slop: Int, in field: FieldRef? = nil, lastIsPrefix: Bool = false
  ) -> Query {
    requireDistance(slop)
    guard slop > 0 else { return .phrase(text, in: field, lastIsPrefix: lastIsPrefix) }
    return Query(nodes: [
      .sloppyPhrase(text, slop: slop, lastIsPrefix: lastIsPrefix, field: field)
    ])
  }

  /// Returns a query for documents with these words next to each other, in this order, and directly
  /// after them a word that `pattern` matches.
  ///
  /// ```swift
  /// let pies = Query.phrase("sweet", endingWith: "*berry")
  /// ```
  ///
  /// The pattern is one of ``matching(_:in:)``. The field is one of text; another one is an error
  /// when the search begins.
  public static func phrase(
    _ text: String, endingWith pattern: String, in field: FieldRef? = nil
  ) -> Query {
    phrase(text, endingWith: WildcardPattern(pattern), in: field)
  }

  static func phrase(
    _ text: String, endingWith pattern: WildcardPattern, in field: FieldRef?
  ) -> Query {
    let pattern = pattern.dropping(QueryAlphabet.isSpace)
    guard text.unicodeScalars.contains(where: { !QueryAlphabet.isSpace($0) }) else {
      return matching(pattern, in: field)
    }
    if !pattern.hasWildcards || pattern.solePrefix != nil {
      let last = String(decoding: pattern.prefix, as: UTF8.self)
      return phrase(text + " " + last, in: field, lastIsPrefix: pattern.hasWildcards)
    }
    guard pattern.hasText else { return phrase(text, in: field) }
    return near(
      [phrase(text, in: field), matching(pattern, in: field)], within: 0, inOrder: true)
  }

  /// Returns a query for documents with any of the words, which count as one word: a document that
  /// has several of them scores like one that has one of them as often.
  ///
  /// ```swift
  /// let vehicles = Query.synonyms(["car", "automobile", "motorcar"])
  /// ```
  public static func synonyms(_ words: [String], in field: FieldRef? = nil) -> Query {
    let words = words.filter { text in
      text.unicodeScalars.contains { !QueryAlphabet.isSpace($0) }
    }
    switch words.count {
    case 0: return .nothing
    case 1: return .word(words[0], in: field)
    default: return Query(nodes: [.synonyms(words, field: field)])
    }
  }

  /// The index of the leaf that the others follow, if parts have an order; else nil.
  private var firstInOrder: Int? {
    let starts = nodes.subtreeStarts()
    var node = nodes.count - 1
    while case .near(_, inOrder: true) = nodes[node] { node = starts[node - 1] - 1 }
    return node == 0 ? 0 : nil
  }

  private static func requireDistance(_ distance: Int) {
    requireOfProgram(
      distanceRange.contains(distance),
      "expected a distance in \(distanceRange), found \(distance)")
  }
}
