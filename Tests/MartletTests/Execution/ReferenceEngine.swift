@testable import Martlet

/// The truth that every search is compared with: lists of words, and the formula as it stands in
/// the books, over all documents, without an index, a bound or a window.
struct ReferenceEngine {
  /// A document: for each field its words, which stand at positions 0, 1, 2, …
  struct Document {
    var key: String
    var fields: [[String]]
  }

  /// A document with its score.
  struct Hit: Equatable {
    var key: String
    var score: Float
  }

  private(set) var documents: [Document] = []
  /// For each field and word, the documents that have it, with its positions.
  private var postings: [[String: [(document: Int, positions: [Int])]]]
  private var lengths: [[Int]]
  private var tables: [[Float]] = []

  init(_ documents: [Document], fieldCount: Int) {
    self.documents = documents
    postings = Array(repeating: [:], count: fieldCount)
    lengths = (0..<fieldCount).map { field in documents.map { $0.fields[field].count } }
    for (number, document) in documents.enumerated() {
      for field in 0..<fieldCount {
        var found: [String: [Int]] = [:]
        for (position, word) in document.fields[field].enumerated() {
          found[word, default: []].append(position)
        }
        for (word, positions) in found {
          postings[field][word, default: []].append((number, positions))
        }
      }
    }
    tables = (0..<fieldCount).map { field in
      let having = lengths[field].filter { $0 > 0 }
      let average = having.isEmpty ? 1 : Float(Double(having.reduce(0, +)) / Double(having.count))
      return (0..<256).map { code in
        let length = Float(NormCode.decode(UInt8(code)))
        return 1 / (1.2 * ((1 - 0.75) + 0.75 * length / average))
      }
    }
  }

  /// The documents that match, with their scores as exact sums.
  func evaluate(_ query: ResolvedQuery) -> [Int: Double] {
    switch query {
    case .nothing: return [:]
    case .everything:
      return Dictionary(uniqueKeysWithValues: documents.indices.map { ($0, 0) })
    case .term(let clause):
      let list = postings[Int(clause.field.rawValue)][Self.text(clause.term)] ?? []
      return scores(
        list.map { ($0.document, $0.positions.count) },
        weight: clause.boost * idf(list.count, clause.field), clause.field)
    case .prefix(let clause): return prefix(clause)
    case .phrase(let clause): return phrase(clause)
    case .boolean(let clause): return boolean(clause)
    }
  }

  /// The best `limit` documents, ties in the order of `documents`, and the number of all.
  func search(_ query: ResolvedQuery, limit: Int) -> (hits: [Hit], count: Int) {
    let found = evaluate(query).map { (document: $0.key, score: Float($0.value)) }
    let sorted = found.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.document < $1.document
    }
    return (
      sorted.prefix(limit).map { Hit(key: documents[$0.document].key, score: $0.score) },
      found.count
    )
  }

  private static func text(_ term: [UInt8]) -> String { String(decoding: term, as: UTF8.self) }

  private func idf(_ count: Int, _ field: FieldID) -> Float {
    let total = lengths[Int(field.rawValue)].count { $0 > 0 }
    return BM25.inverseDocumentFrequency(count, of: max(total, count))
  }

  private func scores(
    _ list: [(document: Int, frequency: Int)], weight: Float, _ field: FieldID
  ) -> [Int: Double] {
    var scores: [Int: Double] = [:]
    for (document, frequency) in list {
      let length = lengths[Int(field.rawValue)][document]
      let inverse = tables[Int(field.rawValue)][Int(NormCode.encode(length: length))]
      scores[document] = Double(weight - weight / (1 + Float(frequency) * inverse))
    }
    return scores
  }

  private func prefix(_ clause: TermClause) -> [Int: Double] {
    let prefix = Self.text(clause.term)
    var sums: [Int: Int] = [:]
    for (word, list) in postings[Int(clause.field.rawValue)] where word.hasPrefix(prefix) {
      for posting in list { sums[posting.document, default: 0] += posting.positions.count }
    }
    return scores(
      sums.map { ($0.key, $0.value) },
      weight: clause.boost * idf(sums.count, clause.field), clause.field)
  }

  private func phrase(_ clause: PhraseClause) -> [Int: Double] {
    let field = Int(clause.field.rawValue)
    let texts = clause.parts.map { Self.text($0.term) }
    let whole = clause.lastIsPrefix ? texts.dropLast() : texts[...]
    var weight = 0.0
    for text in whole {
      let list = postings[field][text] ?? []
      if list.isEmpty { return [:] }
      weight += Double(idf(list.count, clause.field))
    }
    var frequencies: [(Int, Int)] = []
    for posting in postings[field][texts[0]] ?? [] {
      let words = documents[posting.document].fields[field]
      let count = posting.positions.count { start in
        clause.parts.indices.allSatisfy { index in
          let position = start + Int(clause.parts[index].offset)
          guard position < words.count else { return false }
          return clause.lastIsPrefix && index == texts.count - 1
            ? words[position].hasPrefix(texts[index]) : words[position] == texts[index]
        }
      }
      if count > 0 { frequencies.append((posting.document, count)) }
    }
    return scores(frequencies, weight: clause.boost * Float(weight), clause.field)
  }

  private func boolean(_ clause: BooleanClause) -> [Int: Double] {
    let required = clause.required.map(evaluate)
    let optional = clause.optional.map(evaluate)
    let prohibited = clause.prohibited.map(evaluate)
    guard !required.isEmpty || clause.atLeast > 0 else { return [:] }
    var result: [Int: Double] = [:]
    let candidates = required.first.map { Array($0.keys) } ?? optional.flatMap { Array($0.keys) }
    for document in candidates where result[document] == nil {
      guard required.allSatisfy({ $0[document] != nil }),
        optional.count(where: { $0[document] != nil }) >= clause.atLeast,
        !prohibited.contains(where: { $0[document] != nil })
      else { continue }
      result[document] = (required + optional).reduce(0) { $0 + ($1[document] ?? 0) }
    }
    return result
  }
}
