/// The terms that a field's analyzer makes of a text in a query, with their positions.
struct AnalyzedText {
  /// One term.
  struct Entry {
    var bytes: [UInt8]
    var position: Int
    var form: TermForm
  }

  /// The terms in the order of the text; at one position they are alternatives.
  private(set) var entries: [Entry] = []

  init(_ text: String, _ analyzer: Analyzer, for use: TokenUse) {
    var text = text
    var collector = Collector(analyzer: analyzer, use: use)
    // SAFETY: the collector copies what it keeps of the text.
    text.withUTF8 { unsafe analyzer.scan($0, for: use, into: &collector) }
    entries = collector.entries
  }

  /// The terms grouped by position, in rising order.
  var places: [(position: Int, entries: [Entry])] {
    var places: [(position: Int, entries: [Entry])] = []
    for entry in entries.sorted(by: { $0.position < $1.position }) {
      if places.last?.position == entry.position {
        places[places.count - 1].entries.append(entry)
      } else {
        places.append((entry.position, [entry]))
      }
    }
    return places
  }

  private struct Collector: WordSink {
    let analyzer: Analyzer
    let use: TokenUse
    var entries: [Entry] = []
    private var position = -1

    init(analyzer: Analyzer, use: TokenUse) {
      self.analyzer = analyzer
      self.use = use
    }

    mutating func accept(_ word: FoundWord) {
      position += word.positionIncrement
      let start = position
      for term in unsafe analyzer.terms(of: word.bytes, for: use) {
        position = max(position, start + term.positionOffset)
        entries.append(
          Entry(bytes: term.bytes, position: start + term.positionOffset, form: term.form))
      }
    }
  }
}
