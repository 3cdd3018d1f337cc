import MartletTestSupport
import Testing

@testable import Martlet

/// Damaged bytes, without a comparison of hashes: any answer or `corrupted`, but no trap and no
/// endless loop.
@Suite("Damaged term dictionary")
struct TermDictionaryDamageTests {
  @Test("each changed byte gives an error or an answer", arguments: [false, true])
  func eachByte(hasPositions: Bool) {
    let terms = (0..<70).map { index in
      Array("\(index % 3 == 0 ? "a rather long beginning " : "")\(1_000 + index * 7)".utf8)
    }
    let sorted = terms.sorted { $0.lexicographicallyPrecedes($1) }
    let bytes = DictionarySample(terms: sorted, hasPositions: hasPositions, seed: 5).encoded().array
    var failures = 0
    for offset in bytes.indices {
      for value in [0, 1, 0x0F, 0x7F, 0x80, 0xF0, 0xFF, bytes[offset] ^ 1, bytes[offset] &+ 1] {
        var damaged = bytes
        damaged[offset] = value
        failures += use(damaged, probes: [sorted[0], sorted[20], sorted[69]], hasPositions) ? 0 : 1
      }
    }
    #expect(failures > bytes.count)
  }

  @Test("many changed bytes give an error or an answer", arguments: RandomTerms.allCases)
  func manyBytes(kind: RandomTerms) {
    let seed = DictionarySample.seed
    var random = SeededRandom(seed: seed)
    let terms = kind.terms(count: 120, using: &random)
    let bytes = DictionarySample(terms: terms, hasPositions: true, seed: seed).encoded().array
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<(1 + random.int(in: 0..<20)) {
        // The header is left alone: most changes there end the test before it starts.
        let offset = random.int(in: TermDictionaryFormat.headerByteCount..<bytes.count)
        damaged[offset] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = use(damaged, probes: (0..<5).map { _ in terms[random.int(in: 0..<terms.count)] }, true)
    }
  }

  @Test("each cut gives an error")
  func cuts() {
    let terms = (0..<40).map { Array("\(100 + $0)".utf8) }
    let bytes = DictionarySample(terms: terms, hasPositions: true, seed: 6).encoded().array
    for count in 0..<bytes.count {
      #expect(throws: SearchError.self, "\(count) bytes") {
        try TermDictionary(
          Section(ByteView(copying: Array(bytes[..<count]))), hasPositions: true)
      }
    }
  }

  @Test("a block that differs from what was written is found by its hash before it is used")
  func hashes() throws {
    let terms = (0..<9_000).map { Array("\(10_000 + $0)".utf8) }
    let bytes = DictionarySample(terms: terms, hasPositions: true, seed: 7).encoded().array
    let view = ByteView(copying: bytes)
    let hashes = ByteWriter()
    let size = PageVerifier.pageByteCount
    for block in 0..<IntegerMath.ceilingDivide(view.count, by: size) {
      let content = view.slice((block * size)..<min(view.count, (block + 1) * size))
      hashes.append(Checksum.hash64(content, seed: UInt64(block)))
    }
    let hashView = hashes.finish()
    var damaged = bytes
    damaged[size + 100] ^= 1
    let damagedView = ByteView(copying: damaged)
    let section = Section(
      bytes: damagedView, file: "a file", origin: 0,
      verifier: try PageVerifier(image: damagedView, hashes: hashView, file: "a file"))
    let dictionary = try TermDictionary(section, hasPositions: true)
    #expect(try dictionary.find(terms[0]) != nil)
    var failures = 0
    for term in terms where (try? dictionary.find(term)) == nil { failures += 1 }
    #expect(failures > 500 && failures < terms.count / 2)
  }

  @Test("blocks whose terms share lists are refused by whoever goes through all terms")
  func sharedLists() throws {
    let terms = (0..<40).map { Array("\(100 + $0)".utf8) }
    let sample = DictionarySample(terms: terms, hasPositions: true, seed: 8)
    var bytes = sample.encoded().array
    let header = try TermDictionaryHeader.read(Section(ByteView(copying: bytes)))
    let offset = header.blocks.upperBound + header.offsetWidth
    let start = (0..<header.offsetWidth).reduce(header.blocks.lowerBound) {
      $0 + Int(bytes[offset + $1]) << (8 * $1)
    }
    // The base of the second block's postings becomes that of the first one, or less.
    let width = Int(bytes[start] & 15)
    try #require(width > 0 && sample.infos[16...].contains { !$0.postings.isEmpty })
    for index in 0..<width { bytes[start + TermDictionaryFormat.blockHeadByteCount + index] = 0 }
    let dictionary = try TermDictionary(Section(ByteView(copying: bytes)), hasPositions: true)
    let cursor = try dictionary.cursor(at: 0)
    for _ in 1..<16 { _ = try cursor.advance() }
    #expect(thrownCode { _ = try cursor.advance() } == .corrupted)
    var count = 0
    let code = thrownCode { try dictionary.forEachInfo(in: 0..<40) { _ in count += 1 } }
    #expect(code == .corrupted && count == 16)
    #expect(try dictionary.cursor(at: 16).bytes == terms[16])
  }

  /// Uses the dictionary in every way; false when an error was thrown.
  private func use(_ bytes: [UInt8], probes: [[UInt8]], _ hasPositions: Bool) -> Bool {
    var isRight = true
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { isRight = false }
    }
    guard
      let dictionary = try? TermDictionary(
        Section(ByteView(copying: bytes)), hasPositions: hasPositions)
    else { return false }
    for probe in probes {
      attempt { _ = try dictionary.find(probe) }
      attempt { _ = try dictionary.lowerBound(of: probe + [0]) }
      attempt { _ = try dictionary.ordinals(withPrefix: Array(probe.dropLast())) }
    }
    attempt {
      let cursor = try dictionary.cursor(at: 0)
      while try cursor.advance() { #expect(cursor.byteCount <= Limits.termByteCount) }
    }
    attempt {
      let all = 0..<dictionary.termCount
      try dictionary.forEachInfo(in: all) { #expect($0.documentFrequency > 0) }
    }
    return isRight
  }
}
