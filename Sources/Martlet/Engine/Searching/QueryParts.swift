/// The words, phrases, patterns and values that a request asks for, looked up one by one to tell a
/// person about them.
///
/// Nothing is done before it is asked for, and everything once. Any number of threads may use it.
/// If the task that asks is cancelled, what takes long ends, and is begun again when it is asked
/// for again.
final class QueryParts: Sendable {
  /// A part of the query, in one field.
  private struct Leaf {
    var field: IndexSchema.Field
    var right: [DocumentBitmap]
    /// The documents with a synonym of this word and others beside it.
    var joined: [[DocumentBitmap]] = []
    /// The documents with a word that may be meant; nil if the part has to be right.
    var misspelt: [DocumentBitmap]?

    func hasRight(_ document: DocumentID, _ segment: Int) -> Bool {
      right[segment].contains(document) || joined.contains { $0[segment].contains(document) }
    }
  }

  private struct Part {
    var text: String
    /// The word, if the part is one.
    var word: String?
    /// The words of any other part, as it searches them.
    var innerWords: [Query]
    var words: QueryWords
    var leaves: [Leaf]
  }

  private let query: Query
  private let typos: Typos
  private let schema: IndexSchema
  private let segments: SegmentSet
  private let parts = Lock<[Part]?>(nil)

  init(_ query: Query, _ typos: Typos, _ schema: IndexSchema, _ segments: SegmentSet) {
    self.query = query
    self.typos = typos
    self.schema = schema
    self.segments = segments
  }

  /// Returns the parts for which the document with this number was found, in the order of the
  /// query.
  ///
  /// - Parameter isMisspelt: True for a document that was found although it does not have the right
  ///   words; another spelling counts only in these.
  /// - Complexity: as a search for each part in each field the first time, then O(parts · fields).
  func matched(
    by document: UInt32, isMisspelt: Bool
  ) throws(SearchError) -> [MatchedWord] {
    let index = segments.index(of: document)
    let number = document - segments.bases[index]
    let parts = try parts.withLock { (known) throws(SearchError) in try loaded(&known) }
    func matched(_ part: Part) -> MatchedWord? {
      let leaves = part.leaves.filter { leaf in
        leaf.hasRight(number, index)
          || (isMisspelt && leaf.misspelt?[index].contains(number) == true)
      }
      guard !leaves.isEmpty else { return nil }
      return MatchedWord(
        part.text, in: leaves.map { FieldRef($0.field.definition.name) },
        isMisspelt: !leaves.contains { $0.hasRight(number, index) })
    }
    let isLeftOut = Self.leftOut(of: parts)
    let found = parts.filter { !isLeftOut($0) }.compactMap(matched)
    // Where the other words are missing, a stop word with a field may be all that was found.
    return found.isEmpty ? parts.compactMap(matched) : found
  }

  /// Returns the words of the query, in order, also those in phrases, without those that documents
  /// must not have, patterns, and signs alone.
  ///
  /// - Parameter nearest: Returns the word of some fields of the index that is the nearest to one
  ///   that no document has there.
  func words(
    _ nearest: (String, [IndexSchema.Field]) throws(SearchError) -> String?
  ) throws(SearchError) -> [QueryWord] {
    let parts = try parts.withLock { (known) throws(SearchError) in try loaded(&known) }
    let isLeftOut = Self.leftOut(of: parts)
    var words: [QueryWord] = []
    func append(
      _ text: String, _ count: Int, isLeftOut: Bool = false, _ fields: [IndexSchema.Field]
    ) throws(SearchError) {
      var word = QueryWord(text: text, documentCount: count, isLeftOut: isLeftOut)
      if count == 0 { word.nearest = try nearest(text, fields) }
      words.append(word)
    }
    for part in parts {
      if let word = part.word {
        try append(
          word, Self.count(part.leaves), isLeftOut: isLeftOut(part), part.leaves.map(\.field))
      }
      for inner in part.innerWords {
        let fields = fields(of: inner).filter { $0.definition.kind == .text }
        guard let text = inner.soleText, !fields.isEmpty else { continue }
        let count = try Searcher.count(
          QueryResolver(schema).resolve(inner), in: segments, stop: .ofTask)
        try append(text, count, fields)
      }
    }
    return words
  }

  /// Returns a test for stop words that are left out because there are other words.
  private static func leftOut(of parts: [Part]) -> (Part) -> Bool {
    let hasOthers = parts.contains { $0.words == .content }
    return { hasOthers && $0.words == .stop }
  }

  /// Returns the number of documents that have the right word in any field.
  private static func count(_ leaves: [Leaf]) -> Int {
    guard let first = leaves.first else { return 0 }
    return first.right.indices.reduce(0) { count, segment in
      (0..<first.right[segment].wordCount).reduce(count) { count, word in
        count + leaves.reduce(0) { $0 | $1.right[segment][word] }.nonzeroBitCount
      }
    }
  }

  private func loaded(_ known: inout [Part]?) throws(SearchError) -> [Part] {
    if let known { return known }
    let stop = SearchStop.ofTask
    let right = query.interpreted(with: schema).query
    let misspelt =
      typos.isNone
      ? right : query.interpreted(with: schema, allowsMisspeltWords: true).query
    var parts: [Part] = []
    let ranges = right.partRanges
    // Both trees have the same shape.
    for range in ranges {
      parts.append(
        try part(Query(nodes: Array(right.nodes[range])), Array(misspelt.nodes[range]), stop))
    }
    for run in QueryResolver(schema).synonyms(ofWordsIn: right) {
      let documents = try Searcher.matches(run.clause, in: segments, stop: stop)
      for number in parts.indices where run.words.contains(ranges[number].upperBound - 1) {
        for leaf in parts[number].leaves.indices
        where parts[number].leaves[leaf].field.id == run.field {
          parts[number].leaves[leaf].joined.append(documents)
        }
      }
    }
    known = parts
    return parts
  }

  private func part(
    _ query: Query, _ misspelt: [QueryNode], _ stop: SearchStop
  ) throws(SearchError) -> Part {
    let resolver = QueryResolver(schema)
    let word = query.soleWord.flatMap { resolver.isBlank($0, query) ? nil : $0 }
    var part = Part(
      text: text(of: query), word: word,
      innerWords: query.innerWords.filter { !resolver.isBlank($0.soleText ?? "", $0) },
      words: resolver.words(of: query),
      leaves: [])
    let allowed = try typos.fieldIDs(in: schema)
    for field in fields(of: query) {
      let name = FieldRef(field.definition.name)
      var leaf = Leaf(field: field, right: try matches(query.nodes, name, resolver, stop))
      if misspelt != query.nodes, allowed?.contains(field.id) ?? true {
        leaf.misspelt = try matches(misspelt, name, resolver, stop)
      }
      part.leaves.append(leaf)
    }
    return part
  }

  /// Returns the part in the strict syntax. A person who reads it need not know that a word was
  /// unfinished.
  private func text(of part: Query) -> String {
    let nodes = part.nodes.map { node in
      if case .typed(let text, let field) = node {
        QueryNode.word(text, field: field)
      } else {
        node
      }
    }
    return QueryPrinter(Query(nodes: nodes), isField: { self.schema.name(like: $0) != nil }).print()
  }

  /// Returns the fields that a part is searched in.
  private func fields(of query: Query) -> [IndexSchema.Field] {
    if query.nodes.contains(where: { $0.isLeafWithoutField }) {
      return schema.textFields
    }
    let names = Set(query.nodes.compactMap { $0.field?.name })
    return schema.fields.filter { names.contains($0.definition.name) }
  }

  private func matches(
    _ nodes: [QueryNode], _ field: FieldRef, _ resolver: QueryResolver, _ stop: SearchStop
  ) throws(SearchError) -> [DocumentBitmap] {
    // Of a tree, only what is searched in the field has a position there.
    let query = Query(
      nodes: nodes.map { $0.field.map { $0 != field } == true ? .nothing() : $0.scoped(to: field) })
    return try Searcher.matches(resolver.resolve(query), in: segments, stop: stop)
  }
}

extension Query {
  /// The word that the query consists of, finished or not.
  fileprivate var soleWord: String? {
    guard nodes.count == 1 else { return nil }
    return switch nodes[0] {
    case .word(let text, _), .typed(let text, _): text
    default: nil
    }
  }

  /// The words of a phrase, of a set, and of what stands near each other, each as a query for it
  /// alone.
  fileprivate var innerWords: [Query] {
    guard soleWord == nil else { return [] }
    return nodes.flatMap { (node) -> [Query] in
      switch node {
      case .word, .typed: return [Query(nodes: [node])]
      case .synonyms(let words, let field):
        return words.map { text in
          text.unicodeScalars.contains(where: QueryAlphabet.isSpace)
            ? .phrase(text, in: field) : .word(text, in: field)
        }
      case .phrase(let text, let lastIsPrefix, let field),
        .sloppyPhrase(let text, _, let lastIsPrefix, let field):
        let words = text.unicodeScalars.split(whereSeparator: QueryAlphabet.isSpace).map(
          String.init)
        return words.indices.map {
          lastIsPrefix && $0 == words.count - 1
            ? .prefix(words[$0], in: field) : .phrase(words[$0], in: field)
        }
      default: return []
      }
    }
  }

  /// The text of a query for one word or one text.
  fileprivate var soleText: String? {
    guard nodes.count == 1 else { return nil }
    return switch nodes[0] {
    case .word(let text, _), .typed(let text, _), .prefix(let text, _), .phrase(let text, _, _):
      text
    default: nil
    }
  }

  /// The nodes of each part of the query that a document may have: leaves, and trees of leaves
  /// whose positions matter. What is excluded is no part.
  fileprivate var partRanges: [Range<Int>] {
    let starts = nodes.subtreeStarts()
    let isTied = nodes.map(\.isTied)
    var ranges: [Range<Int>] = []
    // From the root down, so that a subtree is taken or left out as a whole.
    var index = nodes.count - 1
    while index >= 0 {
      switch nodes[index] {
      case .not where nodes[index - 1] == .not: index -= 2
      case .not, .everything, .nothing, .user, .keys: index = starts[index] - 1
      case .all, .any, .preferring, .boost, .constantScore: index -= 1
      default:
        ranges.append(starts[index]..<(index + 1))
        index = (isTied[index] ? starts[index] : index) - 1
      }
    }
    return ranges.reversed()
  }
}

extension QueryNode {
  /// True for a leaf that searches every text field.
  fileprivate var isLeafWithoutField: Bool { childCount == 0 && field == nil }

  /// The same leaf in a field, unless it has one.
  fileprivate func scoped(to name: FieldRef) -> QueryNode {
    guard isLeafWithoutField else { return self }
    return switch self {
    case .word(let text, _): .word(text, field: name)
    case .typed(let text, _): .typed(text, field: name)
    case .prefix(let text, _): .prefix(text, field: name)
    case .pattern(let pattern, _): .pattern(pattern, field: name)
    case .fuzzy(let text, let edits, _): .fuzzy(text, edits: edits, field: name)
    case .misspelt(let text, let isUnfinished, _):
      .misspelt(text, isUnfinished: isUnfinished, field: name)
    case .phrase(let text, let isOpen, _): .phrase(text, lastIsPrefix: isOpen, field: name)
    case .sloppyPhrase(let text, let slop, let isOpen, _):
      .sloppyPhrase(text, slop: slop, lastIsPrefix: isOpen, field: name)
    case .synonyms(let words, _): .synonyms(words, field: name)
    default: self
    }
  }
}
