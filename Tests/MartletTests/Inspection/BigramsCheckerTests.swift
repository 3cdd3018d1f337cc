import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for pairs of words that are wrong in each of the ways that they can be.
@Suite("Checker of bigrams")
struct BigramsCheckerTests {
  private typealias Pair = (term: [UInt8], list: [(document: DocumentID, frequency: UInt32)])

  private let field: SegmentReader.Field
  private let documentCount = 200
  /// The words "a" to "c", and the sound lists of their pairs.
  private let words: [[UInt8]]
  private let pairs: [Pair]

  init() throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 3)
    try sample.addSegment(documentCount, deleting: 0)
    let segment = try BigramSample.merge(sample.segments, share: .infinity)
    field = try #require(segment.reader.field(FieldID(0)))
    let words = ["a", "b", "c"]
    self.words = words.map { Array($0.utf8) }
    let found = sample.documents[0].map { BigramSample.pairs(in: $0) }
    pairs = words.indices.flatMap { first in
      words.indices.map { second in
        let counts = found.enumerated().map { number, pairs in
          (
            document: DocumentID(number),
            frequency: pairs["\(words[first]) \(words[second])"] ?? 0
          )
        }
        return (
          BigramsFormat.term(UInt8(first), UInt8(second)), counts.filter { $0.frequency > 0 }
        )
      }
    }
  }

  /// Returns the checker's finding for these words and lists.
  private func check(_ words: [[UInt8]], _ pairs: [Pair]) throws -> String? {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: nil, lengths: nil)
    let dictionary = TermDictionaryWriter(hasPositions: false)
    for pair in pairs where !pair.list.isEmpty {
      for posting in pair.list {
        writer.append(document: posting.document, frequency: posting.frequency)
      }
      dictionary.append(pair.term, try writer.finishTerm())
    }
    try writer.finish()
    let bigrams = Bigrams(
      words: try BigramWords(Section(BigramsFormat.encode(words))),
      lists: SegmentReader.Field(
        dictionary: try TermDictionary(Section(dictionary.finish()), hasPositions: false),
        postings: Section(section.finish()), positions: nil, norms: nil,
        statistics: field.statistics, boundLengths: field.boundLengths))
    let checker = BigramsChecker(bigrams, of: field, documentCount: documentCount)
    do throws(SearchError) {
      try checker.check()
      return nil
    } catch {
      #expect(error.code == .corrupted)
      return error.message
    }
  }

  private func changing(_ index: Int, _ change: (inout Pair) -> Void) -> [Pair] {
    var pairs = pairs
    change(&pairs[index])
    return pairs
  }

  @Test("sound lists pass")
  func sound() throws {
    #expect(pairs.allSatisfy { $0.list.count > 5 })
    #expect(try check(words, pairs) == nil)
  }

  @Test("a pair, a document or an occurrence too many or too few is found")
  func postings() throws {
    for index in pairs.indices {
      let changes: [(inout Pair) -> Void] = [
        { $0.list = [] }, { $0.list.removeLast() }, { $0.list[3].frequency += 1 },
        {
          $0.list[3].document += $0.list[4].document > $0.list[3].document + 1 ? 1 : 0
          $0.list[4].frequency += 1
        },
      ]
      for change in changes {
        #expect(try check(words, changing(index, change))?.contains("are adjacent") == true)
      }
    }
  }

  @Test("words out of order, stems, and words that nobody wrote are found")
  func wrongWords() throws {
    #expect(try check([words[1], words[0], words[2]], pairs)?.contains("greater") == true)
    #expect(try check([words[0], words[0], words[2]], pairs)?.contains("greater") == true)
    let stem = [AnalyzedTerm.stemMarker] + words[0]
    #expect(try check([words[0], words[1], stem], pairs)?.contains("not a word of the") == true)
    let unknown = Array("unknown".utf8)
    #expect(try check([words[0], words[1], unknown], pairs)?.contains("not a word of the") == true)
  }

  @Test("terms that are no pair of the words are found")
  func wrongTerms() throws {
    for term: [UInt8] in [[2, 3], [3, 0], [3], [2, 2, 2]] {
      let added = Array(pairs.dropLast()) + [(term, pairs[8].list)]
      #expect(try check(words, added)?.contains("expected a pair") == true)
    }
    #expect(try check(Array(words[..<2]), pairs)?.contains("expected a pair") == true)
  }

  @Test("bytes of an image that say anything else are found")
  func damage() throws {
    let sample = try InspectionSample(seed: TestSeed.value, documentCount: 250, length: 12)
    let kinds: [SectionKind] = [.bigrams, .bigramPostings, .bigramWords]
    let sections = try sample.sections.filter { kinds.contains($0.id.kind) }
    #expect(sections.count >= 6)
    #expect(sample.check(sample.bytes) == [])
    let sound = try contents(sample.segment(sample.bytes))
    var found = 0
    for section in sections {
      for offset in stride(from: section.range.lowerBound, to: section.range.upperBound, by: 17) {
        let forged = sample.forged { $0[offset] ^= 1 << UInt8(offset % 8) }
        if !sample.check(forged).isEmpty {
          found += 1
        } else {
          #expect(try contents(sample.segment(forged)) == sound, "\(section.id), byte \(offset)")
        }
      }
    }
    #expect(found > 80)
  }

  /// All that a segment says of pairs.
  private func contents(_ segment: SegmentReader) throws -> [[UInt8]: [[UInt32]]] {
    var all: [[UInt8]: [[UInt32]]] = [:]
    for number in 0..<2 {
      guard let bigrams = segment.field(FieldID(UInt16(number)))?.bigrams else { continue }
      for index in 0..<bigrams.words.count {
        all[[UInt8(number), UInt8(index)]] = [bigrams.words[index].map { UInt32($0) }]
      }
      let terms = try bigrams.lists.dictionary.cursor(at: 0)
      while !terms.isAtEnd {
        let cursor = try PostingsCursor(
          terms.info, section: bigrams.lists.postings, documentCount: 250, hasPositions: false)
        while !cursor.isExhausted {
          try cursor.loadDocuments()
          try cursor.loadFrequencies()
          for index in 0..<cursor.count {
            all[[UInt8(number)] + terms.bytes, default: []].append(
              unsafe [cursor.documents[index], cursor.frequencies[index]])
          }
          cursor.nextBlock()
        }
        _ = try terms.advance()
      }
    }
    return all
  }
}
