/// An import under way: the batch that is being filled, and the one that is being written.
///
/// Documents are encoded while the batch before is indexed, so that all cores are busy. At most one
/// batch is written at a time, and whoever ends the run waits for it: an import that failed leaves
/// whole batches, and no write behind.
struct ImportRun {
  private let options: ImportOptions
  private let write: @Sendable (WriteBatch, _ bookmark: [UInt8]?) async throws -> Void
  private let report: (@Sendable (ImportProgress) -> Void)?
  private let start = ContinuousClock.now
  /// The state once the batch that is being filled is written.
  private(set) var progress: ImportProgress
  private var batch = WriteBatch()
  private var batchByteCount = 0
  private var writing: Task<Void, any Error>?

  /// - Parameters:
  ///   - resumed: The number of documents that an earlier import has taken.
  ///   - write: Applies a batch, and sets the bookmark or removes it.
  ///   - report: Called after each batch.
  init(
    _ options: ImportOptions, resumed: Int,
    write: @escaping @Sendable (WriteBatch, _ bookmark: [UInt8]?) async throws -> Void,
    report: (@Sendable (ImportProgress) -> Void)?
  ) {
    self.options = options
    self.write = write
    self.report = report
    progress = ImportProgress(resumedCount: resumed, expectedCount: options.expectedCount)
  }

  /// Adds the next document.
  ///
  /// - Throws: The error of a rejected document, unless those are left out; the errors of writing
  ///   the batch before.
  mutating func take(_ document: Result<InputDocument, SearchError>) async throws {
    switch document {
    case .success(let input):
      progress.documentCount += 1
      progress.byteCount += input.stored.count
      let operation = LogOperation.put(input)
      batch.append(operation)
      batchByteCount += operation.byteCountHint
    case .failure(let error):
      guard options.rejection == .skip else {
        throw SearchError(
          error.code, "document \(progress.doneCount) of the import: \(error.message)")
      }
      if progress.rejections.count < ImportProgress.mostRejections {
        progress.rejections.append(
          ImportProgress.Rejection(index: progress.doneCount, error: error))
      }
      progress.rejectedCount += 1
    }
    if batchByteCount >= max(1, options.batchByteCount) { try await writeBatch(isLast: false) }
  }

  /// Writes what is left, and returns the state.
  mutating func finish() async throws -> ImportProgress {
    try await writeBatch(isLast: true)
    try await writing?.value
    progress.elapsed = start.duration(to: .now)
    return progress
  }

  /// The beginning of the bookmarks of imports, which tells them from others.
  private static let signature = Array("martlet import ".utf8)

  /// Returns the bytes of the bookmark of an import that has taken `count` documents.
  private static func bookmark(_ count: Int) -> [UInt8] { signature + UInt64(count).keyBytes }

  /// Returns the number of documents that the import with this bookmark has taken; nil if it is not
  /// one of an import.
  static func count(inBookmark bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: signature) else { return nil }
    return UInt64(keyBytes: Array(bytes.dropFirst(signature.count))).flatMap { Int(exactly: $0) }
  }

  /// Waits for the batch that is being written, if there is one, whether it fails or not.
  func settle() async { _ = await writing?.result }

  private mutating func writeBatch(isLast: Bool) async throws {
    try await writing?.value
    if batch.operations.isEmpty, options.bookmark == nil { return }
    let bookmark = isLast ? nil : Self.bookmark(progress.doneCount)
    let (batch, write, report, start) = (self.batch, self.write, self.report, self.start)
    var progress = self.progress
    writing = Task {
      try await write(batch, bookmark)
      progress.elapsed = start.duration(to: .now)
      report?(progress)
    }
    self.batch = WriteBatch()
    batchByteCount = 0
  }
}
