/// The hits of a search, and the interpretation of its query.
public struct SearchResults<Document: SearchDocument>: Sendable {
  /// The best documents, in order of decreasing score, or in that of ``SearchRequest/sort`` or
  /// ``SearchRequest/rules``.
  ///
  /// By score, equal documents are in the order in which the index keeps them.
  public let hits: [Hit<Document>]

  /// The end of this page for ``SearchRequest/after``, or nil if it is the last one.
  ///
  /// In a search by relevance whose total is not exact, the next page may turn out to be empty. A
  /// sorted search that had no more time has no next page: documents that it did not look at may
  /// stand before those that it found.
  public let next: SearchCursor?

  /// The groups of hits, if the request asks for them with ``SearchRequest/collapse``; then
  /// ``hits`` has the first hit of each. Otherwise empty.
  public var groups: [HitGroup<Document>] { foundGroups ?? [] }

  /// The groups, or nil without any: not even their type is looked up then.
  let foundGroups: [HitGroup<Document>]?

  /// The number of groups that all matching documents make; 0 without ``SearchRequest/collapse``.
  public let groupCount: Int

  /// The facets of the request, in its order.
  public let facets: [Facet]

  /// The number of matching documents, with the precision that the request asked for.
  public let total: MatchCount

  /// The reasons for which documents may be missing; empty if the whole index was searched.
  ///
  /// If it is not empty, ``hits`` are the best of the documents that were searched, and ``total``
  /// counts only those.
  public let omissions: Set<Omission>

  /// A Boolean value that indicates whether the whole index was searched.
  public var isComplete: Bool { omissions.isEmpty }

  let query: InterpretedQuery

  /// The query as it was interpreted, in the strict syntax.
  ///
  /// - Complexity: O(*n*) at each call, where *n* is the size of the query.
  public var interpreted: String { query.interpreted }

  /// The words that the hits have: all of them, or most of them.
  public let matched: MatchedWords

  /// The notes about parts of the text that were not read literally.
  public let diagnostics: [QueryDiagnostic]

  /// The work of the search, or nil unless the request asks for it with ``SearchRequest/isTraced``.
  public let trace: SearchTrace?

  /// The number of the state that was searched.
  ///
  /// It increases with every change, and starts anew each time an index is opened.
  public let generation: UInt64

  let documents: StoredDocuments<Document>
}

/// A reason for which a search did not examine everything.
public enum Omission: Sendable, Hashable {
  /// A part of the index is damaged, and ``CorruptionPolicy/salvage`` leaves it out.
  case damage
  /// The search reached its ``SearchRequest/timeLimit``.
  case timeLimit
}
