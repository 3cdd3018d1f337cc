import Testing

@testable import Martlet

/// Forgeries of postings, positions, and the lists that are computed from them.
extension Forgery {
  static let lists: [Forgery] = [
    Forgery(
      "more documents than there are", "field 3, term 1: expected at most 300 documents, found 301"
    ) {
      try $0.changeLists(of: ForgedIndex.kind) { lists in
        lists.terms[1].info.documentFrequency = 301
        lists.terms[1].info.totalFrequency = 301
      }
    },
    Forgery(
      "more wrong terms than are reported",
      findings: Array(repeating: "expected at most 300 documents, found 301", count: 100) + [
        "and 50 more errors"
      ],
      change: { try Self.setOverfullTerms(150, in: &$0) }),
    Forgery(
      "an occurrence too many", "expected 6 documents and 7 occurrences, found 6 and 6"
    ) {
      try $0.changeLists(of: ForgedIndex.plain) { lists in
        lists.terms[try lists.index(of: "plain7")].info.totalFrequency += 1
      }
    },
    Forgery(
      "a document too few", "expected 299 documents and 300 occurrences, found 300 and 300"
    ) {
      try $0.changeLists(of: ForgedIndex.plain) { lists in
        lists.terms[try lists.index(of: "every")].info.documentFrequency -= 1
      }
    },
    Forgery("a document without an occurrence", "block 0: posting 0 has no occurrence") {
      try $0.changeLists(of: ForgedIndex.plain) { lists in
        let index = try lists.index(of: "plain7")
        lists.terms[index].info.documentFrequency = 2
        lists.terms[index].info.totalFrequency = 2
        // Two gaps less 1 of no bits, and two frequencies less 1 of 32 bits.
        lists.terms[index].postings = [0, 32, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
      }
    },
    Forgery(
      "a document with too many occurrences",
      "block 0: posting 0 has 2147483649 occurrences, expected at most 2^31"
    ) {
      try $0.changeLists(of: ForgedIndex.plain) { lists in
        let index = try lists.index(of: "plain7")
        lists.terms[index].info.documentFrequency = 2
        lists.terms[index].info.totalFrequency = 1 << 31 + 2
        lists.terms[index].postings = [0, 32, 0, 0, 0, 0x80, 0, 0, 0, 0]
      }
    },
    Forgery("a block with too low a bound", "block 0: expected a bound of") {
      try $0.changeList(of: "red", in: ForgedIndex.body) { list in
        list[list.startIndex + SkipOffsets(list, hasPositions: true).bounds] = 0
      }
    },
    Forgery("a superblock with another bound", "expected a superblock up to document 299") {
      try $0.changeList(of: "red", in: ForgedIndex.body) { list in
        list[list.startIndex + SkipOffsets(list, hasPositions: true).superblockBounds] = 255
      }
    },
    Forgery("a superblock with another last document", "expected a superblock up to document 299") {
      try $0.changeList(of: "every", in: ForgedIndex.plain) { list in
        list[list.startIndex + SkipOffsets.superblockDocuments] &-= 1
      }
    },
  ]

  static let positions: [Forgery] = [
    Forgery("skip data with another first position", "block 1: expected the first position to be") {
      try $0.changeList(of: "red", in: ForgedIndex.body) { list in
        let starts = SkipOffsets(list, hasPositions: true).positionStarts
        list[list.startIndex + starts + 4] &+= 1
      }
    },
    Forgery(
      "skip data with another block of positions", "block 1: expected the first position's block at"
    ) {
      try $0.changeList(of: "red", in: ForgedIndex.body) { list in
        let offsets = SkipOffsets(list, hasPositions: true).positionOffsets
        list[list.startIndex + offsets + 4] &+= 1
      }
    },
    Forgery(
      "positions that fall", "posting 0 has position 4294967299, expected at most 1073741824"
    ) {
      try $0.changeLists(of: ForgedIndex.body) { lists in
        // The sum of the three exceeds 32 bits.
        try lists.setPositions(
          at: lists.index(of: "thrice"), [.max >> 1, .max >> 1, 5])
      }
    },
    Forgery(
      "a position beyond the limit",
      "posting 0 has position 1073741825, expected at most 1073741824"
    ) {
      try $0.changeLists(of: ForgedIndex.body) { lists in
        try lists.setPositions(at: lists.index(of: "twice"), [1 << 30, 1])
      }
    },
    Forgery("a byte after full blocks of positions", "the positions take") {
      try $0.changeLists(of: ForgedIndex.body) { lists in
        let index = try lists.index(of: "dozen")
        try #require(lists.terms[index].info.totalFrequency == 128)
        lists.terms[index].positions.append(0)
      }
    },
    Forgery("positions of a term that occurs once", "the positions take 0 bytes, expected") {
      image in
      let lists = try ForgedLists(of: ForgedIndex.body, in: image)
      let twice = lists.terms[try lists.index(of: "twice")]
      let byteCount = UInt8(twice.positions.count)
      try image.change(.terms, ForgedIndex.body) { terms in
        // One document and one more occurrence, in document 5, with so many bytes of positions;
        // replaced by one document, 5, with as many bytes in a longer form.
        let entry = try terms.offset(of: [1, 0, 5, byteCount])
        terms.replaceSubrange(entry..<(entry + 4), with: [0, 5, byteCount | 0x80, 0])
      }
    },
  ]

  static let prefixes: [Forgery] = [
    Forgery("a prefix without its end", "the term is not a valid prefix") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { lists in
        let last = lists.terms.count - 1
        lists.terms[last].bytes[lists.terms[last].bytes.count - 1] = 0xFE
      }
    },
    Forgery("a prefix of no byte", "the term is not a valid prefix") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = PrefixListsFormat.term([])
      }
    },
    Forgery("a prefix that is too long", "the term is not a valid prefix") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { lists in
        let bytes = [UInt8](repeating: 0x77, count: PrefixListsFormat.longestByteCount + 1)
        lists.terms[lists.terms.count - 1].bytes = PrefixListsFormat.term(bytes)
      }
    },
    Forgery("a prefix of no word", "expected a prefix of two words or more, found 0") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = PrefixListsFormat.term([0x7A])
      }
    },
    Forgery("a prefix of half a character", "expected a prefix that ends with a character") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = PrefixListsFormat.term([0xCF])
      }
    },
    Forgery("a prefix's list without its last posting", "the list is not the sum of the lists of") {
      try $0.changeLists(.prefixes, of: ForgedIndex.body) { try $0.dropLastPosting() }
    },
  ]

  static let pairs: [Forgery] = [
    Forgery("a pair's list without its last posting", "are adjacent in") {
      try $0.changeLists(.pairs, of: ForgedIndex.body) { try $0.dropLastPosting() }
    },
    Forgery("a pair of a word that is not there", "expected a pair of numbers below") {
      try $0.changeLists(.pairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = [200, 200]
      }
    },
    Forgery("words of pairs that do not rise", "the word 1 is not greater than the one before") {
      try $0.changePairedWords { $0.swapAt(0, 1) }
    },
    Forgery("a word of pairs that nothing has", "the word 0 is not a word of the field") {
      try $0.changePairedWords { $0[0] = Array("a".utf8) }
    },
  ]

  static let prefixPairs: [Forgery] = [
    Forgery("a list of a word and a beginning without its last posting", "the words are so in") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { try $0.dropLastPosting() }
    },
    Forgery("a beginning without a word", "expected a beginning of a word, the byte FF") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = Array("z".utf8) + [0xFF]
      }
    },
    Forgery("a beginning after a stem", "expected a beginning of a word, the byte FF") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes =
          Array("z".utf8) + [0xFF, AnalyzedTerm.stemMarker] + Array("red".utf8)
      }
    },
    Forgery("a beginning of three characters", "expected a beginning of a word, the byte FF") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = Array("zoo".utf8) + [0xFF] + Array("red".utf8)
      }
    },
    Forgery("a beginning of nine bytes", "expected a beginning of a word, the byte FF") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes =
          [0xF0] + [UInt8](repeating: 0x80, count: 8) + [0xFF] + Array("red".utf8)
      }
    },
    Forgery("more words before beginnings than there may be", "more than 127 words have lists") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        let list = try #require(lists.terms.last)
        lists.terms = (100..<228).map { number in
          var term = list
          term.bytes = Array("z".utf8) + [0xFF] + Array("w\(number)".utf8)
          return term
        }
      }
    },
    Forgery("a beginning that nothing has", "the words are so in 0 documents") {
      try $0.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        lists.terms[lists.terms.count - 1].bytes = Array("z".utf8) + [0xFF] + Array("red".utf8)
      }
    },
  ]

  static let columns: [Forgery] = [
    Forgery("a field without its column", "the field has values but no column") {
      $0[.columns, ForgedIndex.kind] = nil
    },
    Forgery("a column of several values for single ones", "expected a column of") {
      try $0.change(.columns, ForgedIndex.kind, Self.addStarts)
    },
    Forgery("a document with the value of another", "the column differs from the postings") {
      try $0.change(.columns, ForgedIndex.kind) { column in
        column[ColumnFormat.headerByteCount] ^= 1
      }
    },
  ]

  /// Writes the start of each document before the ordinals, although no document has two.
  private static func addStarts(_ column: inout [UInt8]) {
    let header = ColumnFormat.headerByteCount
    let count = Int(column[4]) | Int(column[5]) << 8
    let ordinals = column[header..<(header + count)].map { $0 &- 1 }
    let starts: [UInt8] = (0...count).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }
    column.replaceSubrange(header..<(header + count), with: starts + ordinals)
    column[0] |= ColumnFormat.startsFlag
  }

  /// Gives the keyword field so many terms that each name too many documents.
  private static func setOverfullTerms(_ count: Int, in image: inout ForgedImage) throws {
    setTerms((0..<count).map { String(1_000 + $0) }, in: &image)
    try image.changeLists(of: ForgedIndex.kind) { lists in
      for index in lists.terms.indices {
        lists.terms[index].info.documentFrequency = 301
        lists.terms[index].info.totalFrequency = 301
      }
    }
  }
}

extension ForgedLists {
  /// Removes the last posting of the last list.
  fileprivate mutating func dropLastPosting() throws {
    let last = terms.count - 1
    let postings = try postings(at: last, documentCount: ForgedIndex.documentCount)
    try setPostings(at: last, postings.dropLast())
  }
}

extension ForgedImage {
  fileprivate mutating func changePairedWords(_ body: (inout [[UInt8]]) -> Void) throws {
    let section = testSection(try #require(self[.bigramWords, ForgedIndex.body]))
    let found = try BigramWords(section)
    var words = (0..<found.count).map { found[$0] }
    try #require(words.count > 1)
    body(&words)
    self[.bigramWords, ForgedIndex.body] = BigramsFormat.encode(words).array
  }
}

/// The offsets of arrays of a list's skip data; see ``PostingsFormat``.
private struct SkipOffsets {
  static let superblockDocuments = 4

  private let blocks: Int
  private let hasPositions: Bool

  init(_ list: ArraySlice<UInt8>, hasPositions: Bool) {
    blocks = Int(list[list.startIndex])
    self.hasPositions = hasPositions
  }

  private var superblocks: Int {
    IntegerMath.ceilingDivide(blocks, by: Limits.blocksPerSuperblock)
  }

  var superblockBounds: Int { 4 + superblocks * 12 }
  private var lastDocuments: Int { 4 + superblocks * PostingsFormat.superblockEntrySize }
  var positionStarts: Int { lastDocuments + blocks * 4 }
  var positionOffsets: Int { positionStarts + blocks * 4 }
  /// The bounds are the last of the blocks' arrays.
  var bounds: Int {
    lastDocuments + blocks * (PostingsFormat.blockEntrySize(hasPositions: hasPositions) - 1)
  }
}
