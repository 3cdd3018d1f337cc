import MartletToolSupport
import Testing

@testable import Martlet

#if os(macOS) || os(Linux)
  @Suite("Opening what is damaged, many times")
  struct FailedOpeningTests {
    /// In a process of its own, because the memory of others would be counted as well.
    @Test("leaves no memory behind")
    func memory() async {
      await #expect(processExitsWith: .success) {
        let section = testSection([UInt8](repeating: 0xFF, count: 64))
        let info = TermInfo(
          documentFrequency: 5, totalFrequency: 5, document: 0, postings: 0..<10, position: 0,
          positions: 0..<10)
        let dictionary = try TermDictionary(
          testSection(DamagedSamples.dictionary), hasPositions: false)
        let before = ProcessMemory.peak
        for _ in 0..<40_000 {
          let cursor = try? PostingsCursor(
            info, section: section, documentCount: 10, hasPositions: true)
          precondition(cursor == nil)
          _ = try? PositionsReader(info, section: section)
          precondition((try? dictionary.cursor(at: 0)) == nil)
        }
        // A buffer for each of them would be more than 40 MB.
        precondition(ProcessMemory.peak - before < 20 << 20)
      }
    }
  }

  private enum DamagedSamples {
    /// A dictionary whose only block makes no sense.
    static var dictionary: [UInt8] {
      let sample = DictionarySample(
        terms: [Array("a".utf8), Array("b".utf8)], hasPositions: false, seed: 1)
      var bytes = sample.encoded().array
      bytes[TermDictionaryFormat.headerByteCount] = 0xFF
      return bytes
    }
  }
#endif
