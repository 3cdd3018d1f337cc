import MartletToolSupport
import Testing

@Suite("Tables and charts of the tools")
struct DrawingTests {
  @Test("what XML has for itself, or does not have, is not in the text")
  func escaping() {
    #expect(SVGWriter.escaped("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c&apos;")
    #expect(SVGWriter.escaped("é 東\u{1F}\u{0}\n") == "é 東\u{FFFD}\u{FFFD} ")
    var drawing = SVGWriter()
    drawing.open("g", [("class", "\"><script>")])
    drawing.add("text", text: "</text>")
    drawing.add("rect")
    drawing.close()
    #expect(
      drawing.text == """
        <g class="&quot;&gt;&lt;script&gt;">
          <text>&lt;/text&gt;</text>
          <rect/>
        </g>

        """)
  }

  private static let hostile = "</text><script>alert('&\u{1})</script>"

  private static func chart(_ values: [Double]) -> BarChart {
    let bars = values.map { BarChart.Bar(hostile, $0, label: "\($0)", isEmphasized: $0 == 1) }
    return BarChart(
      title: hostile, summary: "All.", panels: [.init("first", bars, fullValue: 2)])
  }

  @Test("a chart is well-formed XML, whatever its texts and values are")
  func wellFormed() {
    for values in [[], [1, 5], [0, -1, .infinity, .nan, 1e300]] as [[Double]] {
      let svg = Self.chart(values).svg
      let names = Self.elements(svg)
      #expect(names?.first == "svg" && names?.contains("desc") == true, "\(values): \(svg)")
      #expect(names?.contains("script") == false)
    }
  }

  /// The names of the elements of an XML text as ``SVGWriter`` may write it; nil when it is no such
  /// text.
  private static func elements(_ text: String) -> [String]? {
    var (names, open): ([String], [String]) = ([], [])
    var rest = text[...]
    let content = /(?:[^<>&\u{0}-\u{9}]|&(?:lt|gt|amp|quot|apos);)+/
    let tag =
      #/<(/?)([a-z]+)(?: [A-Za-z-]+="(?:[^<>&"\u{0}-\u{9}]|&(?:lt|gt|amp|quot|apos);)*")*(/?)>/#
    while !rest.isEmpty {
      if let found = rest.prefixMatch(of: content) {
        rest = rest[found.range.upperBound...]
        continue
      }
      guard let found = rest.prefixMatch(of: tag) else { return nil }
      let name = String(found.2)
      rest = rest[found.range.upperBound...]
      if !found.1.isEmpty {
        guard open.popLast() == name else { return nil }
        continue
      }
      names.append(name)
      if found.3.isEmpty { open.append(name) }
    }
    return open.isEmpty ? names : nil
  }

  @Test("what is no drawing is seen")
  func canFail() {
    for text in [
      "<a>", "</a>", "<a></b>", "<a b=\"<\"/>", "<a>&</a>", "<a>\u{1}</a>", "<a b=c/>",
    ] {
      #expect(Self.elements(text) == nil, "\(text)")
    }
    #expect(Self.elements("<a><b c=\"&lt;\"/></a>\n") == ["a", "b"])
  }

  @Test("a bar that has no room is drawn broken, all others in their length")
  func bars() {
    let svg = Self.chart([1, 5]).svg
    #expect(svg.contains("<rect class=\"e\" x=\"68.0\" y=\"60\" width=\"54.0\" height=\"15\"/>"))
    #expect(svg.contains("<rect x=\"68.0\" y=\"80\" width=\"92.0\" height=\"15\"/>"))
    #expect(svg.contains("<rect x=\"164.0\" y=\"80\" width=\"12.0\" height=\"15\"/>"))
  }

  @Test("all values are in the description, for who does not see the bars")
  func description() {
    let chart = BarChart(
      title: "t", summary: "Times.",
      panels: [
        .init("AND", [.init("a", 1, label: "1.0"), .init("b", 2, label: "2.0")], fullValue: 2)
      ])
    #expect(chart.description == "Times. AND: a 1.0, b 2.0.")
    #expect(chart.svg.contains("<desc id=\"description\">Times. AND: a 1.0, b 2.0.</desc>"))
    #expect(chart.svg.contains("prefers-color-scheme:dark"))
  }

  @Test("cells of Markdown show what they are given")
  func markdown() {
    var table = MarkdownTable(["a|b", "*n*"], [.left, .right])
    table.add(["`x`\n<y>"])
    #expect(
      table.text == """
        | a\\|b | \\*n\\* |
        | --- | ---: |
        | \\`x\\` \\<y> |  |
        """)
  }

  @Test("a part is replaced between its marks, and only there")
  func marks() {
    let text = "1\n<!-- begin a -->\nold\n<!-- end a -->\n2"
    let expected = "1\n<!-- begin a -->\n\nnew\n\n<!-- end a -->\n2"
    #expect(MarkedText.replacing("a", in: text, with: "new") == expected)
    #expect(MarkedText.replacing("a", in: expected, with: "new") == expected)
    for other in [
      "", "<!-- begin a -->", "<!-- end a --><!-- begin a -->", text + text,
      "<!-- begin ab --><!-- end ab -->",
    ] {
      #expect(MarkedText.replacing("a", in: other, with: "new") == nil, "\(other)")
    }
  }

  @Test("figures survive being written; other lines are refused with their number")
  func figures() throws {
    var figures = MeasuredFigures()
    figures.add("a\tb\nc", 1_234.5, "µs")
    figures.add("d", 0.012345, "")
    figures.add("e", .nan, "s")
    #expect(figures.text == "a b c\t1234\tµs\nd\t0.01235\t\n")
    #expect(try MeasuredFigures(figures.text, source: "f").text == figures.text)
    for line in ["a\t1", "a\tx\ts", "\t1\ts", "a\t1\ts\tt", "a\tinf\ts", "a\tnan\ts"] {
      #expect(
        throws: ToolFailure("f, line 2: expected a name, a number and a unit, separated by tabs")
      ) { try MeasuredFigures("a\t1\ts\n\(line)\n", source: "f") }
    }
  }
}
