/// Collects the tokens of one field over the documents of one image.
///
/// Every distinct word is analysed once: ``TermIDCache`` maps the word as it stands in the text to
/// its terms. After that every token is a number in a flat stream; the only thing kept per word is
/// its bytes. ``TokenStream/sortedByTerm(termCount:)`` turns the stream into postings.
///
/// Used by one thread.
///
/// - Complexity: O(text).
final class FieldInverter {
  /// The field's definition in the schema.
  let definition: FieldDefinition
  /// The distinct terms.
  let terms = TermTable()
  /// All tokens so far, document by document.
  let stream = TokenStream()
  /// The number of tokens that were skipped because they were too long or too many.
  private(set) var skippedTokenCount = 0

  private let analyzer: Analyzer
  /// The term IDs of words in the current document's language.
  private var termIDs: TermIDCache
  /// The term IDs of words by language; "" is for documents without a language of their own.
  private var termIDsByLanguage: [String: TermIDCache] = [:]

  private let queue = WordQueue()
  private var position = -1
  private var length = 0
  /// The reader of values that are not plain text.
  private let readText = ReadText(keepsMap: false)

  init(definition: FieldDefinition, analyzer: Analyzer) {
    self.definition = definition
    self.analyzer = analyzer
    termIDs = TermIDCache(
      analyzer, terms: terms, sharesTable: analyzer.languageField == nil)
    termIDsByLanguage[""] = termIDs
  }

  /// The memory held, in bytes.
  var memory: Int {
    terms.memory + stream.memory + termIDsByLanguage.values.reduce(0) { $0 + $1.memory }
  }

  /// Begins the next document that has a value in this field.
  ///
  /// - Parameter language: The document's language, if it is known and the analyzer goes by it.
  func beginDocument(_ document: DocumentID, language: String = "") {
    if analyzer.languageField != nil { choose(analyzer.languageChosen(by: language)) }
    stream.beginDocument(document)
    position = -1
    length = 0
  }

  private func choose(_ language: String) {
    termIDs =
      termIDsByLanguage[language]
      ?? TermIDCache(analyzer.narrowed(to: language), terms: terms, sharesTable: false)
    termIDsByLanguage[language] = termIDs
  }

  /// Adds one value of the current document. A further value starts behind a gap of positions.
  func take(_ value: String) {
    if position >= 0 {
      position = min(position + Limits.valuePositionGap, Limits.tokensPerField)
    }
    var sink = FieldSink(
      termIDs: termIDs, queue: queue, stream: stream,
      tokenLimit: analyzer.limits.tokensPerDocument, position: position, length: length)
    value.withBytes { bytes in
      analyzer.source.withText(of: bytes, in: readText) { text in
        analyzer.scan(text, for: .indexing, into: &sink)
      }
    }
    sink.finish()
    position = sink.position
    length = sink.length
    skippedTokenCount += sink.skippedCount
  }

  /// Adds `term` to the current document unchanged, as one token.
  func take(term: [UInt8]) {
    position = min(position + 1, Limits.tokensPerField)
    guard term.count <= Limits.termByteCount else {
      skippedTokenCount += 1
      return
    }
    length += 1
    let number = term.withBytes { terms.number(of: $0) }
    stream.append(term: number, position: position)
  }

  /// Ends the current document and returns its length in tokens.
  func endDocument() -> Int { length }

  /// Returns the positions of each distinct term, over all documents so far.
  ///
  /// - Complexity: O(tokens + terms).
  func positions() -> [(term: [UInt8], positions: [UInt32])] {
    let sorted = stream.sortedByTerm(termCount: terms.count)
    return (0..<terms.count).map { number in
      (terms.withTerm(number) { Array(copying: $0) }, sorted.positions(of: number))
    }
  }
}
