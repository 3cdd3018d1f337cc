/// Removes the brackets that have no effect from a text's tokens, so that the rest nests.
///
/// A bracket without a partner is removed, and so are brackets deeper than the limit, and a group
/// without a word together with the signs and the field before it. Tokens without a meaning, empty
/// phrases and a single `*` add nothing and are removed too.
///
/// - Complexity: O(tokens).
struct BracketMatcher {
  private struct OpenGroup {
    /// The index of the bracket in the result.
    var index: Int
    var hasWords = false
  }

  /// The tokens kept so far; nil for a bracket that was removed because it is too deep or has no
  /// partner.
  private var kept: [QueryToken?] = []
  private var groups: [OpenGroup] = []
  private var hasDeepGroups = false
  private var diagnostics: [QueryDiagnostic] = []
  /// The fields that may be named.
  private let schema: IndexSchema

  init(_ schema: IndexSchema) { self.schema = schema }

  /// Returns the tokens that have a meaning, and diagnostics about the others.
  consuming func match(
    _ tokens: [QueryToken]
  ) -> (tokens: [QueryToken], diagnostics: [QueryDiagnostic]) {
    for token in tokens { read(token) }
    for group in groups { removeUnmatched(at: group.index) }
    return (kept.compactMap(\.self), diagnostics)
  }

  private mutating func read(_ token: QueryToken) {
    switch token.kind {
    case .open:
      groups.append(OpenGroup(index: kept.count))
      kept.append(token)
    case .close: close(token)
    case .problem(let problem):
      diagnostics.append(QueryDiagnostic(problem, range: token.range, in: schema))
    case .everything: removePrefixes()
    case .phrase(let text, _, _, let isClosed), .value(let text, let isClosed),
      .range(_, let text, let isClosed), .phrasePattern(let text, _, let isClosed):
      if !isClosed { reportUnclosedQuote(token) }
      reportIdleWildcard(of: token)
      if text.unicodeScalars.allSatisfy(QueryAlphabet.isSpace), case .phrase = token.kind {
        removePrefixes()
      } else {
        keepWord(token)
      }
    default:
      reportIdleWildcard(of: token)
      if token.isOperand || token.asWord != nil { keepWord(token) } else { kept.append(token) }
    }
  }

  private mutating func reportIdleWildcard(of token: QueryToken) {
    guard let wildcard = token.idleWildcard else { return }
    diagnostics.append(QueryDiagnostic(.wildcardInQuotes, range: wildcard))
  }

  private mutating func keepWord(_ token: QueryToken) {
    kept.append(token)
    if !groups.isEmpty { groups[groups.count - 1].hasWords = true }
  }

  private mutating func close(_ token: QueryToken) {
    guard let group = groups.popLast() else {
      reportUnmatched(token)
      return
    }
    guard group.hasWords else {
      kept.removeSubrange(group.index...)
      removePrefixes()
      return
    }
    if !groups.isEmpty { groups[groups.count - 1].hasWords = true }
    if groups.count < QueryLimits.lenientDepth {
      kept.append(token)
    } else {
      kept[group.index] = nil
      reportDeepGroup(token)
    }
  }

  /// Removes the signs and the field before something that was removed.
  private mutating func removePrefixes() {
    while let last = kept.last, last?.isPrefix ?? false { kept.removeLast() }
  }

  private mutating func removeUnmatched(at index: Int) {
    if let token = kept[index] { reportUnmatched(token) }
    kept[index] = nil
  }

  private mutating func reportUnmatched(_ token: QueryToken) {
    diagnostics.append(
      QueryDiagnostic(
        .unmatchedBracket, range: token.range, message: "The bracket has no partner."))
  }

  private mutating func reportUnclosedQuote(_ token: QueryToken) {
    diagnostics.append(
      QueryDiagnostic(.unclosedQuote, range: token.range, message: "The quote is not closed."))
  }

  private mutating func reportDeepGroup(_ token: QueryToken) {
    guard !hasDeepGroups else { return }
    hasDeepGroups = true
    diagnostics.append(
      QueryDiagnostic(
        .nestingCut, range: token.range,
        message: "Groups deeper than \(QueryLimits.lenientDepth) are read as if without brackets."))
  }
}
