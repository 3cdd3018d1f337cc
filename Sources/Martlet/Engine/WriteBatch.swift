/// The changes of one `write`, in the order in which they were asked for.
struct WriteBatch: Sendable {
  /// All changes, bookmarks included.
  private(set) var operations: [LogOperation] = []

  /// Adds a change.
  mutating func append(_ operation: LogOperation) { operations.append(operation) }

  /// About how many bytes the changes take.
  ///
  /// - Complexity: O(changes).
  var byteCountHint: Int { operations.reduce(0) { $0 + $1.byteCountHint } }

  /// What is left of the changes when the last one of each key wins.
  struct Outcome {
    /// Whether all documents from before go.
    var deletesAll = false
    /// The documents to add, in the order of their last `put`.
    var documents: [InputDocument] = []
    /// The keys that must have no document from before: deleted ones and replaced ones.
    var keys: [[UInt8]] = []
    /// The bookmarks that change.
    var bookmarks: [String: [UInt8]?] = [:]
  }

  /// The changes, brought together.
  ///
  /// - Complexity: linear in the changes.
  var outcome: Outcome {
    var outcome = Outcome()
    var start = operations.startIndex
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .deleteAll:
        outcome.deletesAll = true
        start = index + 1
      case .bookmark(let name, let bytes): outcome.bookmarks.updateValue(bytes, forKey: name)
      case .put, .delete: continue
      }
    }
    var last: [[UInt8]: Int] = [:]
    for index in start..<operations.endIndex {
      switch operations[index] {
      case .put(let document): last[document.key] = index
      case .delete(let key): last[key] = index
      case .deleteAll, .bookmark: continue
      }
    }
    for index in start..<operations.endIndex {
      switch operations[index] {
      case .put(let document) where last[document.key] == index:
        outcome.documents.append(document)
        outcome.keys.append(document.key)
      case .delete(let key) where last[key] == index: outcome.keys.append(key)
      default: continue
      }
    }
    return outcome
  }
}
