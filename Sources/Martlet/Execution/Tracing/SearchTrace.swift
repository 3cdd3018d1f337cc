/// The work of one search: the time of each phase, the words that were looked up, and what was read
/// of their postings.
///
/// A search records it if ``SearchRequest/isTraced`` is true.
///
/// ```swift
/// let request = SearchRequest("storm at sea") { $0.isTraced = true }
/// if let trace = try await index.search(request).trace { print(trace) }
/// ```
public struct SearchTrace: Sendable, Hashable {
  /// A phase, and the time that it took, over all passes.
  public struct Phase: Sendable, Hashable {
    /// The name: `parse`, `resolve`, `look up`, `search`, `facets` or `read`.
    public let name: String
    /// The time.
    public let duration: Duration
  }

  /// A pass through the index for one query. A search has several if no document has all words, if
  /// words may be misspelt, or for a filter that is not in memory.
  public struct Pass: Sendable, Hashable {
    /// The clauses that were looked up.
    public let clauses: [Clause]
  }

  /// A word, or whatever else is one list of postings in each segment.
  public struct Clause: Sendable, Hashable {
    /// The name, such as `"storm" in title`.
    public let name: String
    /// The number of documents that have the clause, maybe with deleted ones that the index still
    /// has; of a phrase that has no list, those that have the rarest of its words. An unfinished
    /// phrase is only looked for in documents that have other words of the query, if these are
    /// required and rarer.
    public let documentCount: Int
    /// The number of blocks of its lists, each of up to 128 postings.
    public let blockCount: Int
    /// The number of these blocks that were read. A block that was read twice counts twice.
    public let readBlockCount: Int
    /// True if the lists were made for the search, as those of most prefixes and patterns are.
    public let isMade: Bool

    /// The number of blocks that were skipped.
    public var skippedBlockCount: Int { max(0, blockCount - readBlockCount) }
  }

  /// The phases, in the order in which they began.
  public let phases: [Phase]

  /// The passes, in order. What a filter needs comes before the pass that it filters.
  public let passes: [Pass]

  /// The approximate number of postings that were read, including those that lists were made of.
  public let postingCount: Int

  /// The time of all phases.
  public var duration: Duration { phases.reduce(.zero) { $0 + $1.duration } }
}

extension SearchTrace: CustomStringConvertible {
  /// A line for the whole, and below it one for each phase and each clause.
  public var description: String {
    var lines = ["search in \(Self.text(duration)), about \(postingCount) postings read"]
    for phase in phases { lines.append("  \(phase.name) \(Self.text(phase.duration))") }
    for (number, pass) in passes.enumerated() {
      lines.append("  pass \(number + 1)")
      for clause in pass.clauses { lines.append("    \(clause)") }
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ duration: Duration) -> String {
    "\(Int64((duration / .microseconds(1)).rounded())) µs"
  }
}

extension SearchTrace.Clause: CustomStringConvertible {
  /// The name and the numbers on one line.
  public var description: String {
    guard documentCount > 0 else { return "\(name): in no document" }
    let blocks =
      readBlockCount > blockCount
      ? "blocks \(blockCount), read \(readBlockCount) times in all"
      : "blocks \(readBlockCount) of \(blockCount) read"
    return "\(name): documents \(documentCount), \(blocks)" + (isMade ? ", list made" : "")
  }
}
