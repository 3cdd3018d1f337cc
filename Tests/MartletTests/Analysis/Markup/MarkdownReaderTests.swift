import Testing

@testable import Martlet

@Suite("Reading Markdown")
struct MarkdownReaderTests {
  @Test(
    "emphasis, code, links and images are read without their signs",
    arguments: [
      ("a *b* **c** ***d*** _e_ __f__ ~~g~~", "a b c d e f g"),
      ("wo*rd* snake_case_name 2*3*4 a * b *c", "word snake_case_name 234 a * b *c"),
      ("`a *b*` ``c ` d`` `e", "a *b* c ` d `e"),
      ("a` b `c d`\re\r\n`f `  `g", "abc def g"),
      ("[a](http://b.c/d \"e\") [f](<g h>) [i]()", "a f i"),
      ("![a *b*](c.png)d", "a b d"),
      ("[a][b] [c][] [b] [d]\n\n[b]: /x 'y'\n[c]: </z>", "a c b [d]"),
      ("[![a](b)](c)", "a"), ("[a [b](c) d](e)", "[a b d](e)"), ("[a](b c)", "[a](b c)"),
      ("<http://a.b/c> <d@e.f> <i>g</i> <!-- h -->", "http://a.b/c d@e.f g"),
      ("\\*a\\* \\[b\\] \\\\ \\c", "*a* [b] \\ \\c"),
      ("caf&eacute; AT&amp;T &copy &#65;", "café AT&T &copy A"),
      ("a  \nb\\\nc", "a b c"), ("wo<b>rd</b><br>s", "word s"),
      ("note[^1] more\n\n[^1]: The text.\n    Its end.", "note more The text. Its end."),
    ])
  func inline(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "blocks are read without their signs",
    arguments: [
      (
        "# One #\n## Two {#id}\nThree\n===\nFour\n---\n####### five",
        "One Two Three Four ####### five"
      ),
      ("> a\n> > b\nlazy\n>\n> c", "a b lazy c"),
      ("- a\n  - b\n\n    c\n* d\n+ e\n1. f\n2) g", "a b c d e f g"),
      ("- [ ] a\n- [x] b", "a b"), ("a\n\n***\n\n- - -\nb", "a b"),
      ("```js\nlet a = \"*b*\" // <c>\n```\nd", "let a = \"*b*\" // <c> d"),
      ("~~~\n```\na\n~~~", "``` a"), ("    code *a*\n\n\tb", "code *a* b"),
      ("- a\n\n      code\n  ```\n  b\n  ```", "a code b"),
      ("| a | *b* |\n|---|:-:|\n| c `d\\|e` | f |\n\ng | h", "a b c d\\|e f g | h"),
      ("<div>\n*a*\n\n*b*\n</div>", "*a* b"), ("<!-- a\n\nb -->\n\nc", "c"),
      ("<script>\na\n\nb\n</script>\nc", "c"), ("<pre>\n*a*\n\n&amp;</pre>", "*a* &"),
      ("<details>\n<summary>a</summary>\n\nb\n</details>", "a b"),
      ("[a]: /b\n[c]: <d>\n  'e'\nf", "f"), ("a\r\n\r\n# b\rc", "a b c"), ("", ""), ("\n\n", ""),
    ])
  func blocks(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "definitions are left out, and a line that begins another block is none of theirs",
    arguments: [
      ("[Alice]:\n> \"Hello world\"\n\nBye", "[Alice]: \"Hello world\" Bye"),
      ("[Options]:\n- (none)\n- (all)", "[Options]: (none) (all)"),
      ("[Output]:\n```\nresult\n```\n\nSee", "[Output]: result See"),
      ("[a]:\n# (b)\nc", "[a]: (b) c"), ("[a]: /b\n***\nc", "c"), ("[a]:\n***\nc", "[a]: c"),
      ("[Example]:\n<script>\nsecretvar\n</script>\nText", "[Example]: Text"),
      ("[a]: /b\n> \"c\"", "\"c\""), ("[a]: /b\n1) 'c'", "'c'"), ("[a]: /b\n2) 'c'", "2) 'c'"),
      ("[a]:\n  /b\n  'c\n  d\n  e'\n[f]: /g\nh [a] i", "h a i"), ("[a]: /b 'c\nd", "[a]: /b 'c d"),
      ("> [a]:\n> /b\n> 'c'\n\n[d][a]", "d"), ("- [a]:\n  /b\n\n[d][a]", "d"),
      ("[a]: /b\n[^1]: c\nd[^1]", "c d"), ("[^1]: - c\n\n    d", "c d"),
      ("[Ä \u{3A3}SS]: /b\n\n[c][a\u{308} \u{3C3}ß] [\u{3C2}]\n\n[\u{3A3}]: d", "c \u{3C2}"),
    ])
  func definitions(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "what looks like a definition in code or within a paragraph defines no label",
    arguments: [
      ("x[key] = 1\n\n```\n[key]: value\n```", "x[key] = 1 [key]: value"),
      ("x[key] = 1\n\n- y\n\n  ~~~\n  [key]: value\n  ~~~", "x[key] = 1 y [key]: value"),
      ("x[key] = 1\n\n    [key]: value", "x[key] = 1 [key]: value"),
      ("x[key] = 1\nwhere\n[key]: value", "x[key] = 1 where [key]: value"),
      ("x[key] = 1\n\n<div>\n[key]: value\n</div>", "x[key] = 1 [key]: value"),
      ("x[key] = 1\n\n[key]: value", "xkey = 1"),
    ])
  func labels(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "each cell of a table is a text of its own",
    arguments: [
      ("| 2*3 | 4*5 |\n|---|---|\n| 6*7 | 8*9 |", "2*3 4*5 6*7 8*9"),
      ("| a | b |\n|---|---|\n| snake~case | kebab~case |", "a b snake~case kebab~case"),
      ("| a |\n|---|\n| <b title=\"x | y\">z |", "a <b title=\"x y\">z"),
      ("| a |\n|---|\n| [x | y](z) | *b* | [c](/d) |", "a [x y](z) b c"),
      ("| a |\n|---|\n| `x | y` | `c\\|d` \\| e |", "a `x y` c\\|d | e"),
      ("*a\nb | c*\n---|---\n*d | e* f", "*a b c* *d e* f"),
    ])
  func tables(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "what a browser hides stays hidden across blocks",
    arguments: [
      ("foo <script>\n\nvar hidden\n\n</script> bar", "foo bar"),
      ("foo <script>\n# hidden\n\n</script> bar", "foo bar"),
      ("foo <style>\n<div>hidden</div>\n\n</style>\n\n*bar*", "foo bar"),
      ("> foo <iframe>\n- hidden\n\n</iframe> bar\n\n[baz](/x)", "foo bar baz"),
      ("# foo <script>\nhidden </script> bar\n\n*baz*", "foo bar baz"),
      ("| foo <script> | hidden |\n|---|---|\n| hidden </script> bar |\n\n*baz*", "foo bar | baz"),
      ("foo <script> bar\n\n*baz*", "foo bar baz"),
      ("foo <script>\n\n```\n\n</script>\n\n[a]\n\n[a]: /b", "foo a"),
    ])
  func hidden(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "of front matter only the title is read",
    arguments: [
      ("---\ntitle: \"My page\"\nslug: a/b\n---\n\nText", "My page Text"),
      ("---\nslug: x\ntitle: >-\n  Long\n  title\ntags:\n  - y\n---\nText", "Long title Text"),
      ("+++\ntitle = 'T'\ndate = 2026\n+++\nText", "T Text"),
      ("---\n\nnot closed: x", "not closed: x"), ("---\nno data\n---\nText", "no data Text"),
      ("---\nslug: title\n---\nText", "Text"),
    ])
  func frontMatter(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }

  @Test(
    "macros are read as a page shows them",
    arguments: [
      ("The {{domxref(\"Window.name\")}}s", "The Window.names"),
      (
        "{{DOMxRef(\"Window.name\", 'the name')}}, {{ cssxref(\"a\", \"\", \"#b\") }}",
        "the name, a"
      ),
      ("{{cssxref(\"&lt;color&gt;\")}} {{jsxref(\"a\", \"<code>b</code>\")}}", "<color> b"),
      ("{{RFC(9110, \"HTTP\")}}", "RFC 9110 HTTP"), ("a{{Compat}}b", "a b"),
      ("{{EmbedLiveSample(\"x\", 100, \"50%\")}}", ""),
      ("<p>{{Glossary(\"a\", \"<i>b</i>\")}}{{APIRef(\"c\")}}d</p>", "b d"),
      (
        "`{{HTMLElement(\"a\", \"&lt;b&gt;\")}}.c` `\\{{RFC(1)}}` `{{Compat}}`",
        "<b>.c \\{{RFC(1)}} {{Compat}}"
      ),
      ("`{{a}}` \\{{b}} {{c.d}} {{e | f}} {{ {{g(}}", "{{a}} {{b}} {{c.d}} {{e | f}} {{ {{g(}}"),
    ])
  func macros(markdown: String, text: String) {
    #expect(TextSource.markdown.words(of: markdown) == text)
  }
}
