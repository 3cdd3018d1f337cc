/// The score of one document as a tree of named numbers, or the clauses that it does not match.
///
/// The ``value`` of a node is made of those of its ``parts`` as its ``formula`` says. Numbers of
/// BM25 are computed in single precision and sums in double precision, where they are exact, so the
/// tree adds up to the score of the search to the last bit.
///
/// ```swift
/// let request = SearchRequest("tidal wave")
/// if let explanation = try await index.explain("daily-41", request) {
///   print(explanation)
/// }
/// ```
public struct ScoreExplanation: Sendable, Hashable {
  /// The name of the number: a clause of the query, or a quantity such as `frequency`.
  public let name: String

  /// The number; 0 for a clause that the document does not match.
  public let value: Double

  /// A Boolean value that indicates whether the document matches the clause. Numbers always do.
  public let isMatch: Bool

  /// The way in which the value is computed from those of the parts, by their names; nil for a
  /// number that has no parts.
  public let formula: String?

  /// The numbers that the value is made of, and the clauses of a group.
  public let parts: [ScoreExplanation]

  init(
    _ name: String, _ value: Double, isMatch: Bool = true, formula: String? = nil,
    parts: [ScoreExplanation] = []
  ) {
    self.name = name
    self.value = isMatch ? value : 0
    self.isMatch = isMatch
    self.formula = formula
    self.parts = parts
  }
}

extension ScoreExplanation: CustomStringConvertible {
  /// A line for each number, indented by its depth in the tree.
  public var description: String {
    var lines: [String] = []
    var work: [(node: ScoreExplanation, depth: Int)] = [(self, 0)]
    while let (node, depth) = work.popLast() {
      lines.append(String(repeating: "  ", count: depth) + node.line)
      work += node.parts.reversed().map { ($0, depth + 1) }
    }
    return lines.joined(separator: "\n")
  }

  private var line: String {
    guard isMatch else { return "no match: \(name)" }
    return "\(valueText) \(name)" + (formula.map { " = \($0)" } ?? "")
  }

  /// The value with as few digits as tell it from other numbers of its precision.
  private var valueText: String {
    if let whole = Int64(exactly: value) { return String(whole) }
    return Double(Float(value)) == value ? "\(Float(value))" : "\(value)"
  }
}
