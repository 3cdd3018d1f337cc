/// The parts of a query that ask where words stand.
extension Query {
  /// True if the query may be a part of one that asks for nearness.
  ///
  /// - Complexity: O(nodes).
  var isPositional: Bool { nodes.folded { $0.role($1) } != .none }

  /// Returns true if both queries may match in one text field.
  ///
  /// - Parameter hasText: Returns true for the name of a text field.
  /// - Complexity: O(nodes).
  func sharesField(with other: Query, hasText: (String) -> Bool) -> Bool {
    let parts = [self, other].map { query in
      query.nodes.folded { PositionalFields($0, $1) }.filtered(hasText)
    }
    return !PositionalFields(sharedBy: parts[...]).isEmpty
  }

  /// The leaves that are parts of a `near`, and of its parts.
  ///
  /// - Complexity: O(nodes).
  fileprivate var leavesNearOthers: [QueryNode] {
    let starts = nodes.subtreeStarts()
    var start = nodes.count
    var leaves: [QueryNode] = []
    for (index, node) in nodes.enumerated().reversed() {
      if case .near = node { start = min(start, starts[index]) }
      if index >= start, node.childCount == 0 { leaves.append(node) }
    }
    return leaves.reversed()
  }
}

extension IndexSchema {
  /// Makes sure that all parts of `near` and `anchored` have positions, and those of `near` in one
  /// field.
  ///
  /// - Throws: `unsuitableValue` for the first part that has none.
  func requirePositions(of query: Query) throws(SearchError) {
    guard query.nodes.contains(where: \.isTied) else { return }
    _ = try query.nodes.folded {
      (node, children: ArraySlice<PositionalPart>) throws(SearchError) -> PositionalPart in
      let part = PositionalPart(node, children)
      if part.role == .none, node.isTied { throw Self.withoutPositions(node) }
      if case .near = node, part.fields.isEmpty { throw Self.apart(children) }
      return part
    }
    try requireTexts(query.leavesNearOthers)
  }

  /// Makes sure that the fields of some leaves have words.
  private func requireTexts(_ leaves: [QueryNode]) throws(SearchError) {
    for leaf in leaves {
      guard let name = leaf.field?.name, let kind = kind(of: name), kind != .text else { continue }
      throw SearchError(
        .unsuitableValue,
        "near was given a part in the field \"\(name)\", which has \(kind.valuesName), expected one "
          + "in a text field, where words have positions; to find both, use &&")
    }
  }

  private static func withoutPositions(_ node: QueryNode) -> SearchError {
    SearchError(
      .unsuitableValue,
      "\(node == .anchored ? "anchored" : "near") was given a part without a position in a text; "
        + "expected a word, a prefix, a pattern that has text, a phrase, synonyms, or any of these")
  }

  private static func apart(_ parts: ArraySlice<PositionalPart>) -> SearchError {
    let names = parts.map { part in
      part.fields.sortedNames.prefix(QueryLimits.expectedFieldCount).map { "\"\($0)\"" }
        .joined(separator: " or ")
    }
    return SearchError(
      .unsuitableValue,
      "near was given a part in \(names.joined(separator: " and one in ")), expected parts in one "
        + "field; to find both wherever they stand, use &&")
  }
}

/// The role of a part, and its fields.
private struct PositionalPart {
  let role: QueryNode.Role
  let fields: PositionalFields

  init(_ node: QueryNode, _ parts: ArraySlice<PositionalPart>) {
    let roles = parts.map(\.role)
    let fields = parts.map(\.fields)
    role = node.role(roles[...])
    self.fields = PositionalFields(node, fields[...])
  }
}

/// The fields in which all of a part may stand.
private struct PositionalFields {
  /// The names that the part gives; nil if it may stand in all text fields.
  private var names: Set<String>?

  init(_ node: QueryNode, _ parts: ArraySlice<PositionalFields>) {
    switch node {
    case .near: names = Self.shared(by: parts)
    case .anchored: names = parts.first?.names
    case .any:
      let named = parts.compactMap(\.names)
      names = named.count == parts.count ? named.reduce(into: []) { $0.formUnion($1) } : nil
    default: names = node.field.map { [$0.name] }
    }
  }

  /// The fields in which each of `parts` may stand.
  init(sharedBy parts: ArraySlice<PositionalFields>) {
    names = Self.shared(by: parts)
  }

  private static func shared(by parts: ArraySlice<PositionalFields>) -> Set<String>? {
    let named = parts.compactMap(\.names)
    return named.first.map { named.dropFirst().reduce($0) { $0.intersection($1) } }
  }

  /// True if there is no such field.
  var isEmpty: Bool { names?.isEmpty ?? false }

  /// The names, in order; none if the part may stand in all text fields.
  var sortedNames: [String] { names?.sorted() ?? [] }

  /// Returns the fields whose names `isKept` accepts.
  func filtered(_ isKept: (String) -> Bool) -> PositionalFields {
    var result = self
    result.names = names?.filter(isKept)
    return result
  }
}

extension QueryNode {
  /// The role that a query can have where positions matter, in rising order.
  fileprivate enum Role: Comparable {
    /// Its matches have no positions.
    case none
    /// Its matches are stretches of a text.
    case positional
    /// It may be anchored, too.
    case leaf
  }

  /// Returns the role of the node, given those of its children.
  fileprivate func role(_ children: ArraySlice<Role>) -> Role {
    switch self {
    case .word, .typed, .prefix, .pattern, .fuzzy, .phrase, .sloppyPhrase, .synonyms: .leaf
    case .anchored: children.first == .leaf ? .positional : .none
    case .near, .any(atLeast: 1, _): children.contains(.none) ? .none : .positional
    default: .none
    }
  }

  /// True if the node asks for positions of its children.
  var isTied: Bool {
    switch self {
    case .near, .anchored: true
    default: false
    }
  }
}
