/// The open block quotes and list items that a line of Markdown may continue, outermost first.
struct MarkdownContainers {
  /// For each list item, the number of columns by which its text is indented; for a block quote,
  /// `quote`.
  private let indents = GrowingArray<Int>()
  /// The indices of the block quotes in `indents`.
  private let quotes = GrowingArray<Int>()
  private static let quote = -1

  var count: Int { indents.count }

  /// The containers that a line continues: their number, and the number of block quotes among them.
  struct Match {
    var containers = 0
    var quotes = 0
  }

  /// Consumes from `line` the signs and white space of the containers that it continues.
  ///
  /// - Complexity: O(bytes consumed): every container consumes at least one column.
  func match(_ line: inout MarkdownLine) -> Match {
    var match = Match()
    while match.containers < indents.count, !line.isBlank {
      let indent = indents[match.containers]
      if indent == Self.quote {
        guard Self.skipQuote(&line) else { break }
        match.quotes &+= 1
      } else {
        guard line.indent >= indent else { break }
        line.skipColumns(indent)
      }
      match.containers &+= 1
    }
    return match
  }

  /// Consumes the sign of a block quote. Returns false if it is not there.
  static func skipQuote(_ line: inout MarkdownLine) -> Bool {
    guard line.first == UInt8(ascii: ">"), line.indent < 4 else { return false }
    line.skipText(1)
    line.skipColumns(1)
    return true
  }

  /// Adds a block quote.
  func addQuote() {
    quotes.append(indents.count)
    indents.append(Self.quote)
  }

  /// Adds a list item whose text is indented by `indent` columns, at least 1.
  func addItem(indent: Int) { indents.append(indent) }

  /// Keeps the first `count` containers and removes the others.
  func keep(_ count: Int) {
    indents.truncate(to: count)
    while quotes.count > 0, quotes[quotes.count &- 1] >= count {
      quotes.truncate(to: quotes.count &- 1)
    }
  }

  /// Returns the number of containers that continue after a line that is blank after `match`. A
  /// blank line ends a block quote that it does not mark.
  func countOverBlank(_ match: Match) -> Int {
    match.quotes < quotes.count ? quotes[match.quotes] : indents.count
  }
}
