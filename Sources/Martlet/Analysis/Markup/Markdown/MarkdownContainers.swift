/// The block quotes and list items that a line of Markdown may go on with, outermost first.
struct MarkdownContainers {
  /// For a list item the columns that its text is indented by, for a block quote `quote`.
  private let indents = GrowingArray<Int>()
  /// The indices of the block quotes among them.
  private let quotes = GrowingArray<Int>()
  private static let quote = -1

  var count: Int { indents.count }

  /// The number of containers that a line continues.
  struct Match {
    var containers = 0
    var quotes = 0
  }

  /// Takes from `line` what the containers ask for, as far as it has that.
  ///
  /// - Complexity: O(bytes taken): every container takes at least a column.
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

  /// Takes the sign of a block quote, if it is there.
  static func skipQuote(_ line: inout MarkdownLine) -> Bool {
    guard line.first == UInt8(ascii: ">"), line.indent < 4 else { return false }
    line.skipText(1)
    line.skipColumns(1)
    return true
  }

  /// A block quote begins.
  func addQuote() {
    quotes.append(indents.count)
    indents.append(Self.quote)
  }

  /// A list item begins, whose text is indented by `indent` columns, at least 1.
  func addItem(indent: Int) { indents.append(indent) }

  /// All from number `count` on end.
  func keep(_ count: Int) {
    indents.truncate(to: count)
    while quotes.count > 0, quotes[quotes.count &- 1] >= count {
      quotes.truncate(to: quotes.count &- 1)
    }
  }

  /// Returns the number of containers that continue over a line that is blank after `match`: a
  /// block quote must be marked.
  func countOverBlank(_ match: Match) -> Int {
    match.quotes < quotes.count ? quotes[match.quotes] : indents.count
  }
}
