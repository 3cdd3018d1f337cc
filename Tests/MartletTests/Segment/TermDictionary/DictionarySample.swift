import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// A sorted array of terms with what they lead to, to compare a dictionary with.
struct DictionarySample {
  let terms: [[UInt8]]
  let infos: [TermInfo]
  let hasPositions: Bool

  /// The seed of the infos.
  let seed: UInt64

  /// The seed of a run's random tests.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) } ?? 4_711
  }

  /// `terms`, which must be sorted, each with random numbers of every kind of entry.
  init(terms: [[UInt8]], hasPositions: Bool, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.seed = seed
    self.terms = terms
    self.hasPositions = hasPositions
    var postings = random.int(in: 0..<300)
    var positions = random.int(in: 0..<100_000)
    infos = terms.map { _ in
      var info = TermInfo(
        documentFrequency: 1, totalFrequency: 1, document: 0, postings: 0..<0, position: 0,
        positions: 0..<0)
      if random.oneIn(2) { info.documentFrequency += random.int(in: 0..<300) }
      info.totalFrequency = Int64(info.documentFrequency)
      if random.oneIn(3) { info.totalFrequency += Int64(random.int(in: 0..<40_000)) }
      if info.documentFrequency == 1 {
        info.document = UInt32(truncatingIfNeeded: random.next() >> random.next() % 64)
      } else {
        let end = postings + 1 + random.int(in: 0..<400)
        info.postings = postings..<end
        postings = end
      }
      if hasPositions, info.totalFrequency == 1 {
        info.position = UInt32(truncatingIfNeeded: random.next() >> random.next() % 64)
      } else if hasPositions {
        let end = positions + 1 + random.int(in: 0..<20_000)
        info.positions = positions..<end
        positions = end
      }
      return info
    }
  }

  /// The bytes of the dictionary.
  func encoded(hasFilters: Bool = false) -> ByteView {
    let writer = TermDictionaryWriter(hasPositions: hasPositions, hasFilters: hasFilters)
    for (term, info) in zip(terms, infos) { writer.append(term, info) }
    return writer.finish()
  }

  /// Compares all that a dictionary of the terms says about them and about `probes`.
  func check(probes: [[UInt8]]) throws {
    let dictionary = try TermDictionary(Section(encoded()), hasPositions: hasPositions)
    try #require(dictionary.termCount == terms.count)
    for probe in probes { try check(probe, in: dictionary) }
    for start in [0, terms.count / 3, terms.count / 2, terms.count - 1] where start >= 0 {
      try checkCursor(dictionary, from: start)
      for end in start..<min(start + 40, terms.count + 1) {
        var found: [TermInfo] = []
        try dictionary.forEachInfo(in: start..<end) { found.append($0) }
        try #require(found == Array(infos[start..<end]), "seed \(seed): infos of \(start)..<\(end)")
      }
    }
  }

  private func check(_ probe: [UInt8], in dictionary: TermDictionary) throws {
    let lower = lowerBound(of: probe)
    var upper = lower
    while upper < terms.count, terms[upper].starts(with: probe) { upper += 1 }
    let isPresent = lower < terms.count && terms[lower] == probe
    try #require(
      try dictionary.find(probe) == (isPresent ? infos[lower] : nil),
      "seed \(seed): find \(probe)")
    try #require(
      try dictionary.lowerBound(of: probe) == lower,
      "seed \(seed): lower bound of \(probe)")
    try #require(
      try dictionary.ordinals(withPrefix: probe) == lower..<upper,
      "seed \(seed): prefix \(probe)")
  }

  /// The index of the first term that is not less than `probe`, by binary search.
  private func lowerBound(of probe: [UInt8]) -> Int {
    var range = 0..<terms.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if terms[middle].lexicographicallyPrecedes(probe) {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  private func checkCursor(_ dictionary: TermDictionary, from start: Int) throws {
    let cursor = try dictionary.cursor(at: start)
    for index in start..<terms.count {
      try #require(cursor.ordinal == index)
      try #require(cursor.bytes == terms[index], "seed \(seed): term \(index)")
      try #require(cursor.info == infos[index], "seed \(seed): info of term \(index)")
      try #require(!cursor.isAtEnd)
      try #require(try cursor.advance() == (index + 1 < terms.count))
    }
    try #require(cursor.isAtEnd)
    try #require(cursor.ordinal == terms.count)
    try #require(cursor.bytes.isEmpty)
    try #require(try !cursor.advance())
  }
}

/// Ways to make up terms that are hard on front coding or on the trie.
enum RandomTerms: CaseIterable {
  case words, binary, longPrefixes, chains, longest

  /// About `count` sorted, unique terms.
  func terms(count: Int, using random: inout SeededRandom) -> [[UInt8]] {
    let common = (0..<1_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let made = (0..<count).map { index in term(index, common, using: &random) }
    return Set(made).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func term(
    _ index: Int, _ common: [UInt8], using random: inout SeededRandom
  ) -> [UInt8] {
    func bytes(_ range: Range<Int>, _ alphabet: Range<Int>) -> [UInt8] {
      let count = random.int(in: range)
      return (0..<count).map { _ in UInt8(random.int(in: alphabet)) }
    }
    switch self {
    case .words: return bytes(0..<12, 0x61..<0x7B)
    case .binary: return bytes(0..<5, random.oneIn(2) ? 0..<256 : 254..<256)
    case .longPrefixes:
      return common.prefix([0, 13, 14, 15, 16, 40, 900][index % 7]) + bytes(0..<40, 0..<4)
    case .chains: return [UInt8](repeating: 0xFF, count: index % 40) + bytes(0..<3, 0..<2)
    case .longest: return common.prefix(1_000) + bytes(24..<25, 0..<2)
    }
  }
}
