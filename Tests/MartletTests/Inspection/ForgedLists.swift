import Testing

@testable import Martlet

/// The terms of a field with the bytes of their lists, to be changed and written back.
///
/// What is written back has the outer form of what a writer makes: lists follow one another, and
/// the dictionary names their ranges. The bytes of the lists and the counts may be anything.
struct ForgedLists {
  /// A term, its counts, and the bytes of its lists, where it has any.
  struct Term {
    var bytes: [UInt8]
    var info: TermInfo
    var postings: [UInt8] = []
    var positions: [UInt8] = []
  }

  /// The lists of a field: its own, those of prefixes of words, those of pairs of words, or those
  /// of a word and a beginning.
  struct Kind {
    let terms: SectionKind
    let postings: SectionKind

    static let words = Kind(terms: .terms, postings: .postings)
    static let prefixes = Kind(terms: .prefixLists, postings: .prefixPostings)
    static let pairs = Kind(terms: .bigrams, postings: .bigramPostings)
    static let prefixPairs = Kind(terms: .prefixPairs, postings: .prefixPairPostings)
  }

  var terms: [Term] = []
  /// The numbers of bytes before the first lists, which belong to no term.
  var unusedPostings = 0
  var unusedPositions = 0
  /// True if the dictionary gets filters, for which it must have many blocks.
  var hasFilters = false

  init() {}

  /// Reads the lists of `field` from a sound image.
  init(_ kind: Kind = .words, of field: UInt16, in image: ForgedImage) throws {
    let postings = try #require(image[kind.postings, field])
    let positions = kind.terms == .terms ? image[.positions, field] : nil
    let section = testSection(try #require(image[kind.terms, field]))
    let cursor = try TermDictionary(section, hasPositions: positions != nil).cursor(at: 0)
    while !cursor.isAtEnd {
      terms.append(
        Term(
          bytes: cursor.bytes, info: cursor.info, postings: Array(postings[cursor.info.postings]),
          positions: positions.map { Array($0[cursor.info.positions]) } ?? []))
      _ = try cursor.advance()
    }
  }

  /// Writes the lists to the image, in place of those of `field`.
  func write(_ kind: Kind = .words, of field: UInt16, to image: inout ForgedImage) {
    let hasPositions = kind.terms == .terms && image[.positions, field] != nil
    let dictionary = TermDictionaryWriter(hasPositions: hasPositions, hasFilters: hasFilters)
    var postings = [UInt8](repeating: 0, count: unusedPostings)
    var positions = [UInt8](repeating: 0, count: unusedPositions)
    for term in terms {
      var info = term.info
      info.postings = postings.count..<(postings.count + term.postings.count)
      info.positions = positions.count..<(positions.count + term.positions.count)
      postings += term.postings
      positions += term.positions
      dictionary.append(term.bytes, info)
    }
    image[kind.terms, field] = dictionary.finish().array
    image[kind.postings, field] = postings + repeatElement(0, count: PostingsFormat.slack)
    guard hasPositions else { return }
    image[.positions, field] = positions + repeatElement(0, count: PositionsFormat.slack)
  }

  /// The index of the term `word`.
  func index(of word: String) throws -> Int {
    try #require(terms.firstIndex { $0.bytes == Array(word.utf8) }, "no term \(word)")
  }

  /// Replaces the postings of a term of a field without positions.
  mutating func setPostings(
    at index: Int, _ postings: [(document: DocumentID, frequency: UInt32)]
  ) throws {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: nil, lengths: nil)
    for posting in postings {
      writer.append(document: posting.document, frequency: posting.frequency)
    }
    terms[index].info = try writer.finishTerm()
    terms[index].postings = section.finish().array
  }

  /// Replaces the numbers of a term's positions, as ``PositionsFormat`` has them.
  mutating func setPositions(at index: Int, _ numbers: [UInt32]) throws {
    let section = ByteWriter()
    let writer = PositionsWriter(into: section)
    let all = numbers[...]
    writer.append(all.span)
    _ = try writer.finishTerm()
    terms[index].positions = section.finish().array
  }

  /// Decodes the postings of a term of a field without positions.
  func postings(
    at index: Int, documentCount: Int
  ) throws -> [(document: DocumentID, frequency: UInt32)] {
    let term = terms[index]
    var info = term.info
    info.postings = 0..<term.postings.count
    let section = testSection(term.postings + repeatElement(0, count: PostingsFormat.slack))
    let cursor = try PostingsCursor(
      info, section: section, documentCount: documentCount, hasPositions: false)
    var found: [(document: DocumentID, frequency: UInt32)] = []
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        unsafe found.append((cursor.documents[index], cursor.frequencies[index]))
      }
      cursor.nextBlock()
    }
    return found
  }
}

extension ForgedImage {
  /// Changes the lists of a field.
  mutating func changeLists(
    _ kind: ForgedLists.Kind = .words, of field: UInt16,
    _ body: (inout ForgedLists) throws -> Void
  ) throws {
    var lists = try ForgedLists(kind, of: field, in: self)
    try body(&lists)
    lists.write(kind, of: field, to: &self)
  }

  /// Changes the list of one word of a field, in place.
  mutating func changeList(
    of word: String, in field: UInt16, _ body: (inout ArraySlice<UInt8>) -> Void
  ) throws {
    let lists = try ForgedLists(of: field, in: self)
    let range = lists.terms[try lists.index(of: word)].info.postings
    try change(.postings, field) { body(&$0[range]) }
  }
}
