/// The beginnings of a field's words that occur often, recorded while its terms are merged.
///
/// - Complexity: some 10 ns per term.
struct FrequentBeginnings {
  /// The first characters of some words.
  struct Beginning {
    let bytes: [UInt8]
    /// The number of occurrences of these words.
    var occurrenceCount: Int64
  }

  /// The number of occurrences of all words.
  private(set) var occurrenceCount: Int64 = 0
  /// Beginnings that occur less often are not recorded.
  private let leastOccurrenceCount: Int64
  private var complete: [Beginning] = []
  /// The beginnings of the last term, the shortest first.
  private var open: [Beginning] = []

  init(leastOccurrenceCount: Int64) { self.leastOccurrenceCount = leastOccurrenceCount }

  /// The beginnings of one character and more.
  var all: [Beginning] { complete + open }

  /// Counts `count` occurrences of `term`, unless it is a stem. Terms come in rising order.
  mutating func take(_ term: Span<UInt8>, occurrenceCount count: Int64) {
    guard !term.isEmpty, term[0] != AnalyzedTerm.stemMarker else { return }
    occurrenceCount &+= count
    var shared = 0
    while shared < open.count, Self.begins(term, with: open[shared].bytes) {
      open[shared].occurrenceCount &+= count
      shared += 1
    }
    if shared < open.count { close(shared) }
    var end = open.last?.bytes.count ?? 0
    while open.count < PrefixPairsFormat.mostCharacters, end < term.count {
      end += 1
      while end < term.count, !PrefixListsFormat.beginsCharacter(term[end]) { end += 1 }
      open.append(Beginning(bytes: Array(copying: term.extracting(..<end)), occurrenceCount: count))
    }
  }

  /// Adds the beginnings of `others`, which have other first characters.
  mutating func append(contentsOf others: FrequentBeginnings) {
    close(0)
    complete += others.all
    occurrenceCount &+= others.occurrenceCount
  }

  /// Ends all but the first `count` open beginnings.
  private mutating func close(_ count: Int) {
    complete += open[count...].filter { $0.occurrenceCount >= leastOccurrenceCount }
    open.removeSubrange(count...)
  }

  private static func begins(_ term: Span<UInt8>, with bytes: [UInt8]) -> Bool {
    guard term.count >= bytes.count else { return false }
    for index in bytes.indices where term[index] != bytes[index] { return false }
    return true
  }
}
