/// Finds code in a text of Markdown: the text between two runs of backticks of equal length.
///
/// The last run of each length is found once, so a run without a partner costs nothing.
///
/// - Complexity: O(bytes) in all.
struct MarkdownCodeSpans {
  /// The maximum length of a run. Longer runs are text.
  private static let longestRun = 32
  /// The start of the last run of each length; nil before the first backtick.
  private var lastRuns: [Int]?

  /// Returns the code after the run of backticks at `start`; nil if no other run ends it.
  mutating func span(
    at start: Int, in bytes: SourceBytes, upTo end: Int, _ text: ReadText
  ) -> Range<Int>? {
    let open = Self.endOfRun(at: start, in: bytes, upTo: end)
    let length = open &- start
    guard length <= Self.longestRun else { return nil }
    let runs = lastRuns ?? Self.findLastRuns(from: start, in: bytes, upTo: end, text)
    lastRuns = runs
    guard runs[length] > start else { return nil }
    var index = open
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "`"), from: index, to: end)
      guard index < end else { return nil }
      let next = Self.endOfRun(at: index, in: bytes, upTo: end)
      if next &- index == length { return open..<index }
      index = next
    }
  }

  /// Returns the code without a space or line end at each end, which separates it from backticks.
  /// Code of spaces alone stays.
  static func withoutPadding(_ code: Range<Int>, in bytes: SourceBytes) -> Range<Int> {
    let (first, last) = (bytes[code.lowerBound], bytes[code.upperBound &- 1])
    guard isPadding(first), isPadding(last), code.contains(where: { !isPadding(bytes[$0]) }) else {
      return code
    }
    let startsWithPair = first == 0x0D && bytes[code.lowerBound &+ 1] == 0x0A
    let endsWithPair = last == 0x0A && bytes[code.upperBound &- 2] == 0x0D
    return code.lowerBound &+ (startsWithPair ? 2 : 1)..<code.upperBound &- (endsWithPair ? 2 : 1)
  }

  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D
  }

  /// Returns the offset after the backticks at `start`.
  static func endOfRun(at start: Int, in bytes: SourceBytes, upTo end: Int) -> Int {
    var index = start
    while index < end, bytes[index] == UInt8(ascii: "`") { index &+= 1 }
    return index
  }

  private static func findLastRuns(
    from start: Int, in bytes: SourceBytes, upTo end: Int, _ text: ReadText
  ) -> [Int] {
    var runs = [Int](repeating: -1, count: longestRun &+ 1)
    var index = start
    text.stepCount &+= end &- start
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "`"), from: index, to: end)
      guard index < end else { return runs }
      let next = endOfRun(at: index, in: bytes, upTo: end)
      if next &- index <= longestRun { runs[next &- index] = index }
      index = next
    }
  }
}
