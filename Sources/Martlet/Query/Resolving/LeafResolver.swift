/// The importance of the words in a part of a query relative to the other sequence, in rising
/// order.
enum QueryWords: Comparable {
  /// No words: a filter, or everything.
  case none
  /// Stop words only; they are dropped if the query has other words.
  case stop
  /// A stop word that may be the beginning of another word. It stays, and does not cause other stop
  /// words to be dropped.
  case unfinishedStop
  /// Words that decide which documents are found.
  case content
}

/// Turns the text of a query's leaf into a clause for one field.
///
/// A text that gives several positions becomes a phrase, with the distances of the text. A plain
/// word searches for its stem, and the exact word only adds to the score: a document that has the
/// word also has the stem. In quotes, and for the words that begin with an unfinished one, stems
/// are not searched.
struct LeafResolver {
  enum Kind {
    case word, typed, prefix, phrase, phrasePrefix, value
    /// A value that a program gave as a number.
    case number

    var use: TokenUse {
      switch self {
      case .word: .query
      case .typed, .prefix, .phrasePrefix: .prefix
      case .phrase, .value, .number: .phrase
      }
    }

    /// True if the last token represents all terms that it begins.
    var lastIsPrefix: Bool { self == .prefix || self == .phrasePrefix || self == .typed }
  }

  /// A clause, or nil if the text has no word for the field.
  struct Leaf {
    var clause: ResolvedQuery?
    var words = QueryWords.none
  }

  /// The weight of a match of the exact word beside its stem, as a factor on its score.
  ///
  /// Of 0, 0.1, 0.25 and 0.5 it has the largest sum of mean average precisions over the Cranfield,
  /// CISI and Medline collections (`martlet-bench relevance --analyzer language:en`).
  static let exactWordShare: Float = 0.25
  /// The weight of a synonym, as a factor on its score.
  static let synonymShare: Float = 0.75

  let field: IndexSchema.Field
  /// The factor on the field's scores.
  let weight: Float

  init(_ field: IndexSchema.Field, weight: Float) {
    self.field = field
    self.weight = weight
  }

  @inline(never)
  func resolve(_ text: String, _ kind: Kind) -> Leaf {
    switch field.definition.kind {
    case .text:
      return switch kind {
      case .typed: typed(text)
      case .value, .number: Leaf(clause: value(text))
      default: leaf(text, kind)
      }
    case .keyword:
      let term = TermClause(field: field.id, term: Array(text.utf8), boost: 0, isConstant: true)
      return Leaf(clause: kind.lastIsPrefix ? .prefix(term) : .term(term))
    case .number, .date:
      let given = ValueKind(given: kind == .number ? .number : nil)
      guard let (first, end) = field.definition.kind.numbers(in: text, given: given) else {
        return Leaf(clause: .nothing)
      }
      if let end { return Leaf(clause: numbers(from: first, below: end)) }
      return Leaf(
        clause: .term(
          TermClause(
            field: field.id, term: SortableNumber.encode(first), boost: 0, isConstant: true)))
    }
  }

  /// Returns the clause of the documents whose whole text is `text`, which is read as the text of a
  /// document and as plain text.
  private func value(_ text: String) -> ResolvedQuery {
    var readings = [IndexedText(text, field.analyzer)]
    if !field.analyzer.source.isPlain {
      var analyzer = field.analyzer
      analyzer.source = .plain
      let plain = IndexedText(text, analyzer)
      if plain != readings[0] { readings.append(plain) }
    }
    let clauses = readings.filter { !$0.terms.isEmpty }.map { reading in
      ResolvedQuery.wholeText(WholeTextClause(field: field.id, text: reading, boost: 0))
    }
    return .any(of: clauses) ?? .nothing
  }

  private func typed(_ text: String) -> Leaf {
    let word = leaf(text, .word)
    let prefix = leaf(text, .prefix)
    return Leaf(
      clause: .any(of: [word.clause, prefix.clause].compactMap { $0 }),
      words: word.words == .stop ? .unfinishedStop : .content)
  }

  private func leaf(_ text: String, _ kind: Kind) -> Leaf {
    if let term = field.analyzer.soleTerm(of: text) {
      if kind != .word {
        return Leaf(
          clause: kind.lastIsPrefix ? .prefix(clause(term)) : .term(clause(term)), words: .content)
      }
      if let leaf = plain(term) { return leaf }
    }
    let analyzed = AnalyzedText(text, field.analyzer, for: kind.use)
    if kind == .word { return plain(analyzed) }
    if analyzed.entries.count > 1, analyzed.isPlain {
      let sequence = sequence(of: analyzed)
      return Leaf(clause: phrase(sequence, lastIsPrefix: kind.lastIsPrefix), words: .content)
    }
    guard let slots = analyzed.readings.first, let last = slots.last else { return Leaf() }
    let first = slots[0].position
    guard slots.count > 1 else {
      let term = clause(last.word.bytes)
      return Leaf(clause: kind.lastIsPrefix ? .prefix(term) : .term(term), words: .content)
    }
    let sequence = slots.map { slot in
      PhraseClause.Word(term: slot.word.bytes, offset: UInt32(slot.position - first))
    }
    return Leaf(clause: phrase(sequence, lastIsPrefix: kind.lastIsPrefix), words: .content)
  }

  /// Returns the phrase of a text that is a sequence of plain words.
  private func sequence(of analyzed: AnalyzedText) -> [PhraseClause.Word] {
    let first = analyzed.entries[0].position
    return analyzed.entries.map { entry in
      PhraseClause.Word(term: entry.bytes, offset: UInt32(entry.position - first))
    }
  }

  /// Returns the leaf of a word without a stem, sequence or synonyms, which nearly every word is;
  /// nil if the field has synonyms.
  private func plain(_ term: [UInt8]) -> Leaf? {
    guard field.analyzer.synonymTable.longestKey == 0 else { return nil }
    return Leaf(
      clause: .term(clause(term)), words: field.analyzer.isStopWord(term) ? .stop : .content)
  }

  /// Returns the leaf of a plain word, or of a run of characters that gives several words, with
  /// synonyms.
  private func plain(_ analyzed: AnalyzedText) -> Leaf {
    if analyzed.entries.count == 1, let leaf = plain(analyzed.entries[0].bytes) { return leaf }
    let words = analyzed.entries.filter { $0.form == .word }
    let readings = analyzed.readings.compactMap { slots in
      slots.count == 1 ? plain(slots[0].entries) : run(slots)
    }
    let others = synonyms(field.analyzer.synonymTable.others(analyzed.forms))
    return Leaf(
      clause: .any(of: readings + [others].compactMap { $0 }),
      words: words.allSatisfy { field.analyzer.isStopWord($0.bytes) } ? .stop : .content)
  }

  /// Returns a clause for these texts, as synonyms; nil if they have no word. A synonym of several
  /// words counts as much as one of one word.
  func synonyms(_ texts: [String]) -> ResolvedQuery? {
    .any(
      of: texts.flatMap { text in
        AnalyzedText(text, field.analyzer, for: .query).readings.compactMap { slots in
          let share = Self.synonymShare / Float(slots.count)
          let resolver = LeafResolver(field, weight: weight * share)
          return slots.count == 1 ? resolver.plain(slots[0].entries) : resolver.run(slots)
        }
      })
  }

  /// Returns the clause of a word at one position: its stems, and the exact word. Stems that a
  /// document has together share the weight; with several languages, a document has only one of
  /// them.
  private func plain(_ entries: [AnalyzedText.Entry]) -> ResolvedQuery? {
    let words = entries.filter { $0.form == .word }
    let stems = entries.filter { $0.form == .stem }
    let share = stems.isEmpty ? 1 : Self.exactWordShare
    let exact = ResolvedQuery.any(of: words.map { .term(clause($0.bytes, share: share)) })
    let part = field.analyzer.languageField == nil ? 1 / Float(max(1, stems.count)) : 1
    let forms = stems.map { ResolvedQuery.term(clause($0.bytes, share: part)) }
    return .any(of: forms + [exact].compactMap { $0 })
  }

  /// Returns the clause by which ``plain(_:)`` scores all forms of a word, or the word alone where
  /// documents have stems of different languages.
  func word(_ slot: AnalyzedText.Slot) -> WordPairs.Word {
    let stemCount = slot.entries.count { $0.form == .stem }
    guard stemCount > 0 else {
      return WordPairs.Word(clause: clause(slot.word.bytes), share: 1)
    }
    let isStem = field.analyzer.languageField == nil
    let share = isStem ? 1 / Float(stemCount) : Self.exactWordShare
    let term = isStem ? slot.form : slot.word
    return WordPairs.Word(clause: clause(term.bytes, share: share), share: share)
  }

  /// Returns the clause of several positions, such as `e-mails`: adjacent words, or their stems.
  /// Only the last stem of each word is used, which all documents with the word have, unless the
  /// field has documents in different languages.
  private func run(_ slots: [AnalyzedText.Slot]) -> ResolvedQuery? {
    let offsets = Self.offsets(of: slots)
    var phrases = [
      zip(slots, offsets).map { PhraseClause.Word(term: $0.word.bytes, offset: $1) }
    ]
    var forms: [[PhraseClause.Word]] = [[]]
    for (slot, offset) in zip(slots, offsets) {
      let isShort = forms.count * slot.forms.count <= Self.phraseLimit
      let all = field.analyzer.languageField != nil && isShort ? slot.forms : [slot.form]
      let words = all.map { PhraseClause.Word(term: $0.bytes, offset: offset) }
      if words.count == 1 {
        // In place, because a word may have thousands of slots.
        for index in forms.indices { forms[index] += words }
      } else {
        forms = forms.flatMap { form in words.map { form + [$0] } }
      }
    }
    phrases += forms.filter { $0 != phrases[0] }
    return .any(of: phrases.map { phrase($0) })
  }

  /// Returns the offsets of successive words of a phrase; each of them counts as one position.
  static func offsets(of slots: [AnalyzedText.Slot]) -> [UInt32] {
    var offsets: [UInt32] = [0]
    for (last, next) in zip(slots, slots.dropFirst()) {
      offsets.append(offsets[offsets.count - 1] + 1 + UInt32(next.position - last.end))
    }
    return offsets
  }

  /// The most phrases of stems that are searched in place of one word.
  private static let phraseLimit = 16

  private func phrase(_ sequence: [PhraseClause.Word], lastIsPrefix: Bool = false) -> ResolvedQuery
  {
    guard field.definition.hasPositions else {
      // Without positions, a phrase is its words, of which the last may be unfinished.
      var words = sequence.map { ResolvedQuery.term(clause($0.term)) }
      if lastIsPrefix, let last = sequence.last {
        words[words.count - 1] = .prefix(clause(last.term))
      }
      return .boolean(BooleanClause(required: words))
    }
    return .phrase(
      PhraseClause(field: field.id, words: sequence, lastIsPrefix: lastIsPrefix, boost: weight))
  }

  private func clause(_ term: [UInt8], share: Float = 1) -> TermClause {
    TermClause(field: field.id, term: term, boost: weight * share)
  }
}
