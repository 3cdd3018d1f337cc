import MartletTestSupport

@testable import Martlet

/// Documents of words whose frequencies follow Zipf's law, and queries of the same words.
///
/// In a clustered corpus, neighbours are of one topic, which has frequent words of its own.
struct RandomCorpus {
  var random: SeededRandom
  /// The words, the frequent ones first.
  let vocabulary: [String]
  private let cumulative: [Double]
  let fieldCount: Int
  private let isClustered: Bool
  private var topic = 0
  /// The short texts of documents, for queries that ask for a whole text.
  private var texts: [[String]] = []

  init(seed: UInt64, vocabulary size: Int, fieldCount: Int, isClustered: Bool = false) {
    random = SeededRandom(seed: seed)
    self.fieldCount = fieldCount
    self.isClustered = isClustered
    var random = SeededRandom(seed: seed ^ 0x5EED)
    var words: Set<String> = []
    // There are 780 words of at most 4 of 5 letters, and 19,530 of at most 6.
    let longest = size > 400 ? 6 : 4
    while words.count < size {
      let length = random.int(in: 1..<longest + 1)
      words.insert(
        String(decoding: (0..<length).map { _ in UInt8(97 + random.int(in: 0..<5)) }, as: UTF8.self)
      )
    }
    vocabulary = words.sorted { Checksum.hash64(Array($0.utf8)) < Checksum.hash64(Array($1.utf8)) }
    var sum = 0.0
    cumulative = vocabulary.indices.map { rank in
      sum += 1 / Double(rank + 1)
      return sum
    }
  }

  /// A word, the frequent ones more often.
  mutating func word() -> String { vocabulary[rank()] }

  /// A place in the vocabulary, the first ones more often.
  private mutating func rank() -> Int {
    let target = Double(random.next() >> 11) / 0x1p53 * (cumulative.last ?? 0)
    var low = 0
    var high = cumulative.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A document with up to `length` words per field.
  mutating func document(_ key: String, length: Int) -> ReferenceEngine.Document {
    if isClustered, random.oneIn(100) { topic = random.int(in: 0..<vocabulary.count) }
    let document = ReferenceEngine.Document(
      key: key,
      fields: (0..<fieldCount).map { _ in
        let count = random.oneIn(20) ? 0 : random.int(in: 0..<(length + 1))
        return (0..<count).map { _ in wordOfTopic() }
      })
    texts += document.fields.filter { 1..<5 ~= $0.count }
    return document
  }

  /// A word as documents of the topic have it.
  private mutating func wordOfTopic() -> String {
    guard isClustered, !random.oneIn(4) else { return word() }
    return vocabulary[(rank() + topic) % vocabulary.count]
  }

  mutating func field() -> FieldID { FieldID(UInt16(random.int(in: 0..<fieldCount))) }

  mutating func boost() -> Float {
    random.oneIn(4) ? Float(random.int(in: 0..<40)) / 8 : 1
  }

  private mutating func term() -> ResolvedQuery {
    let text = random.oneIn(15) ? "unknown" : word()
    return .term(
      TermClause(
        field: field(), term: Array(text.utf8), boost: boost(), isConstant: random.oneIn(8)))
  }

  /// A text that some document has as a whole, or the beginning of one.
  private mutating func wholeText() -> ResolvedQuery {
    var text = texts.isEmpty ? [word()] : texts[random.int(in: 0..<texts.count)]
    if random.oneIn(3) { text = Array(text.prefix(random.int(in: 1..<(text.count + 1)))) }
    return .wholeText(
      WholeTextClause(
        field: field(), text: IndexedText(text.joined(separator: " "), .whitespace),
        boost: random.oneIn(2) ? 0 : boost()))
  }

  /// Some ranges of terms, a few of them empty or open.
  private mutating func termSet() -> ResolvedQuery {
    var bounds = (0..<(2 * random.int(in: 1..<4))).map { _ in Array(word().utf8) }
    bounds.sort { $0.lexicographicallyPrecedes($1) }
    var ranges = stride(from: 0, to: bounds.count, by: 2).map {
      TermRange(lower: bounds[$0], upper: bounds[$0 + 1])
    }
    if random.oneIn(5) { ranges[ranges.count - 1].upper = nil }
    return .terms(
      TermSetClause(field: field(), ranges: ranges, boost: random.oneIn(2) ? 0 : boost()))
  }

  /// A word with a few letters replaced by wildcards, or with mistakes.
  private mutating func pattern() -> ResolvedQuery {
    let word = word()
    var clause = PatternClause(
      field: field(), pattern: .fuzzy(Array(word.utf8), edits: random.int(in: 0..<3)),
      boost: boost(), isConstant: random.oneIn(8))
    if random.oneIn(4) {
      clause.pattern = .misspelt(
        Misspelling(
          word: Array(word.utf8), edits: random.int(in: 1..<3), isPrefix: random.oneIn(2)))
      return .pattern(clause)
    }
    if random.oneIn(2) { return random.oneIn(2) ? .pattern(clause) : fuzzy(clause) }
    let parts = word.utf8.map { letter -> WildcardPattern.Element in
      random.oneIn(3) ? random.oneIn(2) ? .one : .any : .text([letter])
    }
    clause.pattern = .wildcards(WildcardPattern(random.oneIn(2) ? parts : [.any] + parts))
    return .pattern(clause)
  }

  private func fuzzy(_ clause: PatternClause) -> ResolvedQuery {
    guard case .fuzzy(let word, _) = clause.pattern else { return .pattern(clause) }
    let exact = ExactWordClause(
      documents: .term(TermClause(field: clause.field, term: word, boost: 0, isConstant: true)),
      patterns: [clause], precedesAll: false)
    return .boolean(BooleanClause(optional: [.pattern(clause), .exactWord(exact)], atLeast: 1))
  }

  /// Words that stand near each other, in loose order, or at the beginning.
  private mutating func positional() -> ResolvedQuery {
    var nodes = spans(depth: 2)
    if random.oneIn(5) { nodes.append(.start) }
    return .positional(PositionalClause(field: field(), nodes: nodes, boost: boost()))
  }

  private mutating func spans(depth: Int) -> [PositionalClause.Node] {
    switch depth == 0 ? 0 : random.int(in: 0..<5) {
    case 0, 1: return random.oneIn(4) ? [span(), .widened(by: 1)] : [span()]
    case 2:
      let words = (0..<random.int(in: 2..<4)).map { _ in span() }
      var offset: UInt32 = 0
      let offsets = words.map { _ in
        defer { offset += random.oneIn(6) ? 2 : 1 }
        return offset
      }
      return words + [.phrase(offsets: offsets, slop: random.int(in: 0..<4))]
    case 3: return spans(depth: depth - 1) + spans(depth: depth - 1) + [.any(count: 2)]
    default:
      return spans(depth: depth - 1) + spans(depth: depth - 1)
        + [.near(distance: random.int(in: 0..<4), inOrder: random.oneIn(2))]
    }
  }

  private mutating func span() -> PositionalClause.Node {
    switch random.int(in: 0..<6) {
    case 0: return .prefix(Array(word().utf8.prefix(1)))
    case 1:
      let parts = word().utf8.map { WildcardPattern.Element.text([$0]) }
      return .pattern(.wildcards(WildcardPattern([.any] + parts)))
    case 2: return .terms([Array(word().utf8), Array(word().utf8)])
    default: return .terms([Array(word().utf8)])
    }
  }

  private mutating func leaf() -> ResolvedQuery {
    switch random.int(in: 0..<18) {
    case 16, 17: return positional()
    case 14, 15: return pattern()
    case 12: return wholeText()
    case 13: return termSet()
    case 0:
      let text = String(word().prefix(random.int(in: 1..<3)))
      return .prefix(
        TermClause(
          field: field(), term: Array(text.utf8), boost: boost(), isConstant: random.oneIn(8)))
    case 1, 2:
      var offset: UInt32 = 0
      let parts = (0..<random.int(in: 2..<5)).map { _ in
        defer { offset += random.oneIn(8) ? 2 : 1 }
        return PhraseClause.Word(term: Array(word().utf8), offset: offset)
      }
      return .phrase(
        PhraseClause(
          field: field(), words: parts, lastIsPrefix: random.oneIn(4), boost: boost()))
    case 3 where random.oneIn(4): return .everything
    case 3 where random.oneIn(3):
      // The first documents of the first segments, and some that no segment has.
      return .keys(
        (0..<random.int(in: 0..<20)).map { _ in
          Array("\(random.int(in: 0..<4))-\(random.int(in: 0..<150))".utf8)
        })
    default: return term()
    }
  }

  private mutating func leaves(_ range: Range<Int>) -> [ResolvedQuery] {
    (0..<random.int(in: range)).map { _ in leaf() }
  }

  private mutating func terms(_ range: Range<Int>) -> [ResolvedQuery] {
    (0..<random.int(in: range)).map { _ in term() }
  }

  /// Some words of which any will do, as one word is in several fields.
  private mutating func alternatives() -> ResolvedQuery {
    .boolean(BooleanClause(optional: terms(1..<4), atLeast: 1))
  }

  /// Any query, the plain shapes that have strategies of their own most often.
  mutating func query(depth: Int = 2) -> ResolvedQuery {
    switch random.int(in: 0..<11) {
    case 0: return leaf()
    case 10:
      let required = (0..<random.int(in: 1..<4)).map { _ in
        random.oneIn(4) ? term() : alternatives()
      }
      return .boolean(
        BooleanClause(
          required: required, optional: [alternatives()], prohibited: terms(0..<2)))
    case 1, 2: return .boolean(BooleanClause(optional: terms(2..<7), atLeast: 1))
    case 3, 4: return .boolean(BooleanClause(required: terms(2..<5)))
    case 5: return .boolean(BooleanClause(required: leaves(1..<4)))
    case 6:
      return .boolean(
        BooleanClause(
          required: leaves(1..<3), optional: leaves(0..<3), prohibited: leaves(0..<2)))
    case 7:
      let optional = leaves(2..<6)
      return .boolean(
        BooleanClause(
          required: leaves(0..<2), optional: optional, prohibited: leaves(0..<2),
          atLeast: random.int(in: 1..<(optional.count + 1))))
    default:
      guard depth > 0 else { return leaf() }
      return .boolean(
        BooleanClause(
          required: random.oneIn(2) ? [query(depth: depth - 1)] : [],
          optional: [query(depth: depth - 1), query(depth: depth - 1)],
          prohibited: random.oneIn(3) ? [leaf()] : [], atLeast: random.int(in: 0..<3)))
    }
  }
}
