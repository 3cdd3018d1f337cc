/// The operations that combine queries, each of which brings its result to one normal form.
extension Query {
  /// The range of valid boost factors.
  public static let boostRange: ClosedRange<Double> = 0...1_000_000

  /// Returns a query for documents that all the queries match; with no queries, all documents.
  public static func all(_ queries: [Query]) -> Query {
    guard var result = queries.first else { return .everything }
    for query in queries.dropFirst() { result.join(query, into: .all) }
    return result
  }

  /// Returns a query for documents that at least `atLeast` of the queries match; with no queries,
  /// none.
  ///
  /// - Parameters:
  ///   - atLeast: The number of queries that have to match. A value below 1 counts as 1; one above
  ///     the number of queries matches nothing.
  ///   - queries: The queries, any of which may match.
  public static func any(atLeast: Int = 1, _ queries: [Query]) -> Query {
    guard var result = queries.first, atLeast <= queries.count else { return .nothing }
    guard atLeast > 1 else {
      for query in queries.dropFirst() { result.join(query, into: .any) }
      return result
    }
    if atLeast == queries.count { return .all(queries) }
    var nodes: [QueryNode] = []
    for query in queries { nodes += query.nodes }
    nodes.append(.any(atLeast: atLeast, count: queries.count))
    return Query(nodes: nodes)
  }

  /// Returns a query for documents that `query` does not match.
  public static func not(_ query: consuming Query) -> Query {
    if query.nodes == [.everything] { return .nothing }
    if query.isNothing { return .everything }
    query.withNodes { $0.append(.not) }
    return query
  }

  /// True if this is a query for no document, whatever its field.
  var isNothing: Bool {
    if nodes.count == 1, case .nothing = nodes[0] { true } else { false }
  }

  /// Returns a query for documents that both queries match.
  public static func && (left: consuming Query, right: Query) -> Query {
    left.join(right, into: .all)
    return left
  }

  /// Returns a query for documents that at least one of the queries matches.
  public static func || (left: consuming Query, right: Query) -> Query {
    left.join(right, into: .any)
    return left
  }

  /// Returns a query for documents that `query` does not match.
  public static prefix func ! (query: consuming Query) -> Query { .not(query) }

  /// Returns a query for the same documents; those that `other` matches too score higher.
  ///
  /// A value of a keyword, number or date field adds 1, or the factor with which it is boosted.
  public consuming func preferring(_ other: Query) -> Query {
    withNodes {
      $0 += other.nodes
      $0.append(.preferring)
    }
    return self
  }

  /// Returns a query for the same documents, with scores multiplied by `factor`.
  ///
  /// A value of a keyword, number or date field, which scores nothing by itself, adds `factor`.
  ///
  /// - Precondition: `factor` is in ``boostRange``.
  public consuming func boosted(by factor: Double) -> Query {
    requireOfProgram(
      Query.boostRange.contains(factor), "expected a boost in \(Query.boostRange), found \(factor)")
    // Adding zero turns -0 into 0, so that equal boosts print the same.
    if factor != 1 || isValue { withNodes { $0.append(.boost(factor + 0)) } }
    return self
  }

  /// Returns a query for the same documents, each of which has the same score.
  ///
  /// For words that say which documents are wanted and not which are better, such as a pattern that
  /// a program adds. Like a filter, all these documents are found first, and the words are none of
  /// those that ``SearchRequest/rules`` compare.
  ///
  /// ```swift
  /// let berries = Query.containing("berry").constantScore() || .word("jam")
  /// ```
  ///
  /// - Parameter score: The score. With 0, the documents are selected only.
  /// - Precondition: `score` is in ``boostRange``.
  public consuming func constantScore(_ score: Double = 1) -> Query {
    requireOfProgram(
      Query.boostRange.contains(score), "expected a score in \(Query.boostRange), found \(score)")
    withNodes { $0.append(.constantScore(score + 0)) }
    return self
  }
}

extension Query {
  /// True for a leaf that asks for values.
  private var isValue: Bool {
    guard nodes.count == 1 else { return false }
    return switch nodes[0] {
    case .value, .range: true
    default: false
    }
  }
}

extension Query {
  /// The two kinds of list that absorb lists of their own kind.
  private enum Joining {
    case all
    case any

    /// Returns the number of children that `node` has as a list of this kind; nil if it is anything
    /// else.
    func count(of node: QueryNode?) -> Int? {
      switch (self, node) {
      case (.all, .all(let count)): count
      case (.any, .any(atLeast: 1, let count)): count
      default: nil
      }
    }

    func node(count: Int) -> QueryNode {
      switch self {
      case .all: .all(count: count)
      case .any: .any(atLeast: 1, count: count)
      }
    }
  }

  /// Combines this query and `other` into one list, without nesting.
  ///
  /// - Complexity: O(nodes of `other`), amortised.
  private mutating func join(_ other: Query, into kind: Joining) {
    withNodes { nodes in
      let own = kind.count(of: nodes.last)
      if own != nil { nodes.removeLast() }
      let others = kind.count(of: other.nodes.last)
      nodes.append(contentsOf: others == nil ? other.nodes[...] : other.nodes.dropLast())
      nodes.append(kind.node(count: (own ?? 1) + (others ?? 1)))
    }
  }

  /// Returns the tree with every list that is directly within a list of its own kind joined to it.
  ///
  /// - Complexity: O(nodes).
  static func joiningLists(_ nodes: [QueryNode]) -> Query {
    var kept: [QueryNode?] = []
    var roots: [Int] = []
    for node in nodes {
      var node = node
      let start = roots.count - node.childCount
      for kind in [Joining.all, .any] where kind.count(of: node) != nil {
        var count = 0
        // The slice is released before the array changes; a variable for it would make each change
        // a copy.
        for child in roots[start...] {
          let inner = kind.count(of: kept[child])
          if inner != nil { kept[child] = nil }
          count += inner ?? 1
        }
        node = kind.node(count: count)
      }
      roots.removeSubrange(start...)
      roots.append(kept.count)
      kept.append(node)
    }
    return Query(nodes: kept.compactMap(\.self))
  }

  /// Returns the tree with its `user` nodes replaced by `queries`, in order.
  static func replacingUsers(in nodes: [QueryNode], by queries: [Query]) -> Query {
    var result: [QueryNode] = []
    var remaining = queries[...]
    for node in nodes {
      if case .user = node, let query = remaining.popFirst() {
        result += query.nodes
      } else {
        result.append(node)
      }
    }
    return joiningLists(result)
  }
}
