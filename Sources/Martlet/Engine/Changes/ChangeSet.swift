/// The documents that one or several batches have changed.
///
/// Takes a bounded amount of memory: beyond it, the keys are forgotten, and any document may have
/// changed.
struct ChangeSet: Sendable {
  /// The most that the keys may take, in bytes.
  static let byteLimit = 8 << 20
  /// About the memory that a key takes in addition to its bytes.
  private static let keyOverhead = 64

  /// The last change of each key: true for a put, false for a deletion. Empty if there are unknown
  /// ones.
  private(set) var keys: [[UInt8]: Bool] = [:]
  /// True if documents may have changed whose keys are not listed.
  private(set) var hasUnknown = false
  /// True if the words of queries have changed.
  private(set) var hasQueryWords = false
  /// The number of the first published state that has all of the changes.
  private(set) var version: UInt64 = 0
  private var byteCount = 0

  init() {}

  /// Creates the changes of a batch that led from one state to another; none if no document is
  /// different.
  init(_ outcome: WriteBatch.Outcome, from old: IndexState, to new: IndexState) {
    let isSame = old.segments.documentCount == new.segments.documentCount
    if !isSame || !outcome.documents.isEmpty { add(outcome) }
  }

  /// True if nothing has changed.
  var isEmpty: Bool { !concernsDocuments && !hasQueryWords }

  /// True if documents have changed.
  var concernsDocuments: Bool { !keys.isEmpty || hasUnknown }

  /// Adds the changes of a later batch.
  mutating func add(_ outcome: WriteBatch.Outcome) {
    if outcome.deletesAll { addUnknown() }
    for key in outcome.keys { add(key, isPut: false) }
    for document in outcome.documents { add(document.key, isPut: true) }
  }

  /// Adds later changes.
  mutating func add(_ later: ChangeSet) {
    if later.hasUnknown { addUnknown() }
    hasQueryWords = hasQueryWords || later.hasQueryWords
    for (key, isPut) in later.keys { add(key, isPut: isPut) }
    version = max(version, later.version)
  }

  /// Records that documents have changed whose keys are not known.
  mutating func addUnknown() {
    hasUnknown = true
    keys = [:]
    byteCount = 0
  }

  /// A change of the words of queries.
  static var queryWords: ChangeSet {
    var changes = ChangeSet()
    changes.hasQueryWords = true
    return changes
  }

  /// A change of documents whose keys are not known.
  static var unknown: ChangeSet {
    var changes = ChangeSet()
    changes.addUnknown()
    return changes
  }

  /// Records that the state `version` has all of the changes.
  mutating func publish(_ version: UInt64) { self.version = max(self.version, version) }

  private mutating func add(_ key: [UInt8], isPut: Bool) {
    guard !hasUnknown else { return }
    if keys.updateValue(isPut, forKey: key) == nil { byteCount += key.count + Self.keyOverhead }
    if byteCount > Self.byteLimit { addUnknown() }
  }
}
