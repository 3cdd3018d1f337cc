/// Collects the marks of one document's texts in one field.
struct MarkCollector {
  private let clauses: MarkedClauses
  private let matcher: WordMatcher
  private let letters: FirstLetters
  private let tokenLimit: Int
  private let countsWords: Bool

  private var marks = FieldMarks()
  private var phrases: [Int: PhraseSearch] = [:]
  /// For each clause, itself or another clause that has matched the same word.
  private var groups: [Int]
  private var positions = PositionCounter()
  private var length = 0
  /// The offset in the text of the value that is read.
  private var base = 0
  /// The error that ended the collection.
  private(set) var failure: SearchError?

  init(
    _ clauses: MarkedClauses, _ matcher: WordMatcher, _ letters: FirstLetters, tokenLimit: Int,
    countsWords: Bool
  ) {
    self.clauses = clauses
    self.matcher = matcher
    self.letters = letters
    self.tokenLimit = tokenLimit
    self.countsWords = countsWords
    groups = Array(clauses.clauses.indices)
    for (index, clause) in clauses.clauses.enumerated() where clause.isPhrase {
      phrases[index] = PhraseSearch(clause, of: clauses)
    }
  }

  /// Begins the next value, at an offset of the text. As in the index, it stands behind a gap of
  /// positions.
  mutating func beginValue(at offset: Int) {
    if positions.last >= 0 {
      positions = PositionCounter(
        after: PositionCounter.position(positions.last, plus: Limits.valuePositionGap))
    }
    base = offset
    marks.starts.append(offset)
  }

  /// Takes the next word of the value.
  @inline(__always)
  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    if countsWords, word.positionIncrement > 0 { marks.wordStarts.append(base + word.start) }
    guard length < tokenLimit else { return }
    let position = positions.advance(by: word.positionIncrement)
    if letters.allows(word, in: text) { acceptMatch(text.extracting(word.bytes), word, position) }
  }

  @inline(never)
  private mutating func acceptMatch(
    _ bytes: Span<UInt8>, _ word: FoundWord, _ position: Int
  ) {
    guard failure == nil else { return }
    do throws(SearchError) {
      let outcome = try matcher.outcome(of: bytes)
      if !outcome.matches.isEmpty {
        mark(outcome.matches, base + word.start..<base + word.end, at: position)
      }
      if word.positionIncrement > 0 {
        length += outcome.length
      } else {
        length += max(outcome.length - 1, 0)
      }
      positions.cover(outcome.extraPositions)
    } catch {
      failure = error
    }
  }

  private mutating func mark(
    _ matches: [WordMatcher.Match], _ range: Range<Int>, at position: Int
  ) {
    var best: FieldMarks.Occurrence?
    for match in matches {
      let index = clauses.words[match.word].clause
      let clause = clauses.clauses[index]
      if clause.isPhrase {
        let event = PhraseSearch.Event(
          position: position + match.offset, range: range, rarity: match.rarity)
        phrases[index]?.append(event, word: match.word)
        continue
      }
      if let best { groups[group(of: index)] = group(of: best.group) }
      let weight = max(best?.weight ?? 0, clause.boost * match.rarity)
      best = FieldMarks.Occurrence(range: range, group: best?.group ?? index, weight: weight)
    }
    guard let best, !range.isEmpty else { return }
    marks.occurrences.append(best)
    marks.ranges.append(range)
  }

  /// Returns the clause that stands for all those that match the same words.
  private func group(of clause: Int) -> Int {
    var clause = clause
    while groups[clause] != clause { clause = groups[clause] }
    return clause
  }

  /// Returns the marks of all values, whose texts together are `text`.
  mutating func finish(_ text: String) -> FieldMarks {
    for (index, search) in phrases {
      let boost = clauses.clauses[index].boost
      let found = search.find()
      marks.ranges += found.ranges
      marks.occurrences += found.occurrences.filter { !$0.range.isEmpty }.map {
        FieldMarks.Occurrence(range: $0.range, group: index, weight: boost * $0.rarity)
      }
    }
    for index in marks.occurrences.indices {
      marks.occurrences[index].group = group(of: marks.occurrences[index].group)
    }
    marks.occurrences = marks.occurrences.orderedUnlessAscending { left, right in
      left.range == right.range
        ? left.group < right.group : left.range.precedes(right.range)
    }
    marks.ranges = marks.ranges.joined
    marks.text = text
    return marks
  }
}
