/// The beginnings of a field's words that occur often, recorded while its terms are written.
///
/// Used by one thread.
///
/// - Complexity: some 4 ns per term.
final class FrequentBeginnings {
  /// The first characters of some words.
  struct Beginning {
    let bytes: [UInt8]
    /// The number of occurrences of these words.
    let occurrenceCount: Int64
  }

  /// A beginning whose words are being counted: its bytes as a number, and how many they are.
  private struct Open {
    var key: UInt64 = 0
    var byteCount = 0
    var occurrenceCount: Int64 = 0
  }

  /// The number of occurrences of all words.
  private(set) var occurrenceCount: Int64 = 0
  /// Beginnings that occur less often are not recorded.
  private let leastOccurrenceCount: Int64
  private var complete: [Beginning] = []
  /// The beginnings of the last term: its first character, and its first two.
  private var first = Open()
  private var second = Open()

  init(leastOccurrenceCount: Int64) { self.leastOccurrenceCount = leastOccurrenceCount }

  /// Returns the beginnings of one character and of two, after the last term.
  func finish() -> [Beginning] {
    for open in [second, first] { close(open) }
    (first, second) = (Open(), Open())
    return complete
  }

  /// Counts `count` occurrences of `term`, unless it is a stem. Terms come in rising order.
  func take(_ term: Span<UInt8>, occurrenceCount count: Int64) {
    guard !term.isEmpty, term[0] != AnalyzedTerm.stemMarker else { return }
    occurrenceCount &+= count
    // What is not UTF-8 has no beginning.
    guard PrefixListsFormat.beginsCharacter(term[0]) else { return }
    let one = Self.extended(Open(), by: term)
    if one.key != first.key || one.byteCount != first.byteCount {
      close(second)
      close(first)
      (first, second) = (one, Open())
    }
    first.occurrenceCount &+= count
    let two = Self.extended(one, by: term)
    if two.key != second.key || two.byteCount != second.byteCount {
      close(second)
      second = two
    }
    second.occurrenceCount &+= count
  }

  /// Adds the beginnings of `others`, which have other first characters.
  func append(contentsOf others: FrequentBeginnings) {
    complete += others.finish()
    occurrenceCount &+= others.occurrenceCount
  }

  /// Returns the beginning of `term` that is a character longer than `beginning`; one without bytes
  /// if the term ends before.
  @inline(__always)
  private static func extended(_ beginning: Open, by term: Span<UInt8>) -> Open {
    var (key, end) = (beginning.key, beginning.byteCount)
    guard end < term.count else { return Open() }
    repeat {
      // The terms of a damaged dictionary may be anything.
      guard end < PrefixPairsFormat.longestByteCount else { return Open() }
      key = key &<< 8 | UInt64(term[end])
      end &+= 1
    } while end < term.count && !PrefixListsFormat.beginsCharacter(term[end])
    return Open(key: key, byteCount: end)
  }

  /// Records a beginning that is complete.
  private func close(_ open: Open) {
    guard open.byteCount > 0, open.occurrenceCount >= leastOccurrenceCount else { return }
    let bytes = (0..<open.byteCount).reversed().map { byte in
      UInt8(truncatingIfNeeded: open.key &>> UInt64(8 * byte))
    }
    complete.append(Beginning(bytes: bytes, occurrenceCount: open.occurrenceCount))
  }
}
