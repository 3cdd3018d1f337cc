/// Checks that each precomputed prefix list is the sum of the lists of the words with the prefix.
///
/// - Complexity: linear in the postings of all words with the prefix, for each list; 12 bytes of
///   memory per document.
struct PrefixListsChecker {
  private let prefixes: SegmentReader.Field
  private let field: SegmentReader.Field
  private let documentCount: Int
  private let sums: FrequencySums
  /// The postings that the current list should have, with documents in the upper halves.
  private let expected = GrowingArray<UInt64>()

  /// - Parameter prefixes: The prefixes of `field`, whose lists are valid as lists.
  init(_ prefixes: SegmentReader.Field, of field: SegmentReader.Field, documentCount: Int) {
    self.prefixes = prefixes
    self.field = field
    self.documentCount = documentCount
    sums = FrequencySums(documentCount: documentCount)
  }

  /// Checks all lists.
  func check() throws(SearchError) {
    let cursor = try prefixes.dictionary.cursor(at: 0)
    while !cursor.isAtEnd {
      let term = cursor.bytes
      guard term.last == PrefixListsFormat.terminator, term.count > 1,
        term.count <= PrefixListsFormat.longestByteCount + 1
      else {
        throw corrupted(
          "the term is not a valid prefix: expected 1 to \(PrefixListsFormat.longestByteCount) "
            + "bytes and the terminator FF", term.dropLast())
      }
      try addUp(term.dropLast())
      guard try isExpected(cursor.info) else {
        throw corrupted("the list is not the sum of the lists of these words", term.dropLast())
      }
      _ = try cursor.advance()
    }
  }

  private func corrupted(_ message: String, _ prefix: [UInt8]) -> SearchError {
    prefixes.dictionary.section.corrupted(
      "words that begin with the bytes \(prefix): \(message)", at: 0)
  }

  /// Sums the lists of the words that begin with `prefix` into `expected`.
  private func addUp(_ prefix: [UInt8]) throws(SearchError) {
    let ordinals = try field.dictionary.ordinals(withPrefix: prefix)
    guard ordinals.count > 1 else {
      throw corrupted("expected a prefix of two words or more, found \(ordinals.count)", prefix)
    }
    let cursor = try field.dictionary.cursor(at: ordinals.lowerBound)
    let word = cursor.bytes
    guard word.count == prefix.count || PrefixListsFormat.beginsCharacter(word[prefix.count]) else {
      throw corrupted("expected a prefix that ends with a character", prefix)
    }
    for _ in ordinals {
      try sums.add(
        cursor.info, field.postings, hasPositions: field.positions != nil, willRead: { _ in })
      _ = try cursor.advance()
    }
    expected.removeAll()
    sums.drain { document, sum in expected.append(UInt64(document) &<< 32 | UInt64(sum)) }
  }

  /// Returns true if the list that `info` describes has the expected postings.
  private func isExpected(_ info: TermInfo) throws(SearchError) -> Bool {
    guard info.documentFrequency == expected.count else { return false }
    let cursor = try PostingsCursor(
      info, section: prefixes.postings, documentCount: documentCount, hasPositions: false)
    var slot = 0
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        // SAFETY: the block is loaded, and `index` is below its count.
        let document = unsafe UInt64(cursor.documents[index])
        let frequency = unsafe UInt64(cursor.frequencies[index])
        guard slot < expected.count, document &<< 32 | frequency == expected[slot] else {
          return false
        }
        slot += 1
      }
      cursor.nextBlock()
    }
    return slot == expected.count
  }
}
