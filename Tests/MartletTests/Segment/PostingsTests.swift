import MartletTestSupport
import Testing

@testable import Martlet

/// A list as plain arrays: what the writer is given and the cursor must give back.
private struct PlainPosting: Equatable {
  var document: UInt32
  var positions: [UInt32]
}

@Suite("Postings and positions")
struct PostingsTests {
  private static func list(
    count: Int, gap: Int, frequency: Int, isClustered: Bool = false,
    _ random: inout SeededRandom
  ) -> [PlainPosting] {
    var document = -1
    return (0..<count).map { _ in
      // In clusters, most gaps are much smaller than some others.
      let isFar = isClustered && random.oneIn(9)
      document += 1 + random.int(in: 0..<gap) * (isFar ? 300 : 1)
      var position = -1
      let positions = (0..<random.int(in: 1..<(frequency + 1))).map { _ in
        position += 1 + random.int(in: 0..<40)
        return UInt32(position)
      }
      return PlainPosting(document: UInt32(document), positions: positions)
    }
  }

  private struct Written {
    var infos: [TermInfo]
    var postings: Section
    var positions: Section
    var documentCount: Int
  }

  private static func write(
    _ lists: [[PlainPosting]], splitsGaps: Bool = false
  ) throws -> Written {
    let documentCount = Int(lists.compactMap { $0.last?.document }.max() ?? 0) + 1
    let postings = ByteWriter()
    let positions = ByteWriter()
    let writer = PostingsWriter(
      into: postings, positions: PositionsWriter(into: positions), norms: nil, lengths: nil,
      splitsGaps: splitsGaps)
    var infos: [TermInfo] = []
    for list in lists {
      for posting in list {
        writer.append(document: posting.document, frequency: UInt32(posting.positions.count))
        var numbers = posting.positions
        for index in stride(from: numbers.count - 1, to: 0, by: -1) {
          numbers[index] -= numbers[index - 1]
        }
        let all = numbers[...]
        writer.positions?.append(all.span)
      }
      infos.append(try writer.finishTerm())
    }
    try writer.finish()
    return Written(
      infos: infos, postings: Section(postings.finish()), positions: Section(positions.finish()),
      documentCount: documentCount)
  }

  private static func read(_ written: Written, _ index: Int) throws -> [PlainPosting] {
    let info = written.infos[index]
    let cursor = try PostingsCursor(
      info, section: written.postings, documentCount: written.documentCount, hasPositions: true)
    let positions = try PositionsReader(info, section: written.positions)
    var found: [PlainPosting] = []
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      var number = cursor.positionStart.index
      for index in 0..<cursor.count {
        let count = unsafe Int(cursor.frequencies[index])
        let numbers = unsafe try positions.read(number, count: count, start: cursor.positionStart)
        found.append(
          PlainPosting(
            document: unsafe cursor.documents[index],
            positions: (0..<count).map { unsafe numbers[$0] }))
        number += count
      }
      cursor.nextBlock()
    }
    return found
  }

  @Test(
    "lists of every size and density are read back, one behind the other",
    arguments: [false, true])
  func roundTrip(isClustered: Bool) throws {
    var random = SeededRandom(seed: 7)
    var lists: [[PlainPosting]] = []
    for count in [1, 2, 3, 126, 127, 128, 129, 255, 256, 257, 1_000, 128 * 33 + 5] {
      for gap in [1, 2, 3, 9, 100, 30_000] {
        for frequency in [1, 3, 200] where count * frequency < 60_000 {
          lists.append(
            Self.list(
              count: count, gap: gap, frequency: frequency, isClustered: isClustered, &random))
        }
      }
    }
    let written = try Self.write(lists, splitsGaps: isClustered)
    for (index, list) in lists.enumerated() {
      #expect(written.infos[index].documentFrequency == list.count)
      let total = list.reduce(0) { $0 + $1.positions.count }
      #expect(written.infos[index].totalFrequency == total)
      let found = try Self.read(written, index)
      #expect(found == list, "list \(index) of \(list.count)")
    }
  }

  @Test("dense lists become bit sets")
  func bitSets() throws {
    var random = SeededRandom(seed: 8)
    let written = try Self.write([Self.list(count: 1_000, gap: 2, frequency: 1, &random)])
    let cursor = try PostingsCursor(
      written.infos[0], section: written.postings, documentCount: written.documentCount,
      hasPositions: true)
    #expect(cursor.isBitSet)
  }

  @Test("seeking lands on the first block that reaches the target")
  func seeking() throws {
    var random = SeededRandom(seed: 9)
    let list = Self.list(count: 128 * 100 + 17, gap: 20, frequency: 1, &random)
    let written = try Self.write([list])
    let lasts = stride(from: 0, to: list.count, by: 128).map {
      list[min($0 + 128, list.count) - 1].document
    }
    for _ in 0..<60 {
      let cursor = try PostingsCursor(
        written.infos[0], section: written.postings, documentCount: written.documentCount,
        hasPositions: true)
      var target: UInt32 = 0
      while !cursor.isExhausted {
        target += UInt32(random.int(in: 0..<(random.oneIn(3) ? 100_000 : 2_000)))
        cursor.seek(target)
        #expect(cursor.block == lasts.firstIndex { $0 >= target } ?? lasts.count)
      }
    }
  }

  @Test("damaged bytes give an error or some answer, never a trap", arguments: [false, true])
  func damage(isClustered: Bool) throws {
    var random = SeededRandom(seed: 10)
    let lists = [1, 2, 100, 300, 5_000].map {
      Self.list(count: $0, gap: 3, frequency: 3, isClustered: isClustered, &random)
    }
    let sound = try Self.write(lists, splitsGaps: isClustered)
    var errors = 0
    for _ in 0..<400 {
      var written = sound
      var bytes = sound.postings.bytes.array
      bytes[random.int(in: 0..<bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      written.postings = Section(ByteView(copying: bytes))
      var others = sound.positions.bytes.array
      others[random.int(in: 0..<others.count)] = UInt8(truncatingIfNeeded: random.next())
      written.positions = Section(ByteView(copying: others))
      for index in lists.indices {
        do { _ = try Self.read(written, index) } catch { errors += 1 }
      }
    }
    #expect(errors > 20)
  }
}
