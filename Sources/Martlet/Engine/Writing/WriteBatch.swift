/// The changes of one `write`, in the order in which they were made.
struct WriteBatch: Sendable {
  /// All changes, including those of bookmarks.
  private(set) var operations: [LogOperation] = []

  @inline(never)
  mutating func append(_ operation: LogOperation) { operations.append(operation) }

  /// The approximate size of the changes in bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  var byteCountHint: Int { operations.reduce(0) { $0 + $1.byteCountHint } }

  /// The changes that remain when the last one for each key wins.
  struct Outcome {
    /// True if all earlier documents are deleted.
    var deletesAll = false
    /// The documents to add, in the order of their last `put`.
    var documents: [InputDocument] = []
    /// The keys whose earlier documents are deleted: those of deleted and of replaced documents.
    var keys: [[UInt8]] = []
    /// The bookmarks that change; nil removes one.
    var bookmarks: [String: [UInt8]?] = [:]
  }

  /// The combined changes.
  ///
  /// - Complexity: Linear in the changes.
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
