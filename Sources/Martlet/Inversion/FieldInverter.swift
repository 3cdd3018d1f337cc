/// Collects the tokens of one field over the documents of one image.
///
/// Every distinct word is analysed once: ``WordMeanings`` maps the word as it stands in the text to
/// the terms that it gives. Every token is then a number in a flat stream; nothing is kept per word
/// but its bytes. ``TokenStream/sortedByTerm(termCount:)`` turns the stream into postings.
///
/// Used by one thread.
///
/// - Complexity: O(text).
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
  /// What the words of the document at hand give.
  private var meanings: WordMeanings
  /// What words give in documents of each language, where that differs; under "" in the others.
  private var meaningsByLanguage: [String: WordMeanings] = [:]

  private let queue = WordQueue()
  private var position = -1
  private var length = 0
  /// The text of a value that is not plain.
  private let readText = ReadText(keepsMap: false)

  init(definition: FieldDefinition, analyzer: Analyzer) {
    self.definition = definition
    self.analyzer = analyzer
    meanings = WordMeanings(
      analyzer, terms: terms, sharesTable: analyzer.languageField == nil)
    meaningsByLanguage[""] = meanings
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
    meanings =
      meaningsByLanguage[language]
      ?? WordMeanings(analyzer.narrowed(to: language), terms: terms, sharesTable: false)
    meaningsByLanguage[language] = meanings
  }

  /// Takes one value of the document at hand; a further value starts behind a gap.
  func take(_ value: String) {
    if position >= 0 {
      position = min(position + Limits.valuePositionGap, Limits.tokensPerField)
    }
    var sink = FieldSink(
      meanings: meanings, queue: queue, stream: stream,
      tokenLimit: analyzer.limits.tokensPerDocument, position: position, length: length)
    var value = value
    value.withUTF8 { bytes in
      // SAFETY: the text is lent for this call; its words are copied into the tables.
      unsafe analyzer.scan(
        analyzer.source.text(of: bytes, in: readText), for: .indexing, into: &sink)
    }
    sink.finish()
    position = sink.position
    length = sink.length
    skippedTokenCount += sink.skippedCount
  }

  /// Takes `term` as it is, as one token.
  func take(term: [UInt8]) {
    position = min(position + 1, Limits.tokensPerField)
    guard term.count <= Limits.termByteCount else {
      skippedTokenCount += 1
      return
    }
    length += 1
    let number = unsafe term.withUnsafeBufferPointer { unsafe terms.number(of: $0) }
    stream.append(term: number, position: position)
  }

  /// Ends the document at hand.
  ///
  /// - Returns: its length in tokens.
  func endDocument() -> Int { length }
}
