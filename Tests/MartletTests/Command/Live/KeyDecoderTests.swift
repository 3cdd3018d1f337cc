import MartletTestSupport
import Testing

@testable import MartletToolSupport

@Suite("Keys")
struct KeyDecoderTests {
  /// The keys of some bytes that arrive in pieces of `size`, with text in one piece.
  private static func keys(_ text: String, inPieces size: Int = .max) -> [Key] {
    var decoder = KeyDecoder()
    var rest = Array(text.utf8)[...]
    var keys: [Key] = []
    while !rest.isEmpty {
      keys += decoder.feed(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    keys += decoder.giveUp()
    return keys.reduce(into: []) { joined, key in
      if case .text(let new) = key, case .text(let old)? = joined.last {
        joined[joined.count - 1] = .text(old + new)
      } else {
        joined.append(key)
      }
    }
  }

  @Test(
    "are the same however their bytes are split",
    arguments: [
      ("ab é中👩‍👧 ", [.text("ab é中👩‍👧 ")]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[C\u{1B}[D\u{1B}[H\u{1B}[F", [.right, .left, .home, .end]),
      (
        "\u{1B}[1~\u{1B}[4~\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.home, .end, .delete, .pageUp, .pageDown]
      ),
      ("\u{1B}[1;5C\u{1B}[200~a\r\nb\u{1B}[A\u{1B}[201~c", [.right, .text("a  b [Ac")]),
      ("\u{1}\u{3}\u{5}\u{8}\u{7F}\r", [.home, .interrupt, .end, .backspace, .backspace, .enter]),
      (
        "\u{B}\u{C}\u{15}\u{17}\u{1A}",
        [.deleteToEnd, .redraw, .deleteToStart, .deleteWord, .suspend]
      ),
      ("\u{1B}\u{7F}a", [.deleteWord, .text("a")]), ("\u{1B}xa\t\u{0}b", [.text("ab")]),
      ("\u{1B}[[Aa\u{1B}[15~b\u{1B}[?1;2cc", [.text("abc")]), ("\u{1B}", [.escape]),
      ("\u{1B}\u{1B}", [.escape]), ("\u{1B}\u{1B}a", [.escape]), ("a\u{1B}[", [.text("a")]),
      ("\u{1B}[12\u{3}", [.interrupt]), ("a\u{85}b", [.text("a b")]), ("\u{4}", [.endOfInput]),
      ("\u{1B}\u{1B}[A\u{1B}\u{1B}OB", [.up, .down]), ("\u{1B}O\u{3}", [.interrupt]),
      ("\u{1B}]11;rgb:0/0\u{7}a\u{1B}P1+r\u{1B}\\b\u{1B}^c\u{3}", [.text("ab"), .interrupt]),
      ("\u{1B}_G\u{1B}[A\u{1B}éa", [.up, .text("éa")]), ("\u{1B}]0;a", []),
      ("\u{1B}[M !~a\u{1B}[<0;1;1Mb", [.text("ab")]),
    ] as [(String, [Key])])
  func keys(text: String, keys: [Key]) {
    for size in [1, 2, 3, .max] {
      #expect(Self.keys(text, inPieces: size) == keys, "pieces of \(size)")
    }
  }

  @Test("wait for the rest of a character or a sequence, and Escape for a moment only")
  func waiting() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE4]) == [] && decoder.isWaiting)
    #expect(decoder.feed([0xB8, 0xAD]) == [.text("中")] && !decoder.isWaiting)
    #expect(decoder.feed([0x1B]) == [] && decoder.isWaiting)
    #expect(decoder.giveUp() == [.escape] && !decoder.isWaiting)
    #expect(decoder.feed([0x1B, 0x5B]) == [] && decoder.feed([0x42]) == [.down])
    #expect(decoder.feed([0xC3]) == [] && decoder.giveUp() == [])
    // What does not go on as it began is no character, and holds nothing back.
    for first: UInt8 in [0xE9, 0xF5, 0xFF, 0x9B] {
      #expect(decoder.feed([first, 0x61]) == [.text("a")])
    }
  }

  @Test(
    "of bytes that no keyboard sends never hang or grow without end",
    arguments: SeededRandom.seeds(count: 200))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var decoder = KeyDecoder()
    for _ in 0..<100 {
      let count = Int.random(in: 1...9, using: &random)
      let alphabet: [UInt8] = [
        0x1B, 0x5B, 0x4F, 0x32, 0x30, 0x31, 0x7E, 0x41, 0x3B, 0xC3, 0xE4, 0xFF, 3, 0x5D, 0x5C,
      ]
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
      _ = decoder.feed(bytes)
    }
    _ = decoder.feed(Array("\u{1B}[201~".utf8))
    _ = decoder.giveUp()
    #expect(decoder.feed(Array("x".utf8)) == [.text("x")] || decoder.isWaiting)
  }

  @Test("of a paste whose end is lost are text, once nothing has come for a while")
  func lostPasteEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~a\r".utf8)) == [])
    for _ in 0..<7 { #expect(decoder.giveUp() == []) }
    #expect(decoder.feed(Array("b\u{3}".utf8)) == [])
    for _ in 0..<7 { #expect(decoder.giveUp() == []) }
    #expect(decoder.giveUp() == [.text("a b ")])
    #expect(decoder.feed([3]) == [.interrupt])
  }

  @Test("of a paste without end are kept up to a limit")
  func longPaste() {
    var decoder = KeyDecoder()
    _ = decoder.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<20 { #expect(decoder.feed([UInt8](repeating: 0x61, count: 1 << 14)) == []) }
    guard case .text(let text)? = decoder.feed(Array("\u{1B}[201~".utf8)).first else {
      Issue.record("the paste did not end")
      return
    }
    #expect(text.count >= 1 << 16 && text.count < 1 << 17)
  }
}
