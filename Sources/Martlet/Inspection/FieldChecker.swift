/// Checks that one field's terms, postings, positions and lengths are valid and consistent.
///
/// - Complexity: linear in the field's bytes, and one look-up per term; 4 bytes of memory per
///   document.
final class FieldChecker {
  private let field: SegmentReader.Field
  private let id: FieldID
  /// The definition of the field; nil for lists that are computed from its terms.
  private let definition: FieldDefinition?
  private let documentCount: Int
  private let findings: Findings
  private let lists: ListChecker
  /// The required starts of the next term's postings and positions.
  private var postingsEnd = 0
  private var positionsEnd = 0
  private var lastTerm: [UInt8]?
  /// The trie of the terms that were read.
  private var trie = TermTrieWriter()

  init(
    _ field: SegmentReader.Field, _ id: FieldID, _ definition: FieldDefinition? = nil,
    documentCount: Int, _ findings: Findings
  ) {
    self.field = field
    self.id = id
    self.definition = definition
    self.documentCount = documentCount
    self.findings = findings
    lists = ListChecker(field, documentCount: documentCount)
  }

  /// Checks everything.
  func check() {
    let isReadable = checkLists()
    if isReadable, let prefixes = field.prefixes { check(prefixes) }
    if isReadable, let bigrams = field.bigrams { check(bigrams) }
    if isReadable, let pairs = field.prefixPairs { check(pairs: pairs) }
    findings.attempt { () throws(SearchError) in try checkNorms(withWords: isReadable) }
  }

  /// Checks terms, postings and positions.
  ///
  /// - Returns: True if there were no findings. After a list that could not be read, all checks
  ///   that use its counts would fail as well.
  private func checkLists() -> Bool {
    let before = findings.additionCount
    checkTerms()
    guard findings.additionCount == before else { return false }
    findings.attempt { () throws(SearchError) in try checkTrie() }
    checkEnds()
    return true
  }

  /// Checks the precomputed prefix lists: as lists, then as sums.
  private func check(_ prefixes: SegmentReader.Field) {
    guard FieldChecker(prefixes, id, documentCount: documentCount, findings).checkLists() else {
      return
    }
    findings.attempt { [field, documentCount] () throws(SearchError) in
      try PrefixListsChecker(prefixes, of: field, documentCount: documentCount).check()
    }
  }

  /// Checks the lists of pairs of words: as lists, then against the words' positions.
  private func check(_ bigrams: Bigrams) {
    guard FieldChecker(bigrams.lists, id, documentCount: documentCount, findings).checkLists()
    else { return }
    findings.attempt { [field, documentCount] () throws(SearchError) in
      try BigramsChecker(bigrams, of: field, documentCount: documentCount).check()
    }
  }

  /// Checks the lists of pairs of a word and a beginning: as lists, then against the positions.
  private func check(pairs: SegmentReader.Field) {
    guard FieldChecker(pairs, id, documentCount: documentCount, findings).checkLists() else {
      return
    }
    findings.attempt { [field, documentCount] () throws(SearchError) in
      try PrefixPairsChecker(pairs, of: field, documentCount: documentCount).check()
    }
  }

  /// Returns an error about the term `ordinal`.
  private func corrupted(_ message: String, term ordinal: Int) -> SearchError {
    field.dictionary.section.corrupted(
      "field \(id.rawValue), term \(ordinal): \(message)", at: 0)
  }

  /// Checks all terms, block by block, so that a damaged block hides no other.
  private func checkTerms() {
    let count = field.dictionary.termCount
    let perBlock = TermDictionaryFormat.termsPerBlock
    for start in stride(from: 0, to: count, by: perBlock) {
      findings.attempt { () throws(SearchError) in
        let cursor = try field.dictionary.cursor(at: start)
        var grams = GramFilter()
        for ordinal in start..<min(start + perBlock, count) {
          if ordinal > start { _ = try cursor.advance() }
          grams.insert(cursor.bytes, isEnd: true)
          try checkTerm(cursor.bytes, cursor.info, ordinal)
          let isWord = cursor.bytes.first != AnalyzedTerm.stemMarker
          findings.attempt { () throws(SearchError) in
            try checkList(cursor.info, isWord: isWord, ordinal)
          }
        }
        if let filter = try field.dictionary.filter(ofBlock: start / perBlock), filter != grams {
          findings.add(
            corrupted("the filter of its block is not that of the block's terms", term: start))
        }
      }
    }
  }

  /// Checks that a term is greater than the one before, and is found.
  private func checkTerm(
    _ term: [UInt8], _ info: TermInfo, _ ordinal: Int
  ) throws(SearchError) {
    if let lastTerm, !lastTerm.lexicographicallyPrecedes(term) {
      findings.add(corrupted("not greater than the term before it", term: ordinal))
    }
    if ordinal % TermDictionaryFormat.termsPerBlock == 0 {
      let shared = lastTerm.map { last in zip(last, term).prefix { $0 == $1 }.count }
      trie.append(term.prefix(shared.map { $0 + 1 } ?? 0))
      try checkBeginnings(of: term, after: lastTerm, sharing: shared, ordinal)
    }
    if definition?.kind == .number || definition?.kind == .date,
      SortableNumber.decode(term).map(SortableNumber.encode) != term
    {
      findings.add(corrupted("expected the 8 bytes of a number, found \(term)", term: ordinal))
    }
    lastTerm = term
    guard try field.dictionary.find(term) == info else {
      return findings.add(
        corrupted("a look-up does not find it, or finds other postings", term: ordinal))
    }
  }

  /// Checks that look-ups between a block's first term and the term before it lead to the first
  /// term.
  ///
  /// The look-ups are those of the term's prefixes that the term before does not have. They pass
  /// through the nodes of the trie that no look-up of a term reaches.
  ///
  /// - Parameter shared: The number of bytes that both begin with; nil without a term before.
  private func checkBeginnings(
    of term: [UInt8], after last: [UInt8]?, sharing shared: Int?, _ ordinal: Int
  ) throws(SearchError) {
    for count in (shared.map { $0 + 1 } ?? 0)..<(term.count + 1) {
      let found = try field.dictionary.ordinals(withPrefix: Array(term[..<count]))
      let isSound =
        found.lowerBound == ordinal && found.upperBound > ordinal
        && (count > 0 || found.upperBound == field.dictionary.termCount)
      if isSound { continue }
      findings.add(
        corrupted("a look-up of its prefix of \(count) bytes does not find it", term: ordinal))
    }
    guard let last else { return }
    if try field.dictionary.lowerBound(of: last + [0]) != ordinal {
      findings.add(
        corrupted("a look-up right after the term before does not find it", term: ordinal))
    }
  }

  /// Checks that the trie is the one of the terms, so that no look-up is led to a block by a byte
  /// that no term has.
  private func checkTrie() throws(SearchError) {
    let section = field.dictionary.section
    let range = try TermDictionaryHeader.read(section).trie
    let expected = ByteWriter()
    _ = trie.write(to: expected)
    guard section.bytes.slice(range).array == expected.finish().array else {
      throw section.corrupted(
        "field \(id.rawValue): the trie is not that of the terms", at: range.lowerBound)
    }
  }

  /// Checks a term's postings and positions, if they begin at the end of those of the term before.
  ///
  /// Bytes that belong to an earlier term are not read again, so that damaged ranges which all
  /// overlap cannot make the check quadratic.
  private func checkList(
    _ info: TermInfo, isWord: Bool, _ ordinal: Int
  ) throws(SearchError) {
    let isConsecutive =
      follows(info.postings, &postingsEnd) && follows(info.positions, &positionsEnd)
    guard isConsecutive else {
      throw corrupted(
        "postings at \(info.postings) and positions at \(info.positions) do not begin where those "
          + "of the term before end", term: ordinal)
    }
    if let problem = try lists.problem(info, isWord: isWord) {
      throw corrupted(problem, term: ordinal)
    }
  }

  /// Returns true if `range` starts at `end`, and moves `end` to the end of `range`, never back.
  private func follows(_ range: Range<Int>, _ end: inout Int) -> Bool {
    guard !range.isEmpty else { return true }
    defer { end = max(end, range.upperBound) }
    return range.lowerBound == end
  }

  /// Checks that only the required zeros follow the last list, and the dictionary.
  private func checkEnds() {
    checkEnd(field.postings, postingsEnd, slack: PostingsFormat.slack, "postings")
    if let positions = field.positions {
      checkEnd(positions, positionsEnd, slack: PositionsFormat.slack, "positions")
    }
    let (terms, slack) = (field.dictionary.section, TermDictionaryFormat.slackByteCount)
    checkEnd(terms, terms.count - slack, slack: slack, "terms")
  }

  private func checkEnd(_ section: Section, _ end: Int, slack: Int, _ name: String) {
    let isSound =
      section.count == end + slack
      && (end..<section.count).allSatisfy { section.bytes[$0] == 0 }
    if isSound { return }
    findings.add(
      section.corrupted(
        "field \(id.rawValue): expected \(slack) zeros after its \(name), which end at \(end) of "
          + "\(section.count) bytes", at: min(end, section.count)))
  }

  /// Compares lengths with norms, with the segment's statistics, and with the words in the
  /// postings.
  private func checkNorms(withWords: Bool) throws(SearchError) {
    let section = field.dictionary.section
    guard let norms = field.norms else {
      let hasWords = definition?.hasNorms == true && field.dictionary.termCount > 0
      if field.statistics == FieldStatistics(), !hasWords { return }
      throw section.corrupted(
        "field \(id.rawValue) has \(field.dictionary.termCount) terms of "
          + "\(field.statistics.tokenCount) tokens, but no norms", at: 0)
    }
    let found = try norms.verify()
    guard found == field.statistics else {
      throw section.corrupted(
        "field \(id.rawValue): expected \(field.statistics), the lengths give \(found)", at: 0)
    }
    if withWords { try checkLengths(norms) }
  }

  /// Compares each document's length with its number of words.
  ///
  /// They are equal if the sums over all documents are. With synonyms there are more words than
  /// tokens.
  private func checkLengths(_ norms: Norms) throws(SearchError) {
    let sum = lists.wordCounts.reduce(Int64(0)) { $0 + Int64($1) }
    let areEqual = sum == field.statistics.tokenCount
    for document in 0..<documentCount {
      let length = try norms.length(of: DocumentID(document))
      let words = lists.wordCounts[document]
      guard areEqual ? words == length : words >= length else {
        throw field.dictionary.section.corrupted(
          "field \(id.rawValue): document \(document) has \(words) words, but the length \(length)",
          at: 0)
      }
    }
  }
}
