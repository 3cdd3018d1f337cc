/// Queries made of queries. Every combination is brought to its one normal form here.
extension Query {
  /// The factors that a boost may have.
  public static let boostRange: ClosedRange<Double> = 0...1_000_000

  /// Documents that all the queries match. All of none is everything.
  public static func all(_ queries: [Query]) -> Query {
    guard var result = queries.first else { return .everything }
    for query in queries.dropFirst() { result.join(query, into: .all) }
    return result
  }

  /// Documents that at least `atLeast` of the queries match. Any of none is nothing.
  ///
  /// - Parameters:
  ///   - atLeast: Below 1 counts as 1. More than there are queries is nothing.
  ///   - queries: What may match.
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

  /// Documents that the query does not match.
  public static func not(_ query: consuming Query) -> Query {
    if query.nodes == [.everything] { return .nothing }
    if query.nodes == [.nothing] { return .everything }
    query.withNodes { $0.append(.not) }
    return query
  }

  /// Documents that both match.
  public static func && (left: consuming Query, right: Query) -> Query {
    left.join(right, into: .all)
    return left
  }

  /// Documents that either matches.
  public static func || (left: consuming Query, right: Query) -> Query {
    left.join(right, into: .any)
    return left
  }

  /// Documents that the query does not match.
  public static prefix func ! (query: consuming Query) -> Query { .not(query) }

  /// The documents of this query; those that `other` matches too score higher.
  public consuming func preferring(_ other: Query) -> Query {
    withNodes {
      $0 += other.nodes
      $0.append(.preferring)
    }
    return self
  }

  /// The same documents, with scores multiplied by `factor`.
  ///
  /// - Precondition: `factor` is in ``boostRange``.
  public consuming func boosted(by factor: Double) -> Query {
    precondition(
      Query.boostRange.contains(factor), "a boost of \(factor), not in \(Query.boostRange)")
    // Adding zero turns -0 into 0, so that equal boosts print alike.
    if factor != 1 { withNodes { $0.append(.boost(factor + 0)) } }
    return self
  }
}

extension Query {
  /// The two lists that swallow lists of their own kind.
  private enum Joining {
    case all
    case any

    /// Returns the number of children that `node` has as a list of this kind, nil when it is
    /// something else.
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

  /// Makes this and `other` one list, without nesting.
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

  /// The same tree with lists that stand within lists of their kind joined to them.
  ///
  /// - Complexity: O(nodes).
  static func joiningLists(_ nodes: [QueryNode]) -> Query {
    var kept: [QueryNode?] = []
    var roots: [Int] = []
    for node in nodes {
      var node = node
      let children = roots.suffix(node.childCount)
      for kind in [Joining.all, .any] where kind.count(of: node) != nil {
        var count = 0
        for child in children {
          let inner = kind.count(of: kept[child])
          if inner != nil { kept[child] = nil }
          count += inner ?? 1
        }
        node = kind.node(count: count)
      }
      roots.removeLast(children.count)
      roots.append(kept.count)
      kept.append(node)
    }
    return Query(nodes: kept.compactMap(\.self))
  }

  /// The tree with its `user` nodes replaced, in their order.
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
