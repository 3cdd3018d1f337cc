import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Term dictionary")
struct TermDictionaryTests {
  @Test("every dictionary of up to four terms of up to two bytes of three is right")
  func exhaustive() throws {
    let alphabet: [UInt8] = [0, 0x61, 0xFF]
    var all: [[UInt8]] = [[]]
    for length in 1...2 {
      for term in all where term.count == length - 1 {
        all.append(contentsOf: alphabet.map { term + [$0] })
      }
    }
    all.sort { $0.lexicographicallyPrecedes($1) }
    let probes = all + [[0x61, 0x61, 0x61], [0xFF, 0xFF, 0xFF], [0, 0, 0], [0x62], [1]]
    for subset in 0..<(1 << all.count) where subset.nonzeroBitCount <= 4 {
      let terms = all.indices.filter { subset >> $0 & 1 == 1 }.map { all[$0] }
      let sample = DictionarySample(terms: terms, hasPositions: subset % 2 == 0, seed: 1)
      try sample.check(probes: probes)
    }
  }

  @Test(
    "dictionaries around the size of a block are right",
    arguments: [0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 300])
  func blockSizes(count: Int) throws {
    let terms = (0..<count).map { index in Array("term \(1000 + index)".utf8) }
    for hasPositions in [false, true] {
      let sample = DictionarySample(terms: terms, hasPositions: hasPositions, seed: 2)
      try sample.check(probes: terms + [[], Array("term".utf8), Array("term 10".utf8), [0xFF]])
    }
  }

  @Test("random dictionaries are right", arguments: RandomTerms.allCases)
  func random(kind: RandomTerms) throws {
    let seed = DictionarySample.seed
    var random = SeededRandom(seed: seed)
    for round in 0..<4 {
      let terms = kind.terms(count: random.int(in: 1..<400), using: &random)
      let sample = DictionarySample(terms: terms, hasPositions: round % 2 == 0, seed: seed)
      var probes: [[UInt8]] = [[], [0], [0xFF], [UInt8](repeating: 0xFF, count: 1_024)]
      for _ in 0..<200 {
        var probe = terms[random.int(in: 0..<terms.count)]
        if random.oneIn(2) { probe.removeLast(random.int(in: 0..<(probe.count + 1))) }
        if random.oneIn(2) { probe.append(UInt8(truncatingIfNeeded: random.next())) }
        if !probe.isEmpty, random.oneIn(3) {
          probe[random.int(in: 0..<probe.count)] &+= random.oneIn(2) ? 1 : 255
        }
        probes.append(probe)
      }
      try sample.check(probes: terms + probes)
    }
  }

  @Test("a trie node may have all 256 labels")
  func allLabels() throws {
    var terms: [[UInt8]] = [[]]
    for first in 0...UInt8.max {
      for second in UInt8(0)..<16 { terms.append([first, second]) }
    }
    let sample = DictionarySample(terms: terms, hasPositions: true, seed: 3)
    try sample.check(probes: terms + (0...UInt8.max).flatMap { [[$0], [$0, 16], [$0, 3, 0]] })
  }

  @Test("the largest numbers are kept")
  func largestNumbers() throws {
    let writer = TermDictionaryWriter(hasPositions: true)
    // 2^55 and 2^48 where numbers have 64 bits.
    let start = (Int.max >> 8) + 1
    let size = (Int.max >> 15) + 1
    let infos = [
      TermInfo(
        documentFrequency: 1, totalFrequency: 1, document: .max, postings: 0..<0, position: .max,
        positions: 0..<0),
      TermInfo(
        documentFrequency: Limits.documentsPerSegment, totalFrequency: (.max >> 3) + 1, document: 0,
        postings: start..<(start + size - 1), position: 0,
        positions: start..<(start + size - 1)),
      TermInfo(
        documentFrequency: 1, totalFrequency: 1 << 30, document: .max, postings: 0..<0,
        position: 0, positions: (start + size - 1)..<(start + size)),
    ]
    for (index, info) in infos.enumerated() { writer.append([UInt8(index)], info) }
    let dictionary = try TermDictionary(Section(writer.finish()), hasPositions: true)
    for (index, info) in infos.enumerated() {
      #expect(try dictionary.find([UInt8(index)]) == info)
    }
  }

  @Test("a dictionary of a field with positions is not one of a field without")
  func wrongField() throws {
    let view = TermDictionaryWriter(hasPositions: true).finish()
    #expect(throws: SearchError.self) {
      try TermDictionary(Section(view), hasPositions: false)
    }
  }
}
