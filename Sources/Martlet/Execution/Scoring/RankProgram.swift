/// A ``Rank`` in terms of the index, with the columns that it reads.
///
/// Immutable, so that the threads of a search share it; each has a ``RankScorer`` of its own.
///
/// - Complexity: creating it reads the first and the last value of each column and segment.
final class RankProgram: Sendable {
  /// A step of the evaluation, which takes its operands from a stack and leaves its result there.
  enum Step: Sendable {
    case constant(Double)
    case relevance
    /// A function of the greatest value in the column of this number.
    case column(Int, Rank.Function, missing: Double)
    case custom(Rank.Custom, columns: [Int])
    case sum
    case product
  }

  let rank: Rank
  /// A step for each node of the rank.
  let steps: [Step]
  let segments: SegmentSet
  /// The columns by segment and number; nil where no document of the segment has a value.
  let columns: [[Column?]]
  /// The time of the search in seconds since the start of 1970.
  private let now: Double
  /// The least and the greatest result of each step that reads a column.
  private let ranges: [ClosedRange<Double>]

  /// - Parameters:
  ///   - fields: The fields that the rank reads, in the order of ``Rank/fields``.
  ///   - now: The time of the search in seconds since the start of 1970.
  /// - Throws: `corrupted` if a column is damaged.
  init(
    _ rank: Rank, _ fields: [FieldID], in segments: SegmentSet, now: Double
  ) throws(SearchError) {
    let names = rank.fields
    func number(_ field: FieldRef) -> Int { names.firstIndex(of: field) ?? 0 }
    var columns: [[Column?]] = []
    for segment in segments.segments {
      var own: [Column?] = []
      for field in fields { own.append(try segment.reader.verifiedColumn(field)) }
      columns.append(own)
    }
    steps = rank.nodes.map { node in
      switch node {
      case .constant(let value): .constant(value)
      case .relevance: .relevance
      case .field(let field, let function, let missing):
        .column(number(field), function, missing: missing)
      case .custom(let custom): .custom(custom, columns: custom.fields.map(number))
      case .sum: .sum
      case .product: .product
      }
    }
    self.rank = rank
    self.segments = segments
    self.columns = columns
    self.now = now
    ranges = steps.map { Self.range(of: $0, columns, now) }
  }

  /// Returns the result of a function of a value.
  @inline(__always)
  func apply(_ function: Rank.Function, to value: Double) -> Double {
    Self.apply(function, to: value, now)
  }

  private static func apply(
    _ function: Rank.Function, to value: Double, _ time: Double
  ) -> Double {
    switch function {
    case .value: return finite(value)
    case .log1p:
      guard value > 0 else { return 0 }
      // The logarithm of so little more than 1 is what it is more.
      if value < 0x1p-53 { return value }
      return NaturalLogarithm.of(min(value, .greatestFiniteMagnitude) + 1)
    case .recency(let halfLife, let now):
      let age = (now ?? time) - value
      return age > 0 ? PowerOfTwo.of(-age / halfLife) : 1
    }
  }

  /// Returns the nearest finite number; 0 for no number.
  @inline(__always)
  static func finite(_ value: Double) -> Double {
    if value.isFinite { return value }
    return value.isNaN ? 0 : value > 0 ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
  }

  /// Returns the score for the result of all steps.
  @inline(__always)
  static func score(_ result: Double) -> Float {
    result > 0 ? min(Float(result), .greatestFiniteMagnitude) : 0
  }

  /// Returns a closure's number for a document.
  @inline(__always)
  static func result(
    _ custom: Rank.Custom, _ relevance: Double, _ values: RankedValues
  ) -> Double {
    let result = finite(custom.body(RankedDocument(relevance: relevance, values: values)))
    guard result > 0 else { return 0 }
    guard let factor = custom.maximumFactor else { return result }
    return min(result, finite(relevance * factor))
  }
}

/// Bounds, so that documents which cannot be among the best are skipped.
extension RankProgram {
  /// The numbers between the least and the greatest result of a step that reads a column.
  private static func range(
    of step: Step, _ columns: [[Column?]], _ now: Double
  ) -> ClosedRange<Double> {
    guard case .column(let number, let function, let missing) = step else { return 0...0 }
    var results = [missing]
    for case let column? in columns.map({ $0[number] }) {
      for ordinal in [0, column.termCount - 1] {
        let result = apply(function, to: column.number(of: ordinal), now)
        // The functions rise or fall, but for the rounding of their last bits.
        let slack = function == .value ? 0 : 1e-9 * (1 + result.magnitude)
        results += [result - slack, result + slack]
      }
    }
    return (results.min() ?? 0)...(results.max() ?? 0)
  }

  /// Returns the highest score of a document whose relevance is at most `relevance`.
  func maxScore(relevance: Double) -> Float {
    var stack: [ClosedRange<Double>] = []
    return maxScore(relevance, &stack)
  }

  /// The steps are those of a document, with the least and the greatest result of each. Rounding
  /// keeps the order of numbers, so no document exceeds the bound by a bit.
  private func maxScore(_ relevance: Double, _ stack: inout [ClosedRange<Double>]) -> Float {
    stack.removeAll(keepingCapacity: true)
    for (index, step) in steps.enumerated() {
      switch step {
      case .constant(let value): stack.append(value...value)
      case .relevance: stack.append(0...relevance)
      case .column: stack.append(ranges[index])
      case .custom(let custom, _):
        let highest = custom.maximumFactor.map { Self.finite(relevance * $0) }
        stack.append(0...(highest ?? .greatestFiniteMagnitude))
      case .sum:
        let (right, left) = (stack.removeLast(), stack.removeLast())
        let least = Self.finite(left.lowerBound + right.lowerBound)
        stack.append(least...Self.finite(left.upperBound + right.upperBound))
      case .product:
        let right = stack.removeLast()
        stack.append(Self.product(stack.removeLast(), right))
      }
    }
    return Self.score(stack[0].upperBound)
  }

  private static func product(
    _ left: ClosedRange<Double>, _ right: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let one = finite(left.lowerBound * right.lowerBound)
    let two = finite(left.lowerBound * right.upperBound)
    let three = finite(left.upperBound * right.lowerBound)
    let four = finite(left.upperBound * right.upperBound)
    return min(min(one, two), min(three, four))...max(max(one, two), max(three, four))
  }

  /// Returns a relevance with which no document reaches a score above `score`, to within a
  /// hundredth; -1 if there is none.
  ///
  /// - Complexity: sixteen evaluations of the bound.
  func relevanceLimit(score: Double) -> Double {
    var stack: [ClosedRange<Double>] = []
    guard score >= 0, Double(maxScore(0, &stack)) <= score else { return -1 }
    // The upper halves of the bits of floating-point numbers are in their order.
    var low: UInt32 = 0
    var high = Float.infinity.bitPattern >> 16
    while high - low > 1 {
      let middle = (low + high) / 2
      let relevance = Double(Float(bitPattern: middle << 16))
      if Double(maxScore(relevance, &stack)) <= score { low = middle } else { high = middle }
    }
    return Double(Float(bitPattern: low << 16))
  }
}
