/// Collects the tokens of one field over the documents of one image.
///
/// Every distinct word is analysed once: a table maps the word as it stands in the text to the
/// terms that it gives. Every token is then one number in a flat stream, its term and its position;
/// nothing is kept per word but its bytes. ``TokenStream/sortedByTerm(termCount:)`` turns the
/// stream into postings.
///
/// Used by one thread.
///
/// - Complexity: O(text). With hundreds of thousands of distinct words, most of the time is waiting
///   for memory in ``TermTable``.
@safe
final class FieldInverter {
  /// The field as the index knows it.
  let definition: FieldDefinition
  /// The distinct terms.
  let terms = TermTable()
  /// All tokens so far, document by document.
  let stream = TokenStream()
  /// Tokens that gave no term because of their length or their number.
  private(set) var skippedTokenCount = 0

  private let analyzer: Analyzer
  private let tokenLimit: Int
  /// What the words of the document at hand give; nil when analysis changes nothing.
  private var meanings: WordMeanings?
  /// What words give in documents of each language, where that differs; under "" in the others.
  private var meaningsByLanguage: [String: WordMeanings] = [:]

  private var position = -1
  private var length = 0
  /// The text of a value that is not plain.
  private let readText = ReadText(keepsMap: false)

  /// Bytes that no word of an ordinary text has; longer ones are skipped without being kept.
  private static let longestWord = 8 * Limits.termByteCount

  init(definition: FieldDefinition, analyzer: Analyzer) {
    self.definition = definition
    self.analyzer = analyzer
    meanings = analyzer.isIdentity ? nil : WordMeanings(analyzer)
    meaningsByLanguage[""] = meanings
    tokenLimit = analyzer.limits.tokensPerDocument
  }

  /// Bytes of memory held.
  var memory: Int {
    terms.memory + stream.memory + meaningsByLanguage.values.reduce(0) { $0 + $1.memory }
  }

  /// Begins the next document that has a value in this field.
  ///
  /// - Parameter language: which of the analyzer's languages it is in, if that is known.
  func beginDocument(_ document: DocumentID, language: String = "") {
    if analyzer.languageField != nil { choose(analyzer.languageChosen(by: language)) }
    stream.beginDocument(document)
    position = -1
    length = 0
  }

  private func choose(_ language: String) {
    guard let chosen = meaningsByLanguage[language] else {
      meanings = WordMeanings(analyzer.narrowed(to: language))
      meaningsByLanguage[language] = meanings
      return
    }
    meanings = chosen
  }

  /// Takes one value of the document at hand; a further value starts behind a gap.
  func take(_ value: String) {
    if position >= 0 { position += Limits.valuePositionGap }
    var value = value
    value.withUTF8 { bytes in
      var sink = FieldSink(field: self, meanings: meanings)
      // SAFETY: the text is lent for this call; its words are copied into the tables.
      unsafe analyzer.scan(
        analyzer.source.text(of: bytes, in: readText), for: .indexing, into: &sink)
    }
  }

  /// Takes `term` as it is, as one token.
  func take(term: [UInt8]) {
    position += 1
    guard term.count <= Limits.termByteCount else { return skip() }
    length += 1
    let number = unsafe term.withUnsafeBufferPointer { unsafe terms.insert($0).number }
    stream.append(term: UInt32(truncatingIfNeeded: number), position: UInt32(position))
  }

  /// Ends the document at hand.
  ///
  /// - Returns: its length in tokens.
  func endDocument() -> Int { length }

  /// Takes one word of a value.
  @inline(__always)
  func accept(_ word: FoundWord, _ meanings: WordMeanings?) {
    position = min(position &+ word.positionIncrement, Limits.tokensPerField)
    guard length < tokenLimit else { return skip() }
    guard let meanings else {
      guard unsafe word.bytes.count <= Limits.termByteCount else { return skip() }
      let number = unsafe terms.insert(word.bytes).number
      stream.append(term: UInt32(truncatingIfNeeded: number), position: UInt32(position))
      if word.positionIncrement > 0 { length &+= 1 }
      return
    }
    guard unsafe word.bytes.count <= Self.longestWord else { return skip() }
    let meaning = unsafe meanings.meaning(of: word.bytes, in: terms)
    if meaning & WordMeanings.compoundFlag == 0 {
      stream.append(term: meaning, position: UInt32(position))
      if word.positionIncrement > 0 { length &+= 1 }
    } else {
      let index = Int(meaning & ~WordMeanings.compoundFlag)
      accept(meanings.compounds[index], increment: word.positionIncrement)
    }
  }

  @inline(never)
  private func skip() { skippedTokenCount += 1 }

  /// Adds what a word gives when that is not exactly one term at its own position.
  @inline(never)
  private func accept(_ compound: WordMeanings.Compound, increment: Int) {
    var last = -1
    for part in compound.parts {
      let place = min(position &+ Int(part.offset), Limits.tokensPerField)
      stream.append(term: part.term, position: UInt32(place))
      if Int(part.offset) > last, part.offset > 0 || increment > 0 { length &+= 1 }
      last = max(last, Int(part.offset))
    }
    if last > 0 { position = min(position &+ last, Limits.tokensPerField) }
    if compound.isSkipped { skippedTokenCount += 1 }
  }
}

/// Hands the words of a text to a field.
private struct FieldSink: WordSink {
  let field: FieldInverter
  /// Kept here so that no word has to retain it.
  let meanings: WordMeanings?

  @inline(__always)
  mutating func accept(_ word: FoundWord) { field.accept(word, meanings) }
}
