import Foundation
import Testing

@testable import Martlet

@Suite("Highlighted text")
struct HighlightedTextTests {
  @Test("is given in parts, with marks, as HTML and with attributes")
  func forms() {
    let text = HighlightedText("a <b> & 'c' \"d\"", bytes: [2..<5, 8..<11])
    #expect(text.parts.map(\.isHighlighted) == [false, true, false, true, false])
    #expect(text.parts.map { String($0.text) }.joined() == text.text)
    #expect(text.marked("[", "]") == "a [<b>] & ['c'] \"d\"")
    #expect(
      text.html()
        == "a <mark>&lt;b&gt;</mark> &amp; <mark>&#39;c&#39;</mark> &quot;d&quot;")
    #expect(text.html(element: "b").contains("<b>&lt;b&gt;</b>"))
    #expect(text.description == "a **<b>** & **'c'** \"d\"")
    var link = AttributeContainer()
    link.link = URL(string: "https://example.com")
    let attributed = text.attributed(link)
    #expect(String(attributed.characters) == text.text)
    #expect(attributed.runs.filter { $0.link != nil }.count == 2)
  }

  @Test("has ranges between characters that do not overlap")
  func characters() {
    // The letter with its mark, a family, and a line end of two scalars.
    let text = HighlightedText("e\u{301}x👨‍👩‍👧\r\ny", bytes: [0..<1, 1..<3, 4..<8, 9..<10])
    #expect(text.marked("[", "]") == "[e\u{301}]x[👨‍👩‍👧]\r\ny")
    let flags = HighlightedText("x🇩🇪🇫🇷🇮🇹y", bytes: [1..<9, 9..<17, 17..<25])
    #expect(flags.marked("[", "]") == "x[🇩🇪][🇫🇷][🇮🇹]y")
    // Several marks of one letter.
    let letter = "e\u{301}\u{301}\u{301}"
    let letters = HighlightedText(letter + "x" + letter, bytes: [1..<3, 3..<5, 9..<11, 11..<13])
    #expect(letters.marked("[", "]") == "[\(letter)]x[\(letter)]")
    #expect(HighlightedText("", bytes: []).html() == "")
    #expect(HighlightedText("", bytes: []).isPlain)
    #expect(HighlightedText("a", bytes: [0..<0]).ranges.isEmpty)
  }

  @Test("joins ranges that overlap, not neighbours")
  func joined() {
    #expect([3..<4, 0..<2, 1..<3, 9..<9].joined == [0..<3, 3..<4])
  }
}
