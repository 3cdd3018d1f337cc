/// The clauses that were looked up, with their numbers.
///
/// Queries have few words: comparing them is faster than hashing. Queries of programs may have
/// thousands.
///
/// - Complexity: O(1) for each clause.
struct PlannedClauses<Clause: Hashable> {
  /// The number of clauses up to which they are compared one by one.
  private static var few: Int { 16 }

  private var compared: [(clause: Clause, number: Int)] = []
  /// All clauses, once there are many.
  private var hashed: [Clause: Int] = [:]

  /// Makes room for `count` clauses, if these are few.
  mutating func reserveCapacity(_ count: Int) {
    compared.reserveCapacity(min(count, Self.few))
  }

  /// Returns the number of a clause; nil if it was not inserted.
  func number(of clause: Clause) -> Int? {
    hashed.isEmpty ? compared.first { $0.clause == clause }?.number : hashed[clause]
  }

  /// Adds a clause that was not inserted before.
  mutating func insert(_ clause: Clause, _ number: Int) {
    if compared.count < Self.few { return compared.append((clause, number)) }
    if hashed.isEmpty {
      for known in compared { hashed[known.clause] = known.number }
    }
    hashed[clause] = number
  }
}
