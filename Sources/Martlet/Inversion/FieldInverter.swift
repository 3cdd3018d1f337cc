/// Collects the tokens of one field over the documents of one image.
///
/// Every distinct word is analysed once: a table maps the word as it stands in the text to the
/// terms that it gives. Every token is then one number in a flat stream, its term and its position;
/// nothing is kept per word but its bytes. ``TokenStream/sortedByTerm(termCount:)`` turns the
/// stream into postings.
///
/// Used by one thread.
///
/// - Complexity: O(text), about 30 ns per token.
@safe
final class FieldInverter {
  /// The field as the index knows it.
  let definition: FieldDefinition
  /// The distinct terms.
  let terms = TermTable()
  /// All tokens so far, document by document.
  let stream = TokenStream()
  /// Tokens that gave no term because they are too long.
  private(set) var skippedTokenCount = 0

  private let analyzer: Analyzer
  /// The distinct words before analysis; nil when analysis changes nothing.
  private let words: TermTable?
  /// What each word gives: a term's number, or a place in `compounds`.
  private let meanings = GrowingArray<UInt32>()
  private var compounds: [[(term: UInt32, offset: UInt32)]] = []
  private static let compoundFlag: UInt32 = 1 << 31

  private var position = -1
  private var length = 0
  /// The text of a value that is not plain.
  private let readText = ReadText(keepsMap: false)

  /// Bytes that no word of an ordinary text has; longer ones are skipped without being kept.
  private static let longestWord = 8 * Limits.termByteCount

  init(definition: FieldDefinition, analyzer: Analyzer) {
    self.definition = definition
    self.analyzer = analyzer
    words = analyzer.isIdentity ? nil : TermTable()
  }

  /// Bytes of memory held.
  var memory: Int {
    terms.memory + stream.memory + (words?.memory ?? 0) + meanings.memory
      + compounds.count * 64
  }

  /// Begins the next document that has a value in this field.
  func beginDocument(_ document: DocumentID) {
    stream.beginDocument(document)
    position = -1
    length = 0
  }

  /// Takes one value of the document at hand; a further value starts behind a gap.
  func take(_ value: String) {
    if position >= 0 { position += Limits.valuePositionGap }
    var value = value
    value.withUTF8 { bytes in
      var sink = FieldSink(field: self)
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
  func accept(_ word: FoundWord) {
    position = min(position &+ word.positionIncrement, Limits.tokensPerField)
    guard let words else {
      guard unsafe word.bytes.count <= Limits.termByteCount else { return skip() }
      let number = unsafe terms.insert(word.bytes).number
      stream.append(term: UInt32(truncatingIfNeeded: number), position: UInt32(position))
      if word.positionIncrement > 0 { length &+= 1 }
      return
    }
    guard unsafe word.bytes.count <= Self.longestWord else { return skip() }
    let (number, isNew) = unsafe words.insert(word.bytes)
    if isNew { unsafe analyse(word.bytes) }
    let meaning = meanings[number]
    if meaning & Self.compoundFlag == 0 {
      stream.append(term: meaning, position: UInt32(position))
      if word.positionIncrement > 0 { length &+= 1 }
    } else {
      acceptCompound(Int(meaning & ~Self.compoundFlag), increment: word.positionIncrement)
    }
  }

  @inline(never)
  private func skip() { skippedTokenCount += 1 }

  /// Adds what a word gives when that is not exactly one term at its own position.
  @inline(never)
  private func acceptCompound(_ index: Int, increment: Int) {
    let parts = compounds[index]
    var last = -1
    for part in parts {
      let place = min(position &+ Int(part.offset), Limits.tokensPerField)
      stream.append(term: part.term, position: UInt32(place))
      if Int(part.offset) > last, part.offset > 0 || increment > 0 { length &+= 1 }
      last = max(last, Int(part.offset))
    }
    if last > 0 { position = min(position &+ last, Limits.tokensPerField) }
    if parts.isEmpty, tooLong.contains(index) { skippedTokenCount += 1 }
  }

  /// The compounds that are empty because their word is too long.
  private var tooLong: Set<Int> = []

  /// Finds out what a word that is seen for the first time gives.
  @unsafe @inline(never)
  private func analyse(_ word: UnsafeBufferPointer<UInt8>) {
    let found = unsafe analyzer.terms(of: word, for: .indexing)
    var parts = found.map { term in
      let number = unsafe term.bytes.withUnsafeBufferPointer { unsafe terms.insert($0).number }
      return (term: UInt32(truncatingIfNeeded: number), offset: UInt32(term.positionOffset))
    }
    // A user's filter emits in any order, but the positions of a term must not fall.
    parts.sort { $0.offset < $1.offset }
    if parts.count == 1, parts[0].offset == 0 {
      meanings.append(parts[0].term)
      return
    }
    if parts.isEmpty, unsafe analyzer.isTooLong(word, for: .indexing) {
      tooLong.insert(compounds.count)
    }
    meanings.append(UInt32(compounds.count) | Self.compoundFlag)
    compounds.append(parts)
  }
}

/// Hands the words of a text to a field.
private struct FieldSink: WordSink {
  let field: FieldInverter

  @inline(__always)
  mutating func accept(_ word: FoundWord) { field.accept(word) }
}
