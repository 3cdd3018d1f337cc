/// Finds the part of a text with the most important occurrences.
///
/// A window is as long as a passage. Its weight is the sum over the distinct clauses that have an
/// occurrence in it, each by the rarity of its words; a repetition adds a tenth, up to four times.
/// Of equal windows the first one counts.
///
/// - Complexity: O(occurrences) for each window that is found.
struct PassageWindows {
  private let occurrences: [FieldMarks.Occurrence]
  private let spans: [Range<Int>]
  /// The number of the value that each occurrence is in.
  private let values: [Int]
  private let length: Int
  /// The weight of each clause in the next window, as a whole number, so that sums are exact.
  private var weights: [Int64]
  private var isFree: [Bool]

  init(_ marks: FieldMarks, _ ruler: PassageRuler) {
    occurrences = marks.occurrences
    spans = occurrences.map { ruler.roughSpan(of: $0.range) }
    length = ruler.length.count
    var (values, value) = ([Int](), 0)
    for occurrence in occurrences {
      while value + 1 < marks.starts.count,
        marks.starts[value + 1] <= occurrence.range.lowerBound
      {
        value += 1
      }
      values.append(value)
    }
    self.values = values
    isFree = Array(repeating: true, count: occurrences.count)
    weights = Array(repeating: 0, count: (occurrences.map(\.group).max() ?? -1) + 1)
    for occurrence in occurrences {
      let weight = Int64(min(max(occurrence.weight, 0.001), 1e8) * 1_000)
      weights[occurrence.group] = max(weights[occurrence.group], weight)
    }
  }

  /// Returns the bytes from the first occurrence to the last in the best window without those that
  /// were taken; nil if there is none.
  func best() -> Range<Int>? {
    var best: (weight: Int64, range: Range<Int>)?
    var counts = [Int64](repeating: 0, count: weights.count)
    var (end, weight) = (0, Int64(0))
    for start in occurrences.indices where isFree[start] {
      // The window before has been left one by one, so it is empty.
      end = max(end, start)
      while end < occurrences.count, isTogether(start, end) {
        weight += change(&counts, occurrences[end].group, by: 1)
        end += 1
      }
      if weight > best?.weight ?? 0 {
        best = (weight, bytes(start..<end))
      }
      weight += change(&counts, occurrences[start].group, by: -1)
    }
    return best?.range
  }

  /// Returns true if two occurrences, and those between them, fit into one window.
  private func isTogether(_ first: Int, _ last: Int) -> Bool {
    first == last
      || (isFree[last] && values[first] == values[last]
        && spans[last].upperBound - spans[first].lowerBound <= length)
  }

  private func bytes(_ window: Range<Int>) -> Range<Int> {
    let start = occurrences[window.lowerBound].range.lowerBound
    let end = window.reduce(start) { max($0, occurrences[$1].range.upperBound) }
    return start..<end
  }

  /// Changes the number of a clause's occurrences, and returns the change of the weight.
  private func change(_ counts: inout [Int64], _ group: Int, by step: Int64) -> Int64 {
    let old = counts[group]
    counts[group] = old + step
    return (Self.factor(old + step) - Self.factor(old)) * weights[group]
  }

  /// Ten times what `count` occurrences of a clause weigh in comparison to one.
  private static func factor(_ count: Int64) -> Int64 { count == 0 ? 0 : 9 + min(count, 5) }

  /// Removes the occurrences in a passage. Their clauses weigh a quarter from then on, so that the
  /// next passage shows others if it can.
  mutating func take(_ passage: Range<Int>) {
    var shown: Set<Int> = []
    for (index, occurrence) in occurrences.enumerated()
    where occurrence.range.overlaps(passage) && isFree[index] {
      isFree[index] = false
      shown.insert(occurrence.group)
    }
    for group in shown { weights[group] = max(1, weights[group] / 4) }
  }
}
