/// Combines operands and operators into a tree, in the same way for both parsers.
///
/// `NEAR` binds tightest, then `AND`, then a space, then `OR`. The meaning of a space depends on
/// the ``WordCombination``; `+` marks an operand as required, and `-` as excluded, among its
/// neighbours. Operators without operands are ignored, and groups left open are closed.
///
/// Open groups are frames on a stack, so the depth of brackets never becomes a depth of calls.
///
/// - Complexity: each call O(1), apart from copying operands into the groups around them, which is
///   O(operands × depth) altogether.
struct QueryAssembler {
  private let combine: WordCombination
  private let hasText: (String) -> Bool
  private var frame: QueryFrame
  private var outer: [QueryFrame] = []
  private var signs: [QueryOperand.Sign] = []
  private var scope: FieldRef?

  /// The number of open groups, of signs before them, and of signs before the next operand.
  private(set) var depth = 0

  /// - Parameter hasText: Returns true for the name of a text field, or of any field if it is
  ///   unknown what they have.
  init(combine: WordCombination, hasText: @escaping (String) -> Bool = { _ in true }) {
    self.combine = combine
    self.hasText = hasText
    frame = QueryFrame(combine: combine, hasText: hasText)
  }

  /// True if the innermost open group has an operand.
  var hasOperand: Bool { !frame.isEmpty }

  /// True if a sign or a field precedes the next operand.
  var hasPrefix: Bool { !signs.isEmpty || scope != nil }

  /// True if a sign directly before the next operand negates it.
  var isNegating: Bool { signs.contains(.not) }

  /// The field of the next operand; nil for all text fields.
  var field: FieldRef? { scope ?? frame.field }

  mutating func and() { frame.separator = .and }

  mutating func or() { frame.separator = .or }

  mutating func near(_ nearness: QueryFrame.Nearness) { frame.separator = .near(nearness) }

  /// The operators of nearness that their operands do not suit, with the reason; these operands are
  /// combined with `AND`.
  private(set) var unsuitable: [(QueryProblem, Range<Int>)] = []

  mutating func sign(_ sign: QueryOperand.Sign) {
    signs.append(sign)
    depth += 1
  }

  mutating func scope(_ field: FieldRef) { scope = field }

  /// Adds an operand.
  ///
  /// - Parameters:
  ///   - isBareWord: True if it is a word without a field, with or without a boost.
  ///   - isBlank: True if it is a bare word of signs alone.
  mutating func add(_ query: Query, isBareWord: Bool = false, isBlank: Bool = false) {
    add(query, signs: signs, isBareWord: isBareWord, isBlank: isBlank)
    depth -= signs.count
    signs = []
    scope = nil
  }

  /// Begins a group.
  mutating func open() {
    outer.append(frame)
    frame = QueryFrame(
      combine: combine, hasText: hasText, field: field, signs: signs)
    depth += 1
    signs = []
    scope = nil
  }

  /// Ends the innermost open group. Does nothing if there is none.
  mutating func close(atLeast: Int? = nil, scoring: QueryToken.Scoring? = nil) {
    guard !outer.isEmpty else { return }
    let group = frame
    frame = outer.removeLast()
    depth -= group.signs.count + 1
    guard let query = group.query(atLeast: atLeast) else { return }
    add(query.scored(as: scoring), signs: group.signs, isBareWord: false)
  }

  private mutating func add(
    _ query: Query, signs: [QueryOperand.Sign], isBareWord: Bool, isBlank: Bool = false
  ) {
    var item = QueryOperand(
      query: query, isLoose: isBareWord && !isBlank && signs.isEmpty, isBlank: isBlank)
    for sign in signs where sign == .not { item.query = .not(item.query) }
    switch signs.first {
    case .not: item.mark = .excluded
    case .required: item.mark = .required
    case nil: break
    }
    if let problem = frame.append(item) { unsuitable.append(problem) }
  }

  /// Returns the whole tree, nil if it has no operand, and the queries to try if it finds nothing.
  /// Each step finds all that the one before it finds.
  consuming func finish() -> (query: Query?, relaxations: QueryRelaxations) {
    while !outer.isEmpty { close() }
    return (frame.query(), combine == .allThenAny ? frame.relaxations() : .none)
  }
}
