/// Replaces the relevance of documents by the score of a ``RankProgram``, some thousand documents
/// at a time. Used by one thread.
///
/// - Complexity: some nanoseconds for each step and document, and what a closure takes.
final class RankScorer {
  let program: RankProgram
  /// The results of steps that no step has taken yet, by document.
  private var stack: [[Double]] = []
  /// Arrays that are not in use.
  private var free: [[Double]] = []
  private var values: [Int: RankedValues] = [:]

  init(_ program: RankProgram) {
    self.program = program
  }

  /// Replaces the scores of candidates of the segment whose first document is `base`.
  func rescore(_ candidates: CandidateBuffer, base: UInt32) {
    guard candidates.count > 0 else { return }
    let columns = program.columns[program.segments.index(of: base)]
    for (index, step) in program.steps.enumerated() {
      run(step, index, candidates, columns)
    }
    let results = stack.removeLast()
    candidates.setScores { Double(RankProgram.score(results[$0])) }
    free.append(results)
  }

  private func run(
    _ step: RankProgram.Step, _ index: Int, _ candidates: CandidateBuffer, _ columns: [Column?]
  ) {
    let count = candidates.count
    switch step {
    case .sum: combine(count) { $0 + $1 }
    case .product: combine(count) { $0 * $1 }
    case .constant(let value): push(count) { _ in value }
    case .relevance: push(count) { candidates.relevance(at: $0) }
    case .column(let number, let function, let missing):
      guard let column = columns[number] else { return push(count) { _ in missing } }
      let program = program
      push(count) { slot in
        let value = column.greatestNumber(of: candidates.document(at: slot))
        return value.isNaN ? missing : program.apply(function, to: value)
      }
    case .custom(let custom, let numbers):
      let values = values[index] ?? RankedValues(custom.fields)
      self.values[index] = values
      push(count) { slot in
        values.read(candidates.document(at: slot), numbers, columns)
        return RankProgram.result(custom, candidates.relevance(at: slot), values)
      }
    }
  }

  /// Leaves the results of `result` for `count` slots on the stack.
  @inline(__always)
  private func push(_ count: Int, _ result: (Int) -> Double) {
    var results = free.popLast() ?? []
    if results.count < count {
      // Most strategies take a block at a time.
      let isBlock = count <= Limits.blockSize
      results = Array(repeating: 0, count: isBlock ? Limits.blockSize : ScoreWindow.size)
    }
    for slot in 0..<count { results[slot] = result(slot) }
    stack.append(results)
  }

  /// Replaces the last two arrays by the combination of their numbers.
  @inline(__always)
  private func combine(_ count: Int, _ combination: (Double, Double) -> Double) {
    let right = stack.removeLast()
    var left = stack.removeLast()
    for slot in 0..<count {
      left[slot] = RankProgram.finite(combination(left[slot], right[slot]))
    }
    stack.append(left)
    free.append(right)
  }
}

extension RankedValues {
  /// Reads the values of a document from the columns of these numbers.
  func read(_ document: DocumentID, _ numbers: [Int], _ columns: [Column?]) {
    for (index, number) in numbers.enumerated() {
      self.numbers[index] = columns[number]?.greatestNumber(of: document) ?? .nan
    }
  }
}

extension Column {
  /// Returns the greatest number of a document; no number if it has no value.
  @inline(__always)
  func greatestNumber(of document: DocumentID) -> Double {
    guard isMulti else {
      let ordinal = self.ordinal(of: document)
      return ordinal < 0 ? .nan : number(of: ordinal)
    }
    var last = -1
    forEachOrdinal(of: document) { last = $0 }
    return last < 0 ? .nan : number(of: last)
  }
}
