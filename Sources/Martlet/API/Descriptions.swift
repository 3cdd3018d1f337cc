// What `print` shows of the values that programs get: one line each, without internals.

extension SearchError.Code: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension SearchIndex: CustomStringConvertible {
  /// The type of the documents, the folder, and the number of documents.
  public var description: String {
    "SearchIndex<\(Document.self)>(in: \(core.storage.displayName), "
      + "documents: \(snapshot().documentCount))"
  }
}

extension Snapshot: CustomStringConvertible {
  /// The type and the number of the documents, and the number of the state.
  public var description: String {
    "Snapshot<\(Document.self)>(documents: \(documentCount), generation: \(generation))"
  }
}

extension Hit: CustomStringConvertible {
  /// The key and the score.
  public var description: String { "Hit(id: \(String(reflecting: id)), score: \(Float(score)))" }
}

extension SearchResults: CustomStringConvertible {
  /// The numbers of hits and of matching documents, and the query as it was interpreted.
  public var description: String {
    var text = "SearchResults(hits: \(hits.count), total: \(total)"
    if case .most = matched { text += ", matched: \(matched)" }
    if !isComplete { text += ", incomplete" }
    return text + ", query: \(interpreted))"
  }
}

extension SearchRequest: CustomStringConvertible {
  /// The query and the page.
  public var description: String {
    "SearchRequest(query: \(query), limit: \(limit)"
      + (offset == 0 ? ")" : ", offset: \(offset))")
  }
}

extension MatchCount: CustomStringConvertible {
  /// The number: `12`, `at least 1000`, `not counted`.
  public var description: String {
    switch self {
    case .exactly(let count): "\(count)"
    case .atLeast(let count): "at least \(count)"
    case .notCounted: "not counted"
    }
  }
}

extension MatchedWords: CustomStringConvertible {
  /// The words: `all words`, `at least 2 of 3 words`.
  public var description: String {
    switch self {
    case .all: "all words"
    case .most(let count, let all): "at least \(count) of \(all) words"
    }
  }
}

extension QueryDiagnostic: CustomStringConvertible {
  /// The message, and the range that it concerns.
  public var description: String {
    "\(message) (bytes \(range.lowerBound)..<\(range.upperBound))"
  }
}

extension IndexStatistics: CustomStringConvertible {
  /// The counts of documents and segments, and the sizes in bytes.
  public var description: String {
    "IndexStatistics(documents: \(documentCount), deleted: \(deletedCount), "
      + "segments: \(segmentCount), bytes: \(byteCount), bytes in memory: \(memoryByteCount))"
  }
}

extension VerificationReport: CustomStringConvertible {
  /// The number of documents, and of problems with the first of them.
  public var description: String {
    "VerificationReport(documents: \(statistics.documentCount), problems: \(problems.count)"
      + (problems.first.map { ", first: \($0))" } ?? ")")
  }
}

extension SalvageReport: CustomStringConvertible {
  /// The numbers of documents that were copied, lost and may be outdated, and of problems.
  public var description: String {
    "SalvageReport(documents: \(documentCount), lost: \(lostDocumentCount), "
      + "possibly stale: \(possiblyStaleDocumentCount), problems: \(problems.count))"
  }
}

extension Record: CustomStringConvertible {
  /// The key and the JSON text.
  public var description: String {
    "Record(key: \(String(reflecting: key)), json: \(String(decoding: json, as: UTF8.self)))"
  }
}
