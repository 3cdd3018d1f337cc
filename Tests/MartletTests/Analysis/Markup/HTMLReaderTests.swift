import Testing

@testable import Martlet

@Suite("Reading HTML")
struct HTMLReaderTests {
  @Test(
    "tags are no words, and only elements that stand apart separate them",
    arguments: [
      ("<p>one</p><p>two</p>", "one two"),
      ("wo<b>rd</b>s", "words"),
      ("a<i>b</i> <unknown>c</unknown>d", "ab cd"),
      ("one<br>two<BR/>three<hr>four", "one two three four"),
      ("<ul><li>one<li>two</ul>three", "one two three"),
      ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
      ("<div\nclass='x > y' id=z>in</div>side", "in side"),
      ("in<img src=x.png>side", "in side"),
      ("<a href=\"http://example.org/page?a=b&amp;c\">here</a>", "here"),
      ("</p>x</>y</ z>w", "xyw"),
      ("<h1>H</h1>text", "H text"),
      ("<my-element>a</my-element>b<svg:rect>c", "abc"),
    ])
  func tags(html: String, text: String) {
    #expect(TextSource.html.words(of: html) == text)
  }

  @Test(
    "comments, declarations, scripts and styles are left out",
    arguments: [
      ("a<!-- b -->c", "ac"),
      ("a<!-->b<!--->c<!-- -- > - --!>d", "abcd"),
      ("a<!-- never closed", "a"),
      ("<!DOCTYPE html>a<?php b ?>c", "ac"),
      ("<![CDATA[a <b>c</b> ]]>", "a c ]]>"),
      ("a<script>if (b < c) { d('</p>') }</script>e", "a e"),
      ("a<SCRIPT type=x>b</sCript >c", "a c"),
      ("a<script>b</scripts>c</script>d", "a d"),
      ("a<script><!-- <script>b</script> --></script>c", "a c"),
      ("a<script>never closed", "a"),
      ("a<script src=x />b", "a b"),
      ("<style>p { color: red }</style>a", "a"),
      ("<iframe>a</iframe>b", "b"),
      ("<textarea>a</textarea><title>b</title>", "a b"),
      ("<math><mi>x</mi><annotation>y</annotation></math>", "x"),
    ])
  func hidden(html: String, text: String) {
    #expect(TextSource.html.words(of: html) == text)
  }

  @Test(
    "the readings of ruby are left out, and do not part the word that they stand over",
    arguments: [
      ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>と", "漢字と"),
      ("<ruby><rb>漢字</rb><rp>(</rp><rt>かん<b>じ</b></rt><rp>)</rp></ruby>と", "漢字と"),
      ("<RUBY>漢<RT>かん<rb>字<RT class=x>じ</ruby>と", "漢字と"),
      ("<ruby>漢字<rt>かんじ<rtc>a <rt>b</rtc></ruby>と<rt>never closed", "漢字と never closed"),
      ("<ruby>漢<rt/>字</ruby><rtl>a</rtl>", "漢字a"),
      ("a <rt> b<i>c</i> <h1>d</h1> <rt>e</rt>", "a bc d"),
      ("<ruby>東<rt>tou <p>lost <ruby>京</ruby>", "東 tou lost 京"),
    ])
  func ruby(html: String, text: String) {
    #expect(TextSource.html.words(of: html) == text)
    #expect(TextSource.markdown.words(of: "これは" + html) == "これは" + text)
  }

  @Test(
    "character references are decoded as browsers do",
    arguments: [
      ("caf&eacute;", "café"), ("&#233;&#xE9;&#XE9", "ééé"), ("a&nbsp;b", "a b"),
      ("AT&T", "AT&T"), ("AT&ampT", "AT&T"), ("&copy2026", "©2026"), ("&notit;", "¬it;"),
      ("&unknown; & &; &# &#x;", "&unknown; & &; &# &#x;"), ("&#128;", "€"),
      ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("hy&shy;phen", "hyphen"),
      ("&CounterClockwiseContourIntegral;", "∳"), ("&NotEqualTilde;", "≂\u{338}"),
      ("&lt;b&gt;", "<b>"), ("&am<b>p;</b>", "&amp;"), ("&#x1F600;", "😀"),
    ])
  func references(html: String, text: String) {
    #expect(TextSource.html.words(of: html) == text)
  }

  @Test(
    "what begins no markup is text",
    arguments: [
      ("1 < 2 <3 <", "1 < 2 <3 <"), ("a <- b", "a <- b"), ("x <= y > z", "x <= y > z"),
      ("plain", "plain"), ("", ""), ("a <b", "a"), ("a <b c=\"d", "a"), ("&", "&"),
    ])
  func text(html: String, text: String) {
    #expect(TextSource.html.words(of: html) == text)
  }

  @Test("attributes are left out unless they are asked for")
  func attributes() {
    let html = """
      a<img src=i.png alt="two &lt; words" title='a title'>b<a TITLE=bare href=x>c</a><p alt= title>d
      <img data-alt="no" alt="&copy=1"></p title="no">
      """
    #expect(TextSource.html.words(of: html) == "a bc d")
    #expect(
      TextSource.html(including: .alternativeTexts).words(of: html)
        == "a two < words bc title d &copy=1")
    #expect(TextSource.html(including: .titles).words(of: html) == "a a title b bare c d")
    #expect(
      TextSource.html(including: [.alternativeTexts, .titles]).words(of: html)
        == "a two < words a title b bare c title d &copy=1")
  }

  @Test("every named character of the standard is known")
  func names() {
    #expect(TextSource.html.words(of: "&AElig;&zwnj;&zwj;") == "Æ\u{200C}\u{200D}")
    var count = 0
    for length in 2...NamedCharacterTable.longestName {
      let starts = PackedNumbers(NamedCharacterTable.starts, width: 3)
      count += (starts[length + 1] - starts[length]) / (length + 4)
    }
    #expect(count == 2_125)
  }
}
