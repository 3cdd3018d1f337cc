import Martlet
import MartletToolSupport

/// The steps of an analyzer as a table, with a line for each term and a column for each step.
struct AnalysisTable {
  let analyzer: Analyzer
  let use: TokenUse

  /// The width to which longer cells are shortened.
  private static let width = 24

  /// The rows of one word after a step.
  private typealias Word = ArraySlice<AnalysisStage.Row>

  /// Returns the names of the steps, and the table.
  func text(of text: String) -> String {
    let stages = analyzer.explain(text, for: use)
    let steps = stages.dropLast()
    var legend = TextTable(columns: [.right, .left], indent: 2)
    for (number, stage) in zip(1..., steps) { legend.add(["\(number)", stage.name]) }
    var table = TextTable(
      columns: [.right, .right] + steps.map { _ in .left } + [.left, .left])
    table.add(["position", "bytes"] + steps.indices.map { "step \($0 + 1)" } + ["term"])
    table.addRule()
    let words = stages.map(Self.words)
    for range in words.first?.order ?? [] {
      for line in lines(range, words.map { $0.byRange[range] ?? [] }) { table.add(line) }
    }
    return "Steps:\n\(legend.text)\n\n\(table.text)"
  }

  /// Returns the lines of one word. The first line has the steps; each line has one of its terms.
  private func lines(_ range: Range<Int>, _ steps: [Word]) -> [[String]] {
    let cells = steps.dropLast().map { rows in
      rows.map(\.token.text).joined(separator: " ").escapingControls().shortened(to: Self.width)
    }
    let bytes = "\(range.lowerBound)–\(range.upperBound)"
    guard let terms = steps.last, !terms.isEmpty else {
      return [["", bytes] + cells + ["–", "left out"]]
    }
    return terms.enumerated().map { index, row in
      let position = "\(row.token.position)"
      let before = index == 0 ? [position, bytes] + cells : [position, ""] + cells.map { _ in "" }
      return before + [row.token.text.escapingControls(), Self.note(row)]
    }
  }

  private static func note(_ row: AnalysisStage.Row) -> String {
    let kind =
      switch row.kind {
      case .word: ""
      case .stem: "stem"
      case .stopWord: "stop word"
      }
    guard row.positionCount > 1 else { return kind }
    let span = "\(row.positionCount) positions"
    return kind.isEmpty ? span : "\(kind), \(span)"
  }

  /// Returns the rows of a step by their words, and the words in order.
  private static func words(
    _ stage: AnalysisStage
  ) -> (order: [Range<Int>], byRange: [Range<Int>: Word]) {
    var order: [Range<Int>] = []
    var byRange: [Range<Int>: Word] = [:]
    for row in stage.rows {
      if byRange[row.token.range] == nil { order.append(row.token.range) }
      byRange[row.token.range, default: []].append(row)
    }
    return (order, byRange)
  }
}
