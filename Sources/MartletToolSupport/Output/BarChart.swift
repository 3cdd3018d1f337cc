/// Small groups of bars side by side, each group with a scale of its own, as an SVG file.
///
/// Names and values are written beside the bars, so that no information depends on colour alone,
/// and they are also in the description. The colours follow the reader's choice of light or dark.
package struct BarChart: Sendable {
  /// One bar.
  package struct Bar: Sendable {
    var name: String
    var value: Double
    /// The value as it is shown.
    var label: String
    /// True if the bar is drawn in the accent colour.
    var isEmphasized: Bool

    package init(_ name: String, _ value: Double, label: String, isEmphasized: Bool = false) {
      self.name = name
      self.value = value
      self.label = label
      self.isEmphasized = isEmphasized
    }
  }

  /// A group of bars that are compared with each other.
  package struct Panel: Sendable {
    var title: String
    var bars: [Bar]
    /// The value of a bar of full length. Longer bars are drawn broken.
    var fullValue: Double

    package init(_ title: String, _ bars: [Bar], fullValue: Double) {
      self.title = title
      self.bars = bars
      self.fullValue = fullValue
    }
  }

  package let title: String
  /// A sentence that says what the values are, for the description.
  private let summary: String
  private let panels: [Panel]

  package init(title: String, summary: String, panels: [Panel]) {
    self.title = title
    self.summary = summary
    self.panels = panels
  }

  /// All values as text.
  package var description: String {
    let parts = panels.map { panel in
      "\(panel.title): " + panel.bars.map { "\($0.name) \($0.label)" }.joined(separator: ", ")
    }
    return ([summary] + parts.map { $0 + "." }).joined(separator: " ")
  }
}

extension BarChart {
  private static let columns = 3
  private static let panelWidth = 240
  private static let head = 34
  private static let rowHeight = 20
  private static let nameWidth = 62
  private static let barWidth = 108.0

  private static let style = """
    text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}
    .t{font-size:15px;font-weight:600}.p{font-weight:600}.n{text-anchor:end}
    rect{fill:#8c959f}.e{fill:#0969da}
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#6e7681}.e{fill:#58a6ff}}
    """

  /// The SVG file.
  package var svg: String {
    let rows = panels.map(\.bars.count).max() ?? 0
    let panelHeight = 26 + rows * Self.rowHeight + 14
    let lines = (panels.count + Self.columns - 1) / Self.columns
    let (width, height) = (Self.columns * Self.panelWidth, Self.head + lines * panelHeight)
    var drawing = SVGWriter()
    drawing.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("id", "chart"), ("role", "img"),
        ("aria-labelledby", "title description"), ("viewBox", "0 0 \(width) \(height)"),
        ("width", "\(width)"), ("height", "\(height)"),
      ])
    drawing.add("title", [("id", "title")], text: title)
    drawing.add("desc", [("id", "description")], text: description)
    drawing.add("style", text: Self.style)
    drawing.add("text", [("class", "t"), ("x", "8"), ("y", "20")], text: title)
    for (index, panel) in panels.enumerated() {
      draw(
        panel, x: index % Self.columns * Self.panelWidth,
        y: Self.head + index / Self.columns * panelHeight, in: &drawing)
    }
    drawing.close()
    return drawing.text
  }

  private func draw(_ panel: Panel, x: Int, y: Int, in drawing: inout SVGWriter) {
    drawing.add(
      "text", [("class", "p"), ("x", "\(x + 8)"), ("y", "\(y + 16)")], text: panel.title)
    for (index, bar) in panel.bars.enumerated() {
      let top = y + 26 + index * Self.rowHeight
      let left = x + Self.nameWidth + 6
      drawing.add(
        "text", [("class", "n"), ("x", "\(x + Self.nameWidth)"), ("y", "\(top + 12)")],
        text: bar.name)
      let end = draw(bar, of: panel, x: left, y: top, in: &drawing)
      drawing.add(
        "text", [("x", Figures.decimal(end + 5, places: 1)), ("y", "\(top + 12)")],
        text: bar.label)
    }
  }

  /// Draws the bar itself, and returns its right end.
  private func draw(
    _ bar: Bar, of panel: Panel, x: Int, y: Int, in drawing: inout SVGWriter
  ) -> Double {
    let share = panel.fullValue > 0 && bar.value > 0 ? bar.value / panel.fullValue : 0
    let length = max(1, min(1, share) * Self.barWidth)
    let isBroken = share > 1
    // A gap before the end shows that the bar is longer than the available width.
    let parts: [(Double, Double)] =
      isBroken ? [(0, length - 16), (length - 12, 12)] : [(0, length)]
    for (start, width) in parts {
      drawing.add(
        "rect",
        (bar.isEmphasized ? [("class", "e")] : []) + [
          ("x", Figures.decimal(Double(x) + start, places: 1)), ("y", "\(y)"),
          ("width", Figures.decimal(width, places: 1)), ("height", "15"),
        ])
    }
    return Double(x) + length
  }
}
