/// The parts of a query that mark words in the texts of one field.
///
/// Made of the query that has searched, so a word is marked for the same reason for which its
/// document was found. Prohibited clauses, filters, and clauses about whole values mark nothing.
struct MarkedClauses: Sendable {
  /// A form that terms may have.
  enum Form: Sendable, Hashable {
    /// The term with these bytes.
    case term([UInt8])
    /// Every word that begins with these bytes.
    case prefix([UInt8])
    /// Every word that a pattern describes.
    case pattern(TermPattern)
  }

  /// A form, and the clause that asks for it.
  struct Word: Sendable {
    var form: Form
    /// The index of the clause in ``MarkedClauses/clauses``.
    var clause: Int
    /// The index in ``MarkedClauses/words`` of the clause's first word with this term, which stands
    /// for all of them: a text that repeats a word is not noted once for each.
    var first: Int
  }

  /// A clause that marks words.
  struct Clause: Sendable {
    /// The factor on the rarity of what the clause matches.
    var boost: Float
    /// The indices of the clause's words in ``MarkedClauses/words``.
    var words: Range<Int>
    /// The offsets of the words in a phrase; empty for a clause of one word.
    var offsets: [Int] = []
    /// The tree that says where the words have to stand, if it is more than a phrase; and the leaf
    /// of the tree that each word belongs to.
    var tree: [PositionalClause.Node] = []
    var leaves: [Int] = []

    /// True if only words at certain positions are marked.
    var isPhrase: Bool { !offsets.isEmpty || !tree.isEmpty }
  }

  private(set) var words: [Word] = []
  private(set) var clauses: [Clause] = []

  /// Collects the clauses of `query` for a field.
  ///
  /// - Complexity: O(nodes).
  init(_ query: ResolvedQuery, field: FieldID) { append(query, field) }

  private mutating func append(_ query: ResolvedQuery, _ field: FieldID) {
    let isWanted = query.isAffirmative
    for (index, node) in query.nodes.enumerated() where isWanted[index] {
      append(node, field)
    }
  }

  private mutating func append(_ node: ResolvedQuery.Node, _ field: FieldID) {
    switch node {
    case .term(let clause) where clause.field == field:
      append([.term(clause.term)], boost: clause.boost)
    case .prefix(let clause) where clause.field == field:
      append([.prefix(clause.term)], boost: clause.boost)
    case .pattern(let clause) where clause.field == field:
      append([.pattern(clause.pattern)], boost: clause.boost)
    case .phrase(let clause) where clause.field == field:
      append(clause)
    case .positional(let clause) where clause.field == field:
      append(clause)
    // The exact word is one of those that the pattern itself describes.
    case .exactWord: break
    case .terms(let clause) where clause.field == field:
      for range in clause.ranges where range.upper == range.lower + [0] {
        append([.term(range.lower)], boost: clause.boost)
      }
    case .filter(let clause) where clause.score != nil: append(clause.query, field)
    case .term, .prefix, .pattern, .phrase, .positional, .terms: break
    case .nothing, .everything, .wholeText, .keys, .filter, .boolean: break
    }
  }

  private mutating func append(_ phrase: PhraseClause) {
    var forms = phrase.words.map { Form.term($0.term) }
    if phrase.lastIsPrefix, let last = phrase.words.last {
      forms[forms.count - 1] = .prefix(last.term)
    }
    append(forms, boost: phrase.boost, offsets: phrase.words.map { Int($0.offset) })
  }

  private mutating func append(_ clause: PositionalClause) {
    var forms: [Form] = []
    var leaves: [Int] = []
    let nodes = clause.nodes.joiningWords
    for (index, node) in nodes.enumerated() {
      let own = node.forms
      forms += own
      leaves += Array(repeating: index, count: own.count)
    }
    append(forms, boost: clause.boost)
    clauses[clauses.count - 1].tree = nodes
    clauses[clauses.count - 1].leaves = leaves
  }

  private mutating func append(_ forms: [Form], boost: Float, offsets: [Int] = []) {
    // In a field of weight 0, which selects without scores, all clauses count alike.
    let start = words.count
    var firsts: [[UInt8]: Int] = [:]
    for form in forms {
      var first = words.count
      if case .term(let bytes) = form {
        first = firsts[bytes, default: first]
        firsts[bytes] = first
      }
      words.append(Word(form: form, clause: clauses.count, first: first))
    }
    clauses.append(
      Clause(boost: boost == 0 ? 1 : boost, words: start..<words.count, offsets: offsets))
  }
}

extension PositionalClause.Node {
  /// The forms of the terms of a leaf.
  fileprivate var forms: [MarkedClauses.Form] {
    switch self {
    case .terms(let terms): terms.map { .term($0) }
    case .prefix(let prefix): [.prefix(prefix)]
    case .pattern(let pattern): [.pattern(pattern)]
    case .phrase, .any, .near, .start, .widened: []
    }
  }
}
