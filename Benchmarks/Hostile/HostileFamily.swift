/// Texts of any size that would take careless code very long: one string, repeated.
struct HostileFamily: Sendable, CustomStringConvertible {
  let description: String
  private let start: String
  private let unit: String
  private let end: String

  private init(_ name: String, _ unit: String, start: String = "", end: String = "") {
    description = name
    self.start = start
    self.unit = unit
    self.end = end
  }

  /// Returns about `size` bytes of text.
  func text(_ size: Int) -> String {
    start + String(repeating: unit, count: max(1, size / unit.utf8.count)) + end
  }

  /// Texts of markup, for the readers of HTML and Markdown.
  static let markup = [
    HostileFamily("nested tags", "<div><b>"),
    HostileFamily("end tags", "</b></p>"),
    HostileFamily("open tags", "<a b=c "),
    HostileFamily("quoted tags", "<a b=\"<c d='"),
    HostileFamily("quotes in turn", "<a b=\"'\" c='\"' "),
    HostileFamily("open comments", "<!-- "),
    HostileFamily("open scripts", "<script>"),
    HostileFamily("open scripts in paragraphs", "a <script> <style>\n\n"),
    HostileFamily("escaped scripts", "<!--<script>", start: "<script>"),
    HostileFamily("hidden ends", "<style></styl"),
    HostileFamily("instructions", "<?a "),
    HostileFamily("declarations", "<!A "),
    HostileFamily("CDATA", "<![CDATA["),
    HostileFamily("angle brackets", "<"),
    HostileFamily("ampersands", "&"),
    HostileFamily("long references", "&CounterClockwiseContourIntegra"),
    HostileFamily("long numbers", "9", start: "&#"),
    HostileFamily("entities", "&amp;"),
    HostileFamily("brackets", "["),
    HostileFamily("bracket pairs", "[]"),
    HostileFamily("closing brackets", "]", start: "[a]: b\n\n"),
    HostileFamily("links", "[a](b"),
    HostileFamily("links in angles", "[a](<b"),
    HostileFamily("link titles", "[a](b \"c"),
    HostileFamily("nested links", "[a](b(", start: "x"),
    HostileFamily("labels", "[a][b", start: "[c]: d\n\n"),
    HostileFamily("nested labels", "[a", start: "[c]: d\n\n", end: "]"),
    HostileFamily("definitions", "[a]: b\n"),
    HostileFamily("open definitions", "[a]:\n"),
    HostileFamily("definition titles", "[a]: b 'c\n"),
    HostileFamily("definitions with open titles", "[a]: b\n'"),
    HostileFamily("footnotes", "[^a]: "),
    HostileFamily("emphasis", "*a "),
    HostileFamily("emphasis of two kinds", "*a _b "),
    HostileFamily("closing emphasis", "a* "),
    HostileFamily("emphasis of many lengths", "*a **b ***c **d* "),
    HostileFamily("underscores", "_"),
    HostileFamily("tildes", "~~a "),
    HostileFamily("backticks", "`"),
    HostileFamily("backticks of many lengths", "`a``b```c````d"),
    HostileFamily("images", "![a"),
    HostileFamily("escapes", "\\["),
    HostileFamily("macros", "{{a(\""),
    HostileFamily("macros in turn", "{{a(' {{b(\" "),
    HostileFamily("braces", "{"),
    HostileFamily("quotes", "> "),
    HostileFamily("quotes line by line", "> > > > a\n"),
    HostileFamily("lists", "- "),
    HostileFamily("lists line by line", "- - - a\n"),
    HostileFamily("numbers", "1. "),
    HostileFamily("list signs", "* * * * a "),
    HostileFamily("rules", "***\n"),
    HostileFamily("underlines", "a\n=\n"),
    HostileFamily("fences", "```\n"),
    HostileFamily("fences in quotes", "> ```\n"),
    HostileFamily("tables", "a|b\n-|-\n"),
    HostileFamily("rows", "|a|`b|\n", start: "|a|b|\n|-|-|\n"),
    HostileFamily("blocks of HTML", "<div>\n\n"),
    HostileFamily("comments line by line", "<!-- a\n\n"),
    HostileFamily("spaces", " ", end: "a"),
    HostileFamily("tabs", "\t", end: "a"),
    HostileFamily("blank lines", "\n"),
    HostileFamily("front matter", "a: b\n", start: "---\n"),
    HostileFamily("one line", "word "),
    HostileFamily("headings", "# a #\n"),
    HostileFamily("heading names", "# a {", end: "#}"),
  ]

  /// Plain texts, for the tokenizer and folding.
  static let plain = [
    HostileFamily("combining marks", "\u{301}", start: "e"),
    HostileFamily("marks of two classes", "\u{301}\u{323}", start: "e"),
    HostileFamily("marks that compose", "e\u{323}\u{302}"),
    HostileFamily("joiners", "\u{200D}", start: "a"),
    HostileFamily("joined pictographs", "\u{1F469}\u{200D}"),
    HostileFamily("flags", "\u{1F1E9}"),
    HostileFamily("apostrophes", "'"),
    HostileFamily("apostrophes in words", "a'"),
    HostileFamily("points in numbers", "1."),
    HostileFamily("one long word", "a"),
    HostileFamily("one long word of another script", "я"),
    HostileFamily("Hangul jamo", "\u{1100}"),
    HostileFamily("Hangul syllables", "한"),
    HostileFamily("Hangul vowels", "\u{1161}\u{11A8}"),
    HostileFamily("Chinese", "東京"),
    HostileFamily("Thai", "ภาษา"),
    HostileFamily("ligatures of a sentence", "\u{FDFA}"),
    HostileFamily("fractions", "\u{BD}"),
    HostileFamily("quotes of Hebrew", "א\""),
    HostileFamily("words", "word "),
    HostileFamily("no words", ", "),
  ]
}
