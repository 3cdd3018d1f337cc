/// The terms that a field's analyzer makes of a text in a query, with their positions.
struct AnalyzedText {
  /// One term.
  struct Entry {
    var bytes: [UInt8]
    var position: Int
    var positionCount: Int
    var form: TermForm
    /// True for a pair of letters, whose second one has the next position.
    var isPair = false
  }

  /// The terms at the same positions, which are alternatives.
  struct Slot {
    var position: Int
    /// The position after the last one that the terms cover.
    var end: Int
    var entries: [Entry]

    /// The word itself, which words in quotes and unfinished words ask for.
    var word: Entry { entries.first { $0.form == .word } ?? entries[0] }
    /// The entries that represent the forms of the word: its stems, or the word if it has none.
    var forms: [Entry] {
      let stems = entries.filter { $0.form == .stem }
      return stems.isEmpty ? [word] : stems
    }
    /// The entry that represents all forms of the word in one language: the last of ``forms``.
    var form: Entry { forms.last ?? word }
  }

  /// The terms in the order of the text.
  private(set) var entries: [Entry] = []

  init(_ text: String, _ analyzer: Analyzer, for use: TokenUse) {
    var collector = TermCollector(analyzer: analyzer, use: use)
    text.withBytes { text in
      analyzer.forEachWord(in: text, for: use) { collector.accept($0, in: $1) }
    }
    entries = collector.entries
  }

  /// True if each position has one word and nothing else, as in nearly all texts in quotes.
  var isPlain: Bool {
    var end = Int.min
    for entry in entries {
      guard entry.form == .word, entry.positionCount == 1, entry.position >= end else {
        return false
      }
      end = entry.position + 1
    }
    return true
  }

  /// The terms grouped by the positions that they cover, in ascending order.
  var slots: [Slot] {
    var slots: [Slot] = []
    for entry in entries.ordered(by: { $0.position < $1.position }) {
      let neighbours = slots.indices.reversed().prefix { slots[$0].position == entry.position }
      let same = neighbours.first { slots[$0].end == entry.position + entry.positionCount }
      if let same {
        slots[same].entries.append(entry)
      } else {
        let end = entry.position + entry.positionCount
        slots.append(Slot(position: entry.position, end: end, entries: [entry]))
      }
    }
    return slots
  }

  /// The ways to read the text from its first position to its last: more than one if a word covers
  /// several positions that other words fill. At most ``readingLimit``.
  var readings: [[Slot]] {
    let slots = slots
    guard slots.contains(where: { $0.end > $0.position + 1 }), let first = slots.first else {
      return slots.isEmpty ? [] : [slots]
    }
    var complete: [[Slot]] = []
    var open = slots.filter { $0.position == first.position }.map { [$0] }
    while var reading = open.popLast(), complete.count < Self.readingLimit {
      var next = Self.next(after: reading, in: slots)
      while next.count == 1 {
        reading += slots[next]
        next = Self.next(after: reading, in: slots)
      }
      if next.isEmpty { complete.append(reading) }
      open += slots[next].map { reading + [$0] }
    }
    return complete
  }

  /// Returns the slots with which a reading may go on; none at the end of the text.
  private static func next(after reading: [Slot], in slots: [Slot]) -> Range<Int> {
    let end = reading.last?.end ?? 0
    let first = firstIndex(in: slots) { $0.position >= end }
    guard first < slots.count else { return first..<first }
    let position = slots[first].position
    return first..<firstIndex(in: slots) { $0.position > position }
  }

  /// Returns the index of the first slot for which `isBehind` returns true, as for all after it.
  private static func firstIndex(in slots: [Slot], where isBehind: (Slot) -> Bool) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(slots[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static let readingLimit = 8

  /// The terms that represent each word in all its forms, in the reading of the shortest words.
  var forms: [[UInt8]] {
    slots.filter { $0.end == $0.position + 1 }.map(\.form.bytes)
  }

  private struct TermCollector {
    let analyzer: Analyzer
    let use: TokenUse
    var entries: [Entry] = []
    private var positions = PositionCounter()
    /// The last word of an unfinished text, and the state before it.
    private var last: (terms: [AnalyzedTerm], word: FoundWord, before: PositionCounter, count: Int)?

    init(analyzer: Analyzer, use: TokenUse) {
      self.analyzer = analyzer
      self.use = use
      entries.reserveCapacity(4)
    }

    mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
      let bytes = text.extracting(word.bytes)
      if use == .prefix, !analyzer.keepsAllWords { return acceptUnfinished(word, bytes) }
      if analyzer.shortcut.leaves(bytes) {
        // The word is its only term, and no list of terms is made.
        let term = AnalyzedTerm(bytes: Array(copying: bytes))
        return append(term, of: word, at: positions.advance(by: word.positionIncrement, over: []))
      }
      append(analyzer.terms(of: bytes, for: use), of: word)
    }

    /// Appends a word of a text whose last word is unfinished. That one may become a word that the
    /// index has; those before it are what they are, and may be words that it leaves out.
    private mutating func acceptUnfinished(_ word: FoundWord, _ bytes: Span<UInt8>) {
      if let last {
        entries.removeSubrange(last.count...)
        positions = last.before
        let kept = analyzer.limits.limited(last.terms, for: .phrase)
        append(analyzer.droppedWords.dropped(from: kept), of: last.word)
      }
      let terms = analyzer.terms(of: bytes, for: use)
      last = (terms, word, positions, entries.count)
      append(terms, of: word)
    }

    private mutating func append(_ terms: [AnalyzedTerm], of word: FoundWord) {
      let start = positions.advance(by: word.positionIncrement, over: terms)
      for term in terms { append(term, of: word, at: start) }
    }

    private mutating func append(_ term: AnalyzedTerm, of word: FoundWord, at start: Int) {
      entries.append(
        Entry(
          bytes: term.bytes, position: start + term.positionOffset,
          positionCount: max(term.positionCount, word.positionCount), form: term.form,
          isPair: word.isPair))
    }
  }
}
