import Testing

@testable import Martlet

/// The lists for pairs of frequent words that follow from the documents' texts.
enum BigramModel {
  /// Documents with their frequencies.
  typealias List = [DocumentID: UInt32]

  /// Expects that the first field of a segment lists each pair of its words, as the documents have
  /// it, and that the segment is sound.
  ///
  /// - Returns: The number of the words.
  static func expectLists(
    _ segment: LiveSegment, _ documents: [BigramSample.Document], _ name: String
  ) throws -> Int {
    #expect(SegmentChecker.check(segment) == [], "\(name)")
    guard let bigrams = segment.reader.field(FieldID(0))?.bigrams else { return 0 }
    let words = try words(of: segment)
    let expected = lists(documents)
    for first in words {
      for second in words {
        let found = try list(first, second, bigrams, documentCount: documents.count)
        #expect(found == expected["\(first) \(second)"] ?? [:], "\(name): \(first) \(second)")
      }
    }
    return words.count
  }

  /// The words of the first field of a segment whose pairs are listed.
  static func words(of segment: LiveSegment) throws -> Set<String> {
    guard let bigrams = segment.reader.field(FieldID(0))?.bigrams else { return [] }
    return Set(
      (0..<bigrams.words.count).map { String(decoding: bigrams.words[$0], as: UTF8.self) })
  }

  /// The postings that the field keeps of a pair; nil when one is no frequent word.
  private static func list(
    _ first: String, _ second: String, _ bigrams: Bigrams, documentCount: Int
  ) throws -> List? {
    guard let left = bigrams.words.number(of: Array(first.utf8)),
      let right = bigrams.words.number(of: Array(second.utf8))
    else { return nil }
    guard let info = try bigrams.find(left, right) else { return [:] }
    return try bigrams.lists.frequencies(of: info, documentCount: documentCount)
  }

  /// For each two words, as "first second", where they follow each other.
  private static func lists(_ documents: [BigramSample.Document]) -> [String: List] {
    var lists: [String: List] = [:]
    for (number, document) in documents.enumerated() {
      for (pair, count) in BigramSample.pairs(in: document) {
        lists[pair, default: [:]][DocumentID(number)] = count
      }
    }
    return lists
  }
}
