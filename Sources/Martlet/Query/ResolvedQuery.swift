/// A query in the words of the index: fields and terms in place of names and texts.
///
/// What a ``Query`` becomes for one schema. At most ``depthLimit`` levels deep, so walking it may
/// recurse.
indirect enum ResolvedQuery: Sendable, Hashable {
  /// No document.
  case nothing
  /// Every live document, with score 0.
  case everything
  /// Documents with a term.
  case term(TermClause)
  /// Documents with a term that begins so, scored as if all of these were one term.
  case prefix(TermClause)
  /// Documents with a run of terms.
  case phrase(PhraseClause)
  /// Documents chosen by several clauses.
  case boolean(BooleanClause)

  /// The deepest nesting of clauses that is executed.
  static let depthLimit = 256

  /// Any of the clauses: nil of none, the one of one. Where any of several is one of them, they take
  /// its place, because a flat list is searched faster.
  static func any(of clauses: [ResolvedQuery]) -> ResolvedQuery? {
    let flat = clauses.flatMap { clause in
      if case .boolean(let group) = clause, group.isAny { group.optional } else { [clause] }
    }
    return flat.count < 2 ? flat.first : .boolean(BooleanClause(optional: flat, atLeast: 1))
  }
}

/// One term, or the beginning of terms, in one field.
struct TermClause: Sendable, Hashable {
  var field: FieldID
  var term: [UInt8]
  /// The factor on the score; 0 when the clause only selects.
  var boost: Float
}

/// Terms of one field at given distances.
struct PhraseClause: Sendable, Hashable {
  /// One place of the phrase.
  struct Part: Sendable, Hashable {
    var term: [UInt8]
    /// The position relative to the phrase's first part.
    var offset: UInt32
  }

  var field: FieldID
  /// At least two places, rising in offset.
  var parts: [Part]
  /// Whether the last part stands for every term that it begins.
  var lastIsPrefix: Bool
  var boost: Float
}

/// Clauses that require, allow and exclude.
///
/// Matches documents that all of `required` match, that at least `atLeast` of `optional` match, and
/// that none of `prohibited` matches. The score is the sum over all of `required` and over those of
/// `optional` that match. Without any required or needed clause, nothing matches.
struct BooleanClause: Sendable, Hashable {
  var required: [ResolvedQuery] = []
  var optional: [ResolvedQuery] = []
  var prohibited: [ResolvedQuery] = []
  var atLeast = 0

  /// Whether one of `optional` is all that is needed.
  fileprivate var isAny: Bool { required.isEmpty && prohibited.isEmpty && atLeast == 1 }
}
