/// The origin of each byte of a text in another text, as runs.
///
/// A run is either verbatim, byte for byte, or replaced: all of its bytes stand for all bytes of
/// the original up to the origin of the next run. Origins never decrease.
///
/// - Complexity: 16 bytes per run. A run ends where something is left out or replaced. Looking up a
///   range is O(log runs).
struct OffsetMap {
  /// One run.
  private struct Run {
    /// The offset of its first byte in the text.
    var text: Int
    /// Twice the offset of that byte in the original, plus 1 for a replaced run.
    var source: Int

    var original: Int { source &>> 1 }
    var isReplaced: Bool { source & 1 != 0 }
  }

  private let runs = GrowingArray<Run>()
  /// The offset in the original minus the offset in the text, for the bytes of the last run;
  /// nil before the first.
  private var distance: Int?
  private var originalCount = 0

  /// Removes all runs. The original has `originalCount` bytes.
  mutating func begin(originalCount: Int) {
    runs.removeAll()
    distance = nil
    self.originalCount = originalCount
  }

  /// Notes that the text continues at `text` with the bytes of the original from `original` on.
  @inline(__always)
  mutating func addVerbatim(text: Int, original: Int) {
    guard distance != original &- text else { return }
    runs.append(Run(text: text, source: original &<< 1))
    distance = original &- text
  }

  /// Notes that the bytes of the text from `text` up to `textEnd` stand for `original`.
  mutating func addReplaced(text: Int, upTo textEnd: Int, original: Range<Int>) {
    runs.append(Run(text: text, source: original.lowerBound &<< 1 | 1))
    runs.append(Run(text: textEnd, source: original.upperBound &<< 1))
    distance = original.upperBound &- textEnd
  }

  /// Returns the part of the original that `range` of the text comes from, without what is left out
  /// before and after it.
  ///
  /// - Precondition: `range` lies within the text.
  func originalRange(of range: Range<Int>) -> Range<Int> {
    guard runs.count > 0 else { return 0..<0 }
    let start = position(of: range.lowerBound)
    guard !range.isEmpty else { return start.lowerBound..<start.lowerBound }
    return start.lowerBound..<max(start.lowerBound, position(of: range.upperBound &- 1).upperBound)
  }

  /// Returns the bytes of the original for which one byte of the text stands.
  private func position(of offset: Int) -> Range<Int> {
    let index = lastRun(at: offset)
    let run = runs[index]
    let next = index &+ 1 < runs.count ? runs[index &+ 1].original : originalCount
    if run.isReplaced { return run.original..<max(run.original, next) }
    let originalOffset = min(run.original &+ max(0, offset &- run.text), originalCount)
    return originalOffset..<min(originalOffset &+ 1, originalCount)
  }

  /// Returns the last run that starts at or before `offset`.
  private func lastRun(at offset: Int) -> Int {
    var low = 0
    var high = runs.count
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if runs[middle].text <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
