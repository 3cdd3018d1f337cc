/// What a search found, and how it was understood.
public struct SearchResults<Document: SearchDocument>: Sendable {
  /// The best documents, the best first. Of equal scores, the document that the index keeps first.
  public let hits: [Hit<Document>]

  /// How many documents match, as exactly as the request asked.
  public let total: MatchCount

  /// Why something may be missing: then these are the best hits of the rest, and ``total`` counts no
  /// more than that. Empty when the whole index was searched.
  public let omissions: Set<Omission>

  /// True when the whole index was searched.
  public var isComplete: Bool { omissions.isEmpty }

  let query: InterpretedQuery

  /// The query as it was understood, in the strict syntax.
  ///
  /// - Complexity: O(query) at each call.
  public var interpreted: String { query.interpreted }

  /// Whether the hits have all the words.
  public let matched: MatchedWords

  /// What was done with the text beyond the plain reading.
  public let diagnostics: [QueryDiagnostic]

  /// The number of the index's state that was searched; it rises with every change, and begins
  /// anew when an index is opened.
  public let generation: UInt64
}

/// A reason for which a search has not looked at everything.
public enum Omission: Sendable, Hashable {
  /// A part of the index is damaged, and ``CorruptionPolicy/salvage`` leaves it out.
  case damage
  /// The search took as long as ``SearchRequest/timeLimit`` allows.
  case timeLimit
}
