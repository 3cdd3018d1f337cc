import Testing

@testable import Martlet

@Suite("Places of words in HTML and Markdown")
struct SourceOffsetTests {
  @Test("a word's place is where it stands in the value, with the markup inside it")
  func html() {
    #expect(
      Analyzer.standard.source(.html).places(
        in: "<p>Caf&eacute; <b>wo</b>rd</p>x&shy;y <a href='z'>é</a> &lt;b>")
        == ["cafe=Caf&eacute;", "word=wo</b>rd", "xy=x&shy;y", "e=é", "b=b"])
  }

  @Test("the same in Markdown")
  func markdown() {
    #expect(
      Analyzer.standard.source(.markdown).places(
        in: "> **Wo**rd [li*nk*](x)s\n> `co`de &amp; \\#a\n\n| b | {{domxref(\"c\")}} |")
        == ["word=Wo**rd", "links=li*nk*](x)s", "code=co`de", "a=a", "b=b", "c=c"])
  }

  @Test("attributes that are read have their places too")
  func attributes() {
    let source = TextSource.html(including: [.alternativeTexts, .titles])
    #expect(
      Analyzer.standard.source(source).places(in: "a<img alt='b &eacute;' title=c>d")
        == ["a=a", "b=b", "e=&eacute;", "c=c", "d=d"])
  }

  @Test("positions count the words that are read")
  func positions() {
    let tokens = Analyzer.standard.source(.html).tokens(in: "<i>a</i> <x y z>b<br>c")
    #expect(tokens.map(\.position) == [0, 1, 2])
  }

  @Test("a source of one's own says where its text comes from")
  func custom() {
    let pieces = TextSource.custom(name: "brackets") { value in
      // "[a]" is A; the rest is as it is.
      guard let open = value.firstIndex(of: "["), let close = value.firstIndex(of: "]") else {
        return [TextPiece(text: value, range: 0..<value.utf8.count)]
      }
      let start = value.utf8.distance(from: value.startIndex, to: open)
      let end = value.utf8.distance(from: value.startIndex, to: close) + 1
      return [
        TextPiece(text: String(value[..<open]), range: 0..<start),
        TextPiece(text: "two words", range: start..<end),
        TextPiece(text: String(value[value.index(after: close)...]), range: end..<1_000),
      ]
    }
    #expect(
      Analyzer.standard.source(pieces).places(in: "é [x] b")
        == ["e=é", "two=[x]", "words=[x]", "b=b"])
    let whole = TextSource.custom(name: "upper") { (value: String) in value + " more" }
    #expect(
      Analyzer.standard.source(whole).places(in: "a b") == ["a=a b", "b=a b", "more=a b"])
  }

  @Test("ranges of a custom source that make no sense are moved to possible ones")
  func wrongRanges() {
    let wrong = TextSource.custom(name: "wrong") { _ in
      [
        TextPiece(text: "a ", range: 2..<90), TextPiece(text: "b ", range: -5..<1),
        TextPiece(text: "c", range: 70..<80),
      ]
    }
    let ranges = Analyzer.standard.source(wrong).tokens(in: "wxyz").map(\.range)
    #expect(ranges.count == 3)
    for range in ranges { #expect(range.lowerBound >= 2 && range.upperBound <= 4) }
    #expect(ranges.map(\.lowerBound) == ranges.map(\.lowerBound).sorted())
  }
}
