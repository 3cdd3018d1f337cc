import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Words of bigrams")
struct BigramWordsTests {
  private func section(_ words: [String]) -> ByteView {
    BigramsFormat.encode(words.map { Array($0.utf8) })
  }

  @Test("the bytes are those of the format's example")
  func example() {
    let expected = annotatedBytes(
      """
      02 00 00 00 ; count
      02 00 00 00 ; end of the first
      05 00 00 00 ; end of the second
      6F 66       ; "of"
      74 68 65    ; "the"
      """)
    #expect(firstDifference(section(["of", "the"]).array, expected) == nil)
  }

  @Test("every word has its number, and other words have none", arguments: [0, 1, 2, 7, 100, 255])
  func numbers(count: Int) throws {
    let all = (0..<count).map { "w\($0)" }.sorted()
    let words = try BigramWords(Section(section(all)))
    #expect(words.count == count)
    for (index, word) in all.enumerated() {
      #expect(words.number(of: Array(word.utf8)) == UInt8(index))
      #expect(words[index] == Array(word.utf8))
      #expect(words.number(of: Array((word + "0000").utf8)) == nil)
    }
    for word in ["", "a", "w", "x", "w1000"] { #expect(words.number(of: Array(word.utf8)) == nil) }
  }

  @Test("bytes that are no words are refused, others do not trap")
  func damage() throws {
    let bytes = section(["a", "of", "the"]).array
    func open(_ change: (inout [UInt8]) -> Void) -> SearchError.Code? {
      var changed = bytes
      change(&changed)
      do throws(SearchError) {
        let words = try BigramWords(Section(ByteView(copying: changed)))
        for word in ["a", "of", "the", "w", ""] { _ = words.number(of: Array(word.utf8)) }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(open { _ in } == nil)
    #expect(open { $0 = [] } == .corrupted)
    #expect(open { $0[0] = 4 } == .corrupted)
    #expect(open { $0[0] = 0 } == .corrupted)
    #expect(open { $0[1] = 1 } == .corrupted, "more words than numbers")
    #expect(open { $0[4] = 9 } == .corrupted, "a word that ends behind the next one")
    #expect(open { $0[12] = 5 } == .corrupted, "bytes behind the last word")
    #expect(open { $0[12] = 200 } == .corrupted)
    for index in bytes.indices {
      for bit in 0..<8 { _ = open { $0[index] ^= 1 << UInt8(bit) } }
      #expect(open { $0.remove(at: index) } == .corrupted)
    }
  }
}
