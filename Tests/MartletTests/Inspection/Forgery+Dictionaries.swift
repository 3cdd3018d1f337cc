import Testing

@testable import Martlet

/// Forgeries of term dictionaries.
extension Forgery {
  static let dictionaries: [Forgery] = [
    Forgery("a block that cannot be read", "term dictionary block 0 of 1 is malformed") {
      try $0.change(.terms, ForgedIndex.kind) { $0[TermDictionaryFormat.headerByteCount + 1] = 33 }
    },
    Forgery(
      "terms that do not rise", "field 3, term 1: not greater than the term before it",
      "field 3, term 1: a look-up does not find it, or finds other postings"
    ) {
      try $0.change(.terms, ForgedIndex.kind) { terms in
        terms[try terms.offset(of: Array("commonrare".utf8)) + 6] = UInt8(ascii: "a")
      }
    },
    Forgery("a term that look-ups do not find", "term 1: a look-up does not find it, or finds") {
      image in
      Self.setTerms(["common", "compact"], in: &image)
      try image.change(.terms, ForgedIndex.kind) { terms in
        // It is said to share fewer bytes with the term before than it does.
        let suffixes = try terms.offset(of: Array("commonpact".utf8))
        terms[suffixes - 1] = 0x25
        terms.insert(UInt8(ascii: "m"), at: suffixes + 6)
        terms[8] += 1
      }
    },
    Forgery("a prefix that leads astray", "term 0: a look-up of its prefix of 1 bytes does not") {
      image in
      // No block begins at "m", of which the first block has terms.
      Self.setBlocks(["ma", "mc", "md"], in: &image)
      try image.change(.terms, ForgedIndex.kind) { terms in
        let node = try terms.offset(of: [0x20, 1, UInt8(ascii: "c"), UInt8(ascii: "d")])
        terms[node] |= TermDictionaryFormat.separatorBit
      }
    },
    Forgery(
      "a gap between terms that leads astray",
      "field 3, term 32: a look-up right after the term before does not find it"
    ) { image in
      Self.setBlocks(["a", "g", "ma", "mz", "t"], last: [1: "m"], in: &image)
      try image.change(.terms, ForgedIndex.kind) { terms in
        let node = try terms.offset(of: [0x20, 1, UInt8(ascii: "a"), UInt8(ascii: "z")])
        // The way from "m" to "ma" becomes one to a later block, below all terms with an "m".
        terms[node + 2] = 1
        terms[node + 5] = 2
      }
    },
    Forgery(
      "a filter that lacks what its block has",
      "field 3, term 1008: the filter of its block is not that of the block's terms"
    ) { image in
      Self.setBlocks((100..<164).map { "\($0)-" }, hasFilters: true, in: &image)
      try image.change(.terms, ForgedIndex.kind) { terms in
        let end = terms.count - TermDictionaryFormat.slackByteCount
        for offset in (end - GramFilter.byteCount)..<end { terms[offset] = 0 }
      }
    },
    Forgery(
      "a way to a block by a byte that no term has",
      "field 3: the trie is not that of the terms"
    ) { image in
      Self.setBlocks(["a", "g", "t"], in: &image)
      try image.change(.terms, ForgedIndex.kind) { terms in
        let labels = try terms.offset(of: [1, UInt8(ascii: "g"), UInt8(ascii: "t")])
        // What begins with "m" is looked for as what begins with "g", and by the number of "t".
        let pair = [terms[labels + 3], terms[labels + 6]]
        terms[labels] = 2
        terms.insert(contentsOf: pair, at: labels + 5)
        terms.insert(UInt8(ascii: "m"), at: labels + 2)
        terms[16] += 3
      }
    },
    Forgery(
      "a number in another form", "field 5, term 0: expected the 8 bytes of a number, found [127,"
    ) {
      // The one of -0, which is less than 0 as bytes.
      try $0.changeLists(of: ForgedIndex.year) { lists in
        lists.terms[0].bytes = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
      }
    },
    Forgery("a number of four bytes", "field 5, term 9: expected the 8 bytes of a number, found") {
      try $0.changeLists(of: ForgedIndex.year) { $0.terms[9].bytes.removeLast(4) }
    },
    Forgery("unused bytes before the first postings", "positions at 0..<0 do not begin where") {
      try $0.changeLists(of: ForgedIndex.kind) { $0.unusedPostings = 1 }
    },
    Forgery("unused bytes before the first positions", "do not begin where those of the") {
      try $0.changeLists(of: ForgedIndex.body) { $0.unusedPositions = 1 }
    },
    Forgery(
      "a byte after the last postings", "expected 16 zeros after its postings"
    ) {
      try $0.change(.postings, ForgedIndex.plain) { $0.append(0) }
    },
    Forgery(
      "a byte after the last positions that is not 0",
      "expected 16 zeros after its positions"
    ) {
      try $0.change(.positions, ForgedIndex.body) { $0[$0.count - 1] = 1 }
    },
    Forgery(
      "a byte after a dictionary that is not 0", "field 3: expected 16 zeros after its terms"
    ) {
      try $0.change(.terms, ForgedIndex.kind) { $0[$0.count - 16] = 1 }
    },
    Forgery(
      "a byte after the dictionary of prefixes that is not 0",
      "field 0: expected 16 zeros after its terms"
    ) {
      try $0.change(.prefixLists, ForgedIndex.body) { $0[$0.count - 1] = 1 }
    },
    Forgery(
      "a byte after the dictionary of pairs that is not 0",
      "field 0: expected 16 zeros after its terms"
    ) {
      try $0.change(.bigrams, ForgedIndex.body) { $0[$0.count - 1] = 1 }
    },
  ]

  /// Gives the keyword field other terms, which the first document has once each.
  static func setTerms(
    _ terms: [String], hasFilters: Bool = false, in image: inout ForgedImage
  ) {
    let info = TermInfo(
      documentFrequency: 1, totalFrequency: 1, document: 0, postings: 0..<0, position: 0,
      positions: 0..<0)
    var lists = ForgedLists()
    lists.hasFilters = hasFilters
    lists.terms = terms.map { ForgedLists.Term(bytes: Array($0.utf8), info: info) }
    lists.write(of: ForgedIndex.kind, to: &image)
  }

  /// Gives the keyword field a block of terms for each of `starts`, which they begin with, and some
  /// blocks another last term.
  private static func setBlocks(
    _ starts: [String], last: [Int: String] = [:], hasFilters: Bool = false,
    in image: inout ForgedImage
  ) {
    let terms = starts.enumerated().flatMap { block, start in
      let terms = (10..<(10 + TermDictionaryFormat.termsPerBlock)).map { "\(start)\($0)" }
      return terms.dropLast() + [last[block] ?? terms[terms.count - 1]]
    }
    setTerms(terms, hasFilters: hasFilters, in: &image)
  }
}
