import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for beginnings of words against sums over the words.
@Suite("Prefix lists")
struct PrefixListsTests {
  /// Documents with their frequencies.
  private typealias List = [DocumentID: UInt32]

  /// Words of one to seven characters of one to four bytes, many of which begin alike.
  private func words(_ random: inout SeededRandom) -> [[UInt8]] {
    let letters = ["a", "b", "ж", "詩", "𝛼"]
    let words = (0..<random.int(in: 1..<200)).map { _ in
      let count = random.int(in: 1..<8)
      return (0..<count).map { _ in letters[min(random.int(in: 0..<5), random.int(in: 0..<5))] }
        .joined()
    }
    return Set(words).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func list(_ documentCount: Int, _ random: inout SeededRandom) -> List {
    let share = 1 << random.int(in: 0..<9)
    var list: List = [:]
    for document in 0..<documentCount where random.oneIn(share) {
      list[DocumentID(document)] = UInt32(random.int(in: 1..<9))
    }
    return list
  }

  /// The sums over `lists` for each beginning that has a list of its own by the rules.
  private func expected(_ lists: [(word: [UInt8], list: List)], leastCost: Int) -> [[UInt8]: List] {
    var sums: [[UInt8]: (list: List, words: Int, cost: Int)] = [:]
    for (word, list) in lists where !list.isEmpty {
      let text = String(decoding: word, as: UTF8.self)
      for prefix in text.unicodeScalars.indices.map({ text[...$0] }) where prefix.utf8.count <= 12 {
        var sum = sums[Array(prefix.utf8)] ?? ([:], 0, 0)
        sum.list.merge(list, uniquingKeysWith: +)
        sum.words += 1
        sum.cost += list.count + 32
        sums[Array(prefix.utf8)] = sum
      }
    }
    return sums.filter { $0.value.words > 1 && $0.value.cost >= leastCost }.mapValues(\.list)
  }

  private func read(_ image: ByteView, documentCount: Int) throws -> [[UInt8]: List] {
    let reader = try ImageReader(image, file: "memory", isTrusted: false)
    guard let terms = reader.section(SectionID(.prefixLists, FieldID(3))) else { return [:] }
    let postings = try reader.requiredSection(SectionID(.prefixPostings, FieldID(3)))
    return try read(
      TermDictionary(terms, hasPositions: false), postings, documentCount: documentCount)
  }

  private func read(
    _ dictionary: TermDictionary, _ postings: Section, documentCount: Int
  ) throws -> [[UInt8]: List] {
    let cursor = try dictionary.cursor(at: 0)
    var found: [[UInt8]: List] = [:]
    while !cursor.isAtEnd {
      let blocks = try PostingsCursor(
        cursor.info, section: postings, documentCount: documentCount, hasPositions: false)
      var list: List = [:]
      while !blocks.isExhausted {
        try blocks.loadDocuments()
        try blocks.loadFrequencies()
        for index in 0..<blocks.count {
          unsafe list[blocks.documents[index]] = unsafe blocks.frequencies[index]
        }
        blocks.nextBlock()
      }
      #expect(cursor.bytes.last == PrefixListsFormat.terminator)
      found[Array(cursor.bytes.dropLast())] = list
      _ = try cursor.advance()
    }
    return found
  }

  @Test("are the sums over all words that begin so, however many postings wait", arguments: 0..<36)
  func sums(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let documentCount = [1, 63, 64, 65, 300, 2_000][round % 6]
    let leastCost = [1, 100, 1_000][round % 3]
    var lists = words(&random).map { (word: $0, list: list(documentCount, &random)) }
    let stems = [97, 98].map {
      (word: [AnalyzedTerm.stemMarker, $0], list: list(documentCount, &random))
    }
    let found = try build(
      lists + stems, documentCount: documentCount, leastCost: leastCost,
      mostWaiting: [1, 50, 1 << 20][round / 3 % 3], &random)
    lists.removeAll { $0.list.isEmpty }
    #expect(found == expected(lists, leastCost: leastCost), "seed \(seed)")
  }

  /// Returns the lists that a builder makes of `lists`.
  private func build(
    _ lists: [(word: [UInt8], list: List)], documentCount: Int, leastCost: Int, mostWaiting: Int,
    _ random: inout SeededRandom
  ) throws -> [[UInt8]: List] {
    let builder = PrefixListsBuilder(
      into: SectionBuffer(), documentCount: documentCount, norms: nil, lengths: nil,
      leastCost: leastCost, mostWaiting: mostWaiting, stop: MergeStop())
    for (word, list) in lists {
      try word.withBytes { (bytes) throws(SearchError) in try builder.begin(bytes) }
      try take(list, builder, one: random.oneIn(2))
      try builder.end(count: list.count)
    }
    let bytes = ByteWriter()
    let image = ImageWriter(
      into: .memory(bytes), segmentID: SegmentID(high: 1, low: 2), documentCount: documentCount)
    try builder.finish(FieldID(3), into: image)
    _ = try image.finish()
    return try read(bytes.finish(), documentCount: documentCount)
  }

  /// Hands `list` to `builder`, one posting at a time or in blocks.
  private func take(_ list: List, _ builder: PrefixListsBuilder, one: Bool) throws {
    let documents = list.keys.sorted()
    let frequencies = documents.map { list[$0] ?? 0 }
    guard !one, let first = documents.first else {
      return zip(documents, frequencies).forEach { builder.add($0, $1) }
    }
    let gaps = documents.map { $0 - first }
    try unsafe gaps.withUnsafeBufferPointer { gaps throws(SearchError) in
      try unsafe frequencies.withUnsafeBufferPointer { frequencies throws(SearchError) in
        guard let start = gaps.baseAddress, let other = frequencies.baseAddress else { return }
        try unsafe builder.add(start, other, count: gaps.count, base: first)
      }
    }
  }

  @Test("of terms that are no text are sums as well, and in order", arguments: 0..<24)
  func noText(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let terms = Set(
      (0..<300).map { _ in
        (0..<random.int(in: 0..<15)).map { _ in
          [UInt8]([0x61, 0x80, 0xC3, 0xFE, 0xFF, 0x00])[random.int(in: 0..<6)]
        }
      }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    let lists = terms.map { (word: $0, list: list(100, &random)) }
    let found = try build(lists, documentCount: 100, leastCost: 1, mostWaiting: 200, &random)
    #expect(!found.isEmpty)
    for (prefix, list) in found {
      let words = lists.filter { $0.word.starts(with: prefix) && $0.word[0] != 0xFF }
      let sum = words.reduce(into: List()) { $0.merge($1.list, uniquingKeysWith: +) }
      #expect(list == sum, "seed \(seed), \(prefix)")
    }
  }

  @Test("of a merged segment are those of its live documents, and pass the check")
  func merged() throws {
    var sample = MergeSample(seed: TestSeed.value)
    for size in [300, 0, 200, 90] { try sample.addSegment(size, deleting: 4) }
    var merger = try SegmentMerger(
      sample.segments, definitions: MergeSample.schema.definitions,
      segmentID: SegmentID(high: 7, low: 0))
    merger.leastPrefixCost = 200
    let segment = try MergeSample.open(try merger.merge())
    #expect(SegmentChecker.check(segment) == [])
    #expect(segment.reader.field(FieldID(0))?.prefixes != nil)
    #expect(segment.reader.field(FieldID(2))?.prefixes != nil)
    #expect(segment.reader.field(FieldID(3))?.prefixes == nil, "nobody types half a number")
    let whole = try #require(segment.reader.field(FieldID(0))?.prefixes)
    let info = try #require(
      try whole.dictionary.find(PrefixListsFormat.term(Array("w".utf8))))
    let withW = sample.survivors.filter { document in
      document.values.contains { value in
        guard value.field == FieldID(0), case .text(let text) = value.content else { return false }
        return text.split(separator: " ").contains { $0.hasPrefix("w") }
      }
    }
    #expect(info.documentFrequency == withW.count)
  }

  @Test("that say anything else are found by the checker")
  func damage() throws {
    let sample = try InspectionSample(seed: TestSeed.value, documentCount: 250, length: 12)
    func lists(_ bytes: [UInt8]) throws -> [[[UInt8]: List]] {
      let segment = try sample.segment(bytes)
      return try (0..<4).compactMap { field in
        try segment.field(FieldID(field))?.prefixes.map { prefixes in
          try read(prefixes.dictionary, prefixes.postings, documentCount: 250)
        }
      }
    }
    let sound = try lists(sample.bytes)
    #expect(sound.reduce(0) { $0 + $1.count } > 12)
    var found = 0
    for id in try sample.sections where id.id.kind == .prefixLists || id.id.kind == .prefixPostings
    {
      for offset in stride(from: id.range.lowerBound, to: id.range.upperBound, by: 11) {
        let forged = sample.forged { $0[offset] ^= 1 << UInt8(offset % 8) }
        if !sample.check(forged).isEmpty {
          found += 1
        } else {
          #expect(try lists(forged) == sound, "byte \(offset)")
        }
      }
    }
    #expect(found > 100)
  }
}
