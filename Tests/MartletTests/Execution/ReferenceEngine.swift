@testable import Martlet

/// The truth that every search is compared with: lists of words, and the formula as it stands in
/// the books, over all documents, without a bound or a window.
struct ReferenceEngine {
  /// A document: for each field its words, which stand at positions 0, 1, 2, …
  struct Document: Sendable {
    var key: String
    var fields: [[String]]
  }

  /// A document with its score.
  struct Hit: Equatable {
    var key: String
    var score: Float
  }

  /// One score per document, NaN where the document does not match.
  typealias Scores = [Double]

  let documents: [Document]
  /// For each field and word, the documents that have it, and how often.
  private(set) var postings: [[String: [(document: Int, frequency: Int)]]]
  private var words: [[String]]
  private(set) var norms: [[Int]]
  private var counts: [Int]
  private(set) var tables: [[Float]] = []

  init(_ documents: [Document], fieldCount: Int) {
    self.documents = documents
    postings = Array(repeating: [:], count: fieldCount)
    for (number, document) in documents.enumerated() {
      for field in 0..<fieldCount {
        var found: [String: Int] = [:]
        for word in document.fields[field] { found[word, default: 0] += 1 }
        for (word, count) in found { postings[field][word, default: []].append((number, count)) }
      }
    }
    words = postings.map { $0.keys.sorted() }
    let lengths = (0..<fieldCount).map { field in documents.map { $0.fields[field].count } }
    norms = lengths.map { $0.map { Int(NormCode.encode(length: $0)) } }
    counts = lengths.map { $0.count { $0 > 0 } }
    tables = lengths.map { lengths in
      let having = lengths.filter { $0 > 0 }
      let average = having.isEmpty ? 1 : Float(Double(having.reduce(0, +)) / Double(having.count))
      return (0..<256).map { code in
        let length = Float(NormCode.decode(UInt8(code)))
        return 1 / (1.2 * ((1 - 0.75) + 0.75 * length / average))
      }
    }
  }

  /// The score of every document.
  func evaluate(_ query: ResolvedQuery) -> Scores {
    query.nodes.folded { node, children in
      switch node {
      case .nothing: return none
      case .everything: return Array(repeating: 0, count: documents.count)
      case .term(let clause):
        let list = postings[Int(clause.field.rawValue)][Self.text(clause.term)] ?? []
        return scores(list, of: clause)
      case .prefix(let clause): return prefix(clause)
      case .phrase(let clause): return phrase(clause)
      case .terms(let clause): return terms(clause)
      case .pattern(let clause): return scores(postings(of: clause), of: clause)
      case .exactWord(let clause): return exactWord(clause)
      case .wholeText(let clause): return wholeText(clause)
      case .positional(let clause): return positional(clause)
      case .keys(let keys):
        return documents.map { keys.contains(Array($0.key.utf8)) ? 0 : .nan }
      case .filter(let clause): return evaluate(clause.query).map { $0.isNaN ? .nan : 0 }
      case .boolean(let counts): return boolean(counts, Array(children))
      }
    }
  }

  /// The best `limit` documents, ties in the order of `documents`, and the number of all.
  func search(
    _ query: ResolvedQuery, limit: Int, pairs: WordPairs? = nil
  ) -> (hits: [Hit], count: Int) {
    var scores = evaluate(query)
    if let pairs { add(pairs, to: &scores) }
    var found: [(score: Float, document: Int)] = []
    for document in scores.indices where !scores[document].isNaN {
      found.append((Float(scores[document]), document))
    }
    let count = found.count
    if 0 < limit, limit < count {
      // Only those that may be among the best are put in order.
      let last = found.map(\.score).sorted(by: >)[limit - 1]
      found.removeAll { $0.score < last }
    }
    found.sort { $0.score != $1.score ? $0.score > $1.score : $0.document < $1.document }
    return (
      found.prefix(limit).map { Hit(key: documents[$0.document].key, score: $0.score) }, count
    )
  }

  private var none: Scores { Array(repeating: .nan, count: documents.count) }

  static func text(_ term: [UInt8]) -> String { String(decoding: term, as: UTF8.self) }

  func idf(_ count: Int, _ field: FieldID) -> Float {
    BM25.inverseDocumentFrequency(count, of: max(counts[Int(field.rawValue)], count))
  }

  private func scores(
    _ list: [(document: Int, frequency: Int)], weight: Float, _ field: FieldID
  ) -> Scores {
    var scores = none
    for (document, frequency) in list {
      let inverse = tables[Int(field.rawValue)][norms[Int(field.rawValue)][document]]
      scores[document] = Double(weight - weight / (1 + Float(frequency) * inverse))
    }
    return scores
  }

  private func prefix(_ clause: TermClause) -> Scores {
    let prefix = Self.text(clause.term)
    return scores(postings(in: clause.field) { $0.hasPrefix(prefix) }, of: clause)
  }

  /// The documents with any word for which `isWanted` is true, and how often they have them.
  private func postings(
    in field: FieldID, _ isWanted: (String) -> Bool
  ) -> [(document: Int, frequency: Int)] {
    let field = Int(field.rawValue)
    var sums = Array(repeating: 0, count: documents.count)
    for word in words[field] where isWanted(word) {
      for posting in postings[field][word] ?? [] { sums[posting.document] += posting.frequency }
    }
    return sums.indices.filter { sums[$0] > 0 }.map { (document: $0, frequency: sums[$0]) }
  }

  private func postings(of clause: PatternClause) -> [(document: Int, frequency: Int)] {
    postings(in: clause.field) { PlainMatcher.matches(clause.pattern, $0) }
  }

  private func scores(
    _ list: [(document: Int, frequency: Int)], of clause: PatternClause
  ) -> Scores {
    scores(
      list,
      of: TermClause(
        field: clause.field, term: [], boost: clause.boost, isConstant: clause.isConstant))
  }

  /// The highest score that the words of a pattern can have, for documents with its word itself.
  private func exactWord(_ exact: ExactWordClause) -> Scores {
    var highest: Float = 0
    for clause in exact.patterns {
      let all = postings(of: clause).count
      guard all > 0 else { continue }
      highest += clause.isConstant ? clause.boost : clause.boost * idf(all, clause.field)
    }
    return evaluate(exact.documents).map { $0.isNaN ? .nan : Double(highest) }
  }

  private func scores(
    _ list: [(document: Int, frequency: Int)], of clause: TermClause
  ) -> Scores {
    guard clause.isConstant else {
      return scores(list, weight: clause.boost * idf(list.count, clause.field), clause.field)
    }
    var scores = none
    for posting in list { scores[posting.document] = Double(clause.boost) }
    return scores
  }

  private func phrase(_ clause: PhraseClause) -> Scores {
    let field = Int(clause.field.rawValue)
    let texts = clause.words.map { Self.text($0.term) }
    var weight = 0.0
    for text in clause.lastIsPrefix ? texts.dropLast() : texts[...] {
      let list = postings[field][text] ?? []
      if list.isEmpty { return none }
      weight += Double(idf(list.count, clause.field))
    }
    var frequencies: [(document: Int, frequency: Int)] = []
    for posting in postings[field][texts[0]] ?? [] {
      let words = documents[posting.document].fields[field]
      let count = words.indices.count { start in
        words[start] == texts[0]
          && clause.words.indices.dropFirst().allSatisfy { index in
            let position = start + Int(clause.words[index].offset)
            guard position < words.count else { return false }
            return clause.lastIsPrefix && index == texts.count - 1
              ? words[position].hasPrefix(texts[index]) : words[position] == texts[index]
          }
      }
      if count > 0 { frequencies.append((posting.document, count)) }
    }
    return scores(frequencies, weight: clause.boost * Float(weight), clause.field)
  }

  private func positional(_ clause: PositionalClause) -> Scores {
    let field = Int(clause.field.rawValue)
    let tree = SpanModel.Tree(clause.nodes, words[field])
    // Most of the time would go into documents without the words.
    let candidates = SpanModel.candidates(tree) { words in
      var having = Array(repeating: false, count: documents.count)
      for word in words {
        for posting in postings[field][word] ?? [] { having[posting.document] = true }
      }
      return having
    }
    let found = documents.indices.compactMap { document -> (document: Int, frequency: Int)? in
      guard candidates[document] else { return nil }
      let count = SpanModel.frequency(tree, in: documents[document].fields[field])
      return count == 0 ? nil : (document, count)
    }
    var idf = clause.isOneWord ? 0 : sumOfIDFs(clause)
    if idf == 0 { idf = self.idf(found.count, clause.field) }
    return scores(found, weight: clause.boost * idf, clause.field)
  }

  private func sumOfIDFs(_ clause: PositionalClause) -> Float {
    clause.nodes.folded { (node, children: ArraySlice<Float>) -> Float in
      switch node {
      case .terms(let terms):
        terms.map { term in
          let list = postings[Int(clause.field.rawValue)][Self.text(term)] ?? []
          return list.isEmpty ? 0 : idf(list.count, clause.field)
        }.max() ?? 0
      case .prefix, .pattern: 0
      case .any: children.max() ?? 0
      default: children.reduce(0, +)
      }
    }
  }

  private func terms(_ clause: TermSetClause) -> Scores {
    var scores = none
    for word in words[Int(clause.field.rawValue)] {
      let term = Array(word.utf8)
      let isMember = clause.ranges.contains { range in
        !term.lexicographicallyPrecedes(range.lower)
          && range.upper.map(term.lexicographicallyPrecedes) ?? true
      }
      guard isMember else { continue }
      for posting in postings[Int(clause.field.rawValue)][word] ?? [] {
        scores[posting.document] = Double(clause.boost)
      }
    }
    return scores
  }

  private func wholeText(_ clause: WholeTextClause) -> Scores {
    var words: [Int: String] = [:]
    for term in clause.text.terms {
      for position in term.positions { words[Int(position)] = Self.text(term.bytes) }
    }
    return documents.map { document in
      let own = document.fields[Int(clause.field.rawValue)]
      let isEqual = own.count == words.count && own.indices.allSatisfy { own[$0] == words[$0] }
      return isEqual ? Double(clause.boost) : .nan
    }
  }

  private func boolean(_ counts: ClauseCounts, _ children: [Scores]) -> Scores {
    guard counts.required > 0 || counts.atLeast > 0 else { return none }
    let needed = counts.required + counts.optional
    var sums: Scores = Array(repeating: 0, count: documents.count)
    for scores in children[..<counts.required] {
      for document in sums.indices { sums[document] += scores[document] }
    }
    var matches = Array(repeating: 0, count: documents.count)
    for scores in children[counts.required..<needed] {
      for document in sums.indices where !scores[document].isNaN {
        sums[document] += scores[document]
        matches[document] += 1
      }
    }
    for document in sums.indices where matches[document] < counts.atLeast { sums[document] = .nan }
    for scores in children[needed...] {
      for document in sums.indices where !scores[document].isNaN { sums[document] = .nan }
    }
    return sums
  }
}
