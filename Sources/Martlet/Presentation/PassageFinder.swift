/// Chooses the passages of a text that are shown for a query.
///
/// A passage begins with a sentence if one begins shortly before its first occurrence, and ends
/// with one if one ends near its end; otherwise it begins and ends between words, and only in
/// scripts without spaces, or within very long words, between characters. It lies within one value
/// of the field.
struct PassageFinder {
  private let marks: FieldMarks
  private let ruler: PassageRuler
  private let length: SnippetLength

  /// A part of the text, and whether a sentence was cut at its ends.
  struct Passage: Hashable {
    var range: Range<Int>
    var isCutBefore: Bool
    var isCutAfter: Bool
  }

  /// The most passages of a text: each takes time in proportion to all occurrences.
  private static let mostPassages = 1_000

  private init(_ marks: FieldMarks, _ length: SnippetLength) {
    self.marks = marks
    self.length = length
    ruler = PassageRuler(text: marks.text, length: length, wordStarts: marks.wordStarts)
  }

  /// Returns at most `count` passages in the order of the text, which together are at most `length`
  /// long. If nothing in the text is marked, the text's beginning is the only one.
  ///
  /// - Complexity: O(bytes + occurrences · passages), with at most ``mostPassages``.
  @inline(never)
  static func passages(
    of marks: FieldMarks, length: SnippetLength, count: Int
  ) -> [Passage] {
    guard !marks.text.isEmpty else { return [] }
    var count = max(1, min(count, length.count, mostPassages))
    while true {
      let finder = PassageFinder(marks, length.divided(by: count))
      let found = finder.passages(count)
      // Fewer passages may each be longer.
      if found.count >= count || count == 1 { return found }
      count = max(1, found.count)
    }
  }

  private func passages(_ count: Int) -> [Passage] {
    var windows = PassageWindows(marks, ruler)
    var passages: [Passage] = []
    while passages.count < count, let window = windows.best() {
      let passage = passage(around: window, room(around: window, between: passages))
      let start = min(window.lowerBound, passage.range.lowerBound)
      windows.take(start..<max(window.upperBound, passage.range.upperBound))
      passages.append(passage)
    }
    if passages.isEmpty { passages = [beginning] }
    return passages.ordered { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The passage with which the text begins, after blanks and values that have nothing else.
  private var beginning: Passage {
    let first = marks.starts.first ?? 0
    let start = marks.text.withBytes { text in
      (first..<text.count).first { !text[$0].isASCIISpace }
    }
    guard let start else { return Passage(range: 0..<0, isCutBefore: false, isCutAfter: false) }
    var passage = passage(around: start..<start, start..<value(at: start).upperBound)
    passage.isCutBefore = false
    return passage
  }

  /// Returns the bytes of the value at `offset`.
  private func value(at offset: Int) -> Range<Int> {
    let count = marks.text.utf8.count
    let next = marks.starts.first { $0 > offset } ?? count
    let start = marks.starts.last { $0 <= offset } ?? 0
    return start..<max(start, next)
  }

  /// Returns the bytes that a passage may have, which belong to no other one.
  private func room(around window: Range<Int>, between passages: [Passage]) -> Range<Int> {
    var room = value(at: window.lowerBound)
    for passage in passages {
      if passage.range.upperBound <= window.lowerBound {
        room = max(room.lowerBound, passage.range.upperBound)..<room.upperBound
      } else if passage.range.lowerBound >= window.upperBound {
        room = room.lowerBound..<min(room.upperBound, passage.range.lowerBound)
      }
    }
    return room
  }

  /// Returns the passage of the full length around a window.
  private func passage(around window: Range<Int>, _ room: Range<Int>) -> Passage {
    let first = ruler.characterStart(at: max(window.lowerBound, room.lowerBound))
    let last = min(ruler.characterEnd(at: window.upperBound), room.upperBound)
    let used = first < last ? ruler.count(first..<last) : 0
    let spare = max(0, length.count - used)
    var start = start(before: first, within: spare * 3 / 4, context: spare / 3, room)
    let end = end(after: max(first, last), from: start.offset, room)
    if end.offset == room.upperBound, start.offset > room.lowerBound {
      // The text ends before the passage is full.
      let rest = length.count - ruler.count(start.offset..<end.offset)
      if rest > 0 {
        let earlier = self.start(
          before: start.offset, within: rest, context: rest, room, isEarliest: true)
        if start.isCut || !earlier.isCut { start = earlier }
      }
    }
    return Passage(
      range: trimmed(start.offset..<max(start.offset, end.offset)),
      isCutBefore: start.isCut, isCutAfter: end.isCut)
  }

  /// An end of a passage, and whether it is within a sentence.
  private typealias Cut = (offset: Int, isCut: Bool)

  /// Returns the start of a passage.
  ///
  /// - Parameters:
  ///   - most: The most units before `offset`, if a sentence begins there.
  ///   - context: The units before `offset` otherwise.
  ///   - isEarliest: True to begin with the first sentence that may be, not with the last one.
  private func start(
    before offset: Int, within most: Int, context: Int, _ room: Range<Int>,
    isEarliest: Bool = false
  ) -> Cut {
    let limit = ruler.offset(most, before: offset, limit: room.lowerBound)
    if limit == room.lowerBound, isEarliest || offset == limit {
      return (limit, !marks.starts.contains(limit))
    }
    // What is before the limit says whether a sentence begins there.
    let origin = ruler.characterStart(at: max(room.lowerBound, limit - Self.leadByteCount))
    var found: Int?
    marks.text.withBytes { text in
      SentenceScanner.forEachSentence(in: text, from: origin, upTo: offset) { start, _ in
        guard start >= limit, start <= offset, found == nil || !isEarliest else { return }
        found = start
      }
    }
    if let found { return (found, false) }
    if limit == room.lowerBound { return (limit, !marks.starts.contains(limit)) }
    let near = ruler.offset(context, before: offset, limit: room.lowerBound)
    return (wordStart(from: near, upTo: offset), true)
  }

  /// The bytes that are read before the first place where a sentence may begin.
  private static let leadByteCount = 16

  /// Returns the end of a passage from `start` that has everything up to `offset`, if it can.
  private func end(after offset: Int, from start: Int, _ room: Range<Int>) -> Cut {
    let limit = ruler.offset(length.count, after: start, limit: room.upperBound)
    if limit == room.upperBound { return (limit, limit != value(at: start).upperBound) }
    let least = max(start + (limit - start) * 3 / 5, min(offset, limit))
    var last: Int?
    marks.text.withBytes { text in
      SentenceScanner.forEachSentence(in: text, from: start, upTo: limit) { _, end in
        if end >= least, end <= limit { last = end }
      }
    }
    if let last { return (last, false) }
    return (wordEnd(from: limit, downTo: least), true)
  }

  /// Returns the first offset from `offset` up to `limit` at which a word begins after white space;
  /// `offset` itself if there is none near.
  private func wordStart(from offset: Int, upTo limit: Int) -> Int {
    let found = marks.text.withBytes { text in
      (offset...min(limit, offset + Self.longestWord)).first { index in
        index < text.count && !text[index].isASCIISpace
          && (index == 0 || text[index - 1].isASCIISpace)
      }
    }
    // Where words are written without spaces, what comes before the next one is read like any
    // other.
    if let found, found < limit || isInSpacedWord(offset) { return found }
    // Not within a marked word.
    let end = markedRange(around: offset).upperBound
    return end <= limit ? end : offset
  }

  /// Returns true if the character at `offset` is of a word that ends at a space.
  private func isInSpacedWord(_ offset: Int) -> Bool {
    let bytes = marks.text.withBytes { text in
      (offset..<min(offset + 4, text.count)).map { text[$0] }
    }
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return false
    }
    return [.letter, .hebrewLetter, .hangul, .numeric].contains(WordClass.of(scalar.value))
  }

  /// Returns the last offset from `offset` down to `limit` at which a word ends before white space;
  /// `offset` itself if there is none.
  private func wordEnd(from offset: Int, downTo limit: Int) -> Int {
    let found = marks.text.withBytes { text in
      (limit...offset).last { $0 == text.count || text[$0].isASCIISpace }
    }
    if let found { return found }
    let start = markedRange(around: offset).lowerBound
    return start >= limit ? start : offset
  }

  /// The longest word, in bytes, in whose middle a passage does not begin.
  private static let longestWord = 40

  /// Returns the marked range in whose middle `offset` lies; an empty range at `offset` if there is
  /// none.
  private func markedRange(around offset: Int) -> Range<Int> {
    marks.ranges.first { $0.lowerBound < offset && offset < $0.upperBound } ?? offset..<offset
  }

  /// Returns the range without white space at its ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    marks.text.withBytes { text in
      var (start, end) = (range.lowerBound, range.upperBound)
      while start < end, text[start].isASCIISpace { start += 1 }
      while end > start, text[end - 1].isASCIISpace { end -= 1 }
      return start..<end
    }
  }
}

extension UInt8 {
  /// True for the white space of ASCII.
  var isASCIISpace: Bool { self == 0x20 || self &- 9 < 5 }
}
