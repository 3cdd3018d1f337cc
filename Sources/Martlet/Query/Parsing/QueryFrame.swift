/// A group whose end has not been read: its operands so far, and the query that they form.
///
/// Three lists nest as the operators bind: operands joined by `AND` are one neighbour, neighbours
/// separated by spaces are one branch, and `OR` separates branches. Operands joined by `NEAR`
/// become one operand at once.
struct QueryFrame {
  enum Separator {
    case space
    case and
    case or
    case near(Nearness)
  }

  /// An operator such as `NEAR/5`.
  struct Nearness {
    /// The distance without a number.
    private static let usualDistance = 10

    let distance: Int
    let inOrder: Bool
    /// The range of the operator in the text.
    let range: Range<Int>

    init(_ distance: Int?, inOrder: Bool, range: Range<Int>) {
      self.distance = distance ?? Self.usualDistance
      self.inOrder = inOrder
      self.range = range
    }
  }

  /// The field of the group's operands that do not name another one.
  let field: FieldRef?
  /// The signs before the group.
  let signs: [QueryOperand.Sign]
  /// The separator between the last operand and the next.
  var separator = Separator.space

  private let combine: WordCombination
  /// Returns true for the name of a text field.
  private let hasText: (String) -> Bool
  private var branches: [QueryOperand] = []
  private var neighbours: [QueryOperand] = []
  private var chain: [QueryOperand] = []

  init(
    combine: WordCombination, hasText: @escaping (String) -> Bool, field: FieldRef? = nil,
    signs: [QueryOperand.Sign] = []
  ) {
    self.combine = combine
    self.hasText = hasText
    self.field = field
    self.signs = signs
  }

  var isEmpty: Bool { chain.isEmpty }

  /// Adds an operand.
  ///
  /// - Returns: The range of the operator of nearness before the operand, if one of the two has no
  ///   positions or no text field may have both, and the problem; both are then required, wherever
  ///   they stand.
  mutating func append(_ item: QueryOperand) -> (QueryProblem, Range<Int>)? {
    defer { separator = .space }
    switch separator {
    case .near(let nearness):
      guard let last = chain.popLast() else { break }
      let isPositional = last.isPositional && item.isPositional
      guard isPositional,
        last.query.sharesField(with: item.query, hasText: hasText)
      else {
        chain += [last, item]
        return (isPositional ? .nearFields : .near, nearness.range)
      }
      chain.append(
        QueryOperand(
          query: .near(
            [last.query, item.query], within: nearness.distance, inOrder: nearness.inOrder)))
      return nil
    case .and: break
    case .space: if !chain.isEmpty { endChain() }
    case .or:
      if !chain.isEmpty {
        endChain()
        endBranch()
      }
    }
    chain.append(item)
    return nil
  }

  /// Returns the query of the group; nil if the group is empty.
  ///
  /// - Parameter atLeast: The number of branches that have to match, or of neighbours if there is
  ///   one branch. A larger number than there are means all.
  consuming func query(atLeast: Int? = nil) -> Query? {
    guard !chain.isEmpty else { return nil }
    endChain()
    if branches.isEmpty && neighbours.count > 1, let atLeast {
      return QueryFrame.some(of: neighbours, atLeast: atLeast)
    }
    endBranch()
    if branches.count == 1 { return branches[0].query }
    return atLeast.map { QueryFrame.some(of: branches, atLeast: $0) }
      ?? QueryFrame.alternatives(branches)
  }

  /// Returns the queries to try if no document has all the words.
  consuming func relaxations() -> QueryRelaxations {
    guard branches.isEmpty, !chain.isEmpty else { return .none }
    endChain()
    return neighbours.count > 1 ? QueryRelaxations(of: neighbours) : .none
  }

  private mutating func endChain() {
    let item = chain.count == 1 ? chain[0] : QueryOperand(query: .all(chain.map(\.query)))
    neighbours.append(item)
    chain = []
  }

  private mutating func endBranch() {
    branches.append(neighbours.count == 1 ? neighbours[0] : QueryOperand(query: list()))
    neighbours = []
  }

  private func list() -> Query {
    combine == .any ? QueryFrame.weighed(neighbours) : .all(neighbours.map(\.query))
  }

  /// Returns the query of the neighbours if a space means "any".
  private static func weighed(_ items: [QueryOperand]) -> Query {
    let excluded = items.filter { $0.mark == .excluded }.map(\.query)
    let others = items.filter { $0.mark != .excluded }
    return .all((others.isEmpty ? [] : [alternatives(others)]) + excluded)
  }

  /// Returns the query for any of the items; if some are required, for all of these, and the rest
  /// only raise the score.
  private static func alternatives(_ items: [QueryOperand]) -> Query {
    let required = items.filter { $0.mark == .required }.map(\.query)
    let optional = items.filter { $0.mark != .required }.map(\.query)
    if required.isEmpty { return .any(optional) }
    return optional.isEmpty ? .all(required) : .all(required).preferring(.any(optional))
  }

  /// Returns the query for at least `atLeast` of the items, with the required ones among them.
  private static func some(of items: [QueryOperand], atLeast: Int) -> Query {
    let required = items.filter { $0.mark == .required }.map(\.query)
    let rest = min(atLeast, items.count) - required.count
    guard !required.isEmpty, rest > 0 else {
      return required.isEmpty
        ? .any(atLeast: rest, items.map(\.query)) : alternatives(items)
    }
    let others = items.filter { $0.mark != .required }.map(\.query)
    return .all(required + [.any(atLeast: rest, others)])
  }
}
