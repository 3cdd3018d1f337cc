import Testing

@testable import Martlet

/// The lists of pairs of a word and a beginning, as documents give them one position after another.
enum PrefixPairModel {
  /// Documents with their frequencies.
  typealias List = [DocumentID: UInt32]
  /// The terms at each position of a document.
  typealias Positions = [Int: Set<String>]

  /// The lists that a field has.
  static func lists(
    in field: SegmentReader.Field, documentCount: Int
  ) throws -> [PrefixPair: List] {
    guard let pairs = field.prefixPairs else { return [:] }
    var lists: [PrefixPair: List] = [:]
    let terms = try pairs.dictionary.cursor(at: 0)
    while !terms.isAtEnd {
      lists[try #require(PrefixPairsFormat.pair(terms.bytes))] = try pairs.frequencies(
        of: terms.info, documentCount: documentCount)
      _ = try terms.advance()
    }
    return lists
  }

  /// The lists of all pairs in documents.
  static func lists(of documents: [Positions]) -> [PrefixPair: List] {
    var lists: [PrefixPair: List] = [:]
    for (number, positions) in documents.enumerated() {
      for (position, words) in positions {
        let next = positions[position + 1] ?? []
        for beginning in Set(next.flatMap { [String($0.prefix(1)), String($0.prefix(2))] }) {
          for word in words {
            let pair = PrefixPair(word: Array(word.utf8), beginning: Array(beginning.utf8))
            lists[pair, default: [:]][DocumentID(number), default: 0] += 1
          }
        }
      }
    }
    return lists
  }

  /// The positions in the second field of a sample's documents.
  static func titles(of documents: [BigramSample.Document]) -> [Positions] {
    documents.map { document in
      Dictionary(
        uniqueKeysWithValues: (document.first ?? []).enumerated().map { ($0, Set([$1])) })
    }
  }

  /// The words that share a position with another word.
  private static func ambiguous(_ documents: [Positions]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for words in documents.flatMap(\.values) where words.count > 1 {
      found.formUnion(words.map { Array($0.utf8) })
    }
    return found
  }

  /// Expects that a segment whose pairs may have 8 words has the right lists for the documents of a
  /// sample.
  static func expectLists(
    _ segment: LiveSegment, _ documents: [BigramSample.Document], _ note: Comment
  ) throws {
    #expect(SegmentChecker.check(segment) == [], note)
    let texts = [documents.map(BigramSample.positions), titles(of: documents)]
    for (number, texts) in texts.enumerated() {
      guard let field = segment.reader.field(FieldID(UInt16(number))) else { continue }
      let found = try lists(in: field, documentCount: documents.count)
      let all = lists(of: texts)
      for (pair, list) in found { #expect(list == all[pair], "\(note) \(pair)") }
      let words = Set(found.keys.map(\.word))
      for (pair, list) in all where words.contains(pair.word) {
        #expect(found[pair] == list, "\(note) \(pair)")
      }
      #expect(words.count <= 8, note)
      // In few documents there may be nothing after a word. Of two words at a position one may have
      // lists.
      guard documents.count >= 40 else { continue }
      let frequent = Set(all.keys.map(\.word)).filter { word in
        let text = String(decoding: word, as: UTF8.self)
        return texts.count { $0.values.contains { $0.contains(text) } } * 32 >= documents.count
      }
      let certain = frequent.subtracting(ambiguous(texts))
      #expect(words.count >= min(8, certain.count), note)
    }
  }
}
