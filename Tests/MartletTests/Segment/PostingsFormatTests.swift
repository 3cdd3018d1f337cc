import Testing

@testable import Martlet

/// Pins the bytes of postings and positions: a change here is a change of the format.
@Suite("Postings and positions format")
struct PostingsFormatTests {
  /// A posting: its document, and the numbers that the writer takes of its positions.
  private typealias Posting = (document: UInt32, numbers: [UInt32])

  private struct Written {
    var info: TermInfo
    var postings: [UInt8]
    var positions: [UInt8]
  }

  /// One list whose impacts depend on the frequency alone: f / (f + 1.2).
  private static func write(_ list: [Posting], splitsGaps: Bool = false) throws -> Written {
    let postings = ByteWriter()
    let positions = ByteWriter()
    let norms = [UInt8](repeating: 1, count: Int(list.last?.document ?? 0) + 1)
    let writer = PostingsWriter(
      into: postings, positions: PositionsWriter(into: positions),
      norms: ByteView(copying: norms),
      lengths: LengthTable(parameters: BM25(k1: 1.2, b: 0), averageLength: 1),
      splitsGaps: splitsGaps)
    for posting in list {
      writer.append(document: posting.document, frequency: UInt32(posting.numbers.count))
      let numbers = posting.numbers[...]
      writer.positions?.append(numbers.span)
    }
    let info = try writer.finishTerm()
    try writer.finish()
    return Written(
      info: info, postings: postings.finish().array, positions: positions.finish().array)
  }

  /// The list that the cursor and the positions' reader find in `written`.
  private static func read(_ written: Written, documentCount: Int) throws -> [Posting] {
    let cursor = try PostingsCursor(
      written.info, section: testSection(written.postings), documentCount: documentCount,
      hasPositions: true)
    let reader = try PositionsReader(written.info, section: testSection(written.positions))
    var found: [Posting] = []
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      var number = cursor.positionStart.index
      for index in 0..<cursor.count {
        let count = unsafe Int(cursor.frequencies[index])
        let positions = unsafe try reader.read(
          number, count: count, start: cursor.positionStart)
        let numbers = (0..<count).map {
          $0 == 0 ? unsafe positions[0] : unsafe positions[$0] - positions[$0 - 1]
        }
        found.append((unsafe cursor.documents[index], numbers))
        number += count
      }
      cursor.nextBlock()
    }
    return found
  }

  private static func areEqual(_ left: [Posting], _ right: [Posting]) -> Bool {
    left.elementsEqual(right) { $0.document == $1.document && $0.numbers == $1.numbers }
  }

  @Test("the documented short list gives the documented bytes")
  func shortList() throws {
    let list: [Posting] = [(3, [0]), (4, [0]), (9, [0, 1, 1])]
    let written = try Self.write(list)
    let expected = annotatedBytes(
      """
      03         ; width of the gaps
      03 01      ; 3 | 0 << 3 | 4 << 6
      02         ; width of the frequencies
      20         ; 0 | 0 << 2 | 2 << 4
      00 * 16    ; slack
      """)
    #expect(firstDifference(written.postings, expected) == nil)
    #expect(written.info.postings == 0..<5)
    #expect(Self.areEqual(try Self.read(written, documentCount: 10), list))
  }

  @Test("the documented positions give the documented bytes")
  func shortPositions() throws {
    let list: [Posting] = [(0, [2, 5]), (1, [0])]
    let written = try Self.write(list)
    let expected = annotatedBytes(
      """
      03 00      ; header: width 3, no high parts
      2A 00      ; 2 | 5 << 3 | 0 << 6
      00 * 16    ; slack
      """)
    #expect(firstDifference(written.positions, expected) == nil)
    #expect(written.info.positions == 0..<4)
    #expect(Self.areEqual(try Self.read(written, documentCount: 2), list))
  }

  @Test("a term with one occurrence has no bytes at all")
  func single() throws {
    let written = try Self.write([(6, [4])])
    #expect(written.postings == annotatedBytes("00 * 16 ; slack"))
    #expect(written.positions == annotatedBytes("00 * 16 ; slack"))
    #expect(
      written.info
        == TermInfo(
          documentFrequency: 1, totalFrequency: 1, document: 6, postings: 0..<0, position: 4,
          positions: 0..<0))
  }

  /// A block of packed gaps, a block that is a bit set, and a tail of three postings; 264
  /// positions.
  private static var longList: [Posting] {
    var list: [Posting] = []
    var document: UInt32 = .max
    for index in 0..<128 {
      document &+= 9 + UInt32(index % 4)
      list.append((document, Array(repeating: 1, count: index == 5 ? 5 : 1)))
    }
    // The first 128 positions are 1, the next 128 are 0, and the last 8 are 0 to 7.
    for index in 124..<128 { list[index].numbers = [0] }
    for index in 0..<128 {
      list.append((1_344 + UInt32(index) * 2, [UInt32(max(124, index)) - 124]))
    }
    return list + [(1_600, [4]), (1_605, [5]), (1_606, [6, 7])]
  }

  @Test("a long list has its skip data, a packed block, a bit set and a tail")
  func longList() throws {
    let written = try Self.write(Self.longList)
    let expected = annotatedBytes(
      """
      03 00 00 00                                         ; blocks
      46 06 00 00                                         ; superblock up to document 1,606
      00 00 00 00  00 00 00 00                            ; its documents and frequencies at 0
      CE                                                  ; with bound 206
      3F 05 00 00  3E 06 00 00  46 06 00 00               ; last documents 1,343, 1,598, 1,606
      00 00 00 00  84 00 00 00  04 01 00 00               ; positions from number 0, 132, 260
      00 00 00 00  10 00 00 00  10 00 00 00               ; in the blocks at 0, 16, 16
      00 00  40 00  60 00                                 ; documents at 0, 64, 96
      00 00  03 00  04 00                                 ; frequencies at 0, 3, 4
      80 80 03                                            ; postings
      04 84 03                                            ; 4 bits, a set of 4 words, 3 bits
      CE 74 A0                                            ; 5 / 6.2, 1 / 2.2, 2 / 3.2 in 255 steps
      62 00 00 00                                         ; bytes of documents
      88 * 4  99 * 4  AA * 4  BB * 4                      ; gaps 8, 9, 10, 11 in four lanes:
      88 * 4  99 * 4  AA * 4  BB * 4                      ; eight of each in a word
      88 * 4  99 * 4  AA * 4  BB * 4                      ;
      88 * 4  99 * 4  AA * 4  BB * 4                      ;
      55 * 32                                             ; every other document from 1,344 on
      21 00                                               ; gaps 1 | 4 << 3 | 0 << 6
      20                                                  ; width 0, 1 exception:
      05 04                                               ; posting 5, 4 more than 1
      00                                                  ; width 0, no exception
      01 04                                               ; width 1: 0 | 0 << 1 | 1 << 2
      00 * 16                                             ; slack
      """)
    #expect(firstDifference(written.postings, expected) == nil)
    #expect(written.info.postings == 0..<(expected.count - 16))
    #expect(Self.areEqual(try Self.read(written, documentCount: 1_607), Self.longList))
  }

  /// A list with these gaps, in each document of which the term stands once.
  private static func list(ofGapsLess1 gaps: [UInt32]) -> [Posting] {
    var document: UInt32 = .max
    return gaps.map { gap in
      document &+= gap + 1
      return (document, [0])
    }
  }

  @Test("a short list in which one gap is large has its high part behind the gaps")
  func splitShortList() throws {
    var gaps = [UInt32](repeating: 1, count: 20)
    gaps[3] = 0x81
    let list = Self.list(ofGapsLess1: gaps)
    let written = try Self.write(list)
    let expected = annotatedBytes(
      """
      40         ; the gaps are split:
      E1 00      ; width 1, and 1 high part of 7 bits
      FF FF 0F   ; low parts
      03         ; gap 3 has a high part:
      40         ; 0x81 >> 1
      00         ; width of the frequencies
      00 * 16    ; slack
      """)
    #expect(firstDifference(written.postings, expected) == nil)
    #expect(Self.areEqual(try Self.read(written, documentCount: 400), list))
  }

  @Test("a block in which some gaps are large has their high parts behind them, if asked for")
  func splitBlock() throws {
    var gaps = [UInt32](repeating: 1, count: 128)
    gaps[3] = 0x2001
    gaps[127] = 0x3000
    let list = Self.list(ofGapsLess1: gaps)
    let written = try Self.write(list, splitsGaps: true)
    let expected = annotatedBytes(
      """
      01 00 00 00              ; blocks
      FE 50 00 00              ; superblock up to document 20,734
      00 00 00 00  00 00 00 00 ; its documents and frequencies at 0
      74                       ; with bound 116
      FE 50 00 00              ; last document
      00 00 00 00  00 00 00 00 ; positions from number 0, in the block at 0
      00 00  00 00             ; documents and frequencies at 0
      80                       ; postings
      40                       ; the gaps are split
      74                       ; 1 / 2.2 in 255 steps
      18 00 00 00              ; bytes of documents
      A1 03                    ; width 1, and 2 high parts of 13 bits
      FF * 15  7F              ; low parts, the last of the block 0
      03 7F                    ; high parts of gaps 3 and 127:
      00 10 00 03              ; 0x1000 | 0x1800 << 13
      00                       ; frequencies: width 0, no exception
      00 * 16                  ; slack
      """)
    #expect(firstDifference(written.postings, expected) == nil)
    #expect(Self.areEqual(try Self.read(written, documentCount: 20_735), list))
    #expect(try Self.write(list).postings.count == expected.count + 200)
  }

  @Test("many positions have headers, full blocks and a rest")
  func longPositions() throws {
    let written = try Self.write(Self.longList)
    let expected = annotatedBytes(
      """
      01 00 00 00 ; headers of two blocks: width 1, width 0
      FF * 16     ; 128 times 1
      03 00       ; header of the rest: width 3
      88 C6 FA    ; 0 | 1 << 3 | 2 << 6 | … | 7 << 21
      00 * 16     ; slack
      """)
    #expect(firstDifference(written.positions, expected) == nil)
    #expect(written.info.positions == 0..<(expected.count - 16))
    #expect(written.info.totalFrequency == 264)
  }

  @Test("positions of which some are large have their high parts behind them")
  func splitPositions() throws {
    // A block with two large numbers, one where every fourth is large, and a rest with one.
    var numbers = [UInt32](repeating: 1, count: 128)
    numbers[3] = 0x61
    numbers[127] = 0x50
    numbers += (0..<128).map { $0 % 4 == 0 ? 0x500 : 0xC8 }
    numbers += [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0x1001]
    let positions = ByteWriter()
    let writer = PositionsWriter(into: positions)
    let all = numbers[...]
    writer.append(all.span)
    _ = try writer.finishTerm()
    let expected = annotatedBytes(
      """
      C1 02                   ; width 1, and 2 high parts of 6 bits
      68 3E                   ; width 8, and 32 high parts of 3 bits
      FF * 15  7F             ; low parts, the last of the block 0
      03 7F                   ; high parts of numbers 3 and 127:
      30 0A                   ; 30 | 28 << 6
      00 * 4  C8 * 12         ; low parts of four rows, of which lane 0 has the large numbers
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      00 * 4  C8 * 12         ;
      11 * 16                 ; every fourth number has a high part:
      6D DB B6  6D DB B6      ; 32 times 5 in 3 bits
      6D DB B6  6D DB B6      ;
      81 01                   ; width 1, and 1 high part of 12 bits
      55 D5                   ; 1, 0, 1, 0, … 1, 0, 1, 1
      0F                      ; number 15 has a high part:
      00 08                   ; 0x800
      """)
    #expect(firstDifference(positions.finish().array, expected) == nil)
  }
}
