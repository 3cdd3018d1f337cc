import Dispatch
import Synchronization

extension SearchIndex {
  /// The size at which a batch is written, in bytes.
  private static var batchByteLimit: Int { 8 << 20 }

  /// Puts all documents of another index into this one, which is empty, made again from what that
  /// one has stored.
  ///
  /// - Throws: `CancellationError`; `schemaMismatch` if a field cannot be made of what is stored,
  ///   or if documents now have the same key; the errors of reading, decoding and writing.
  func refill(
    from old: IndexState, _ cancellation: SearchCancellation,
    _ report: (@Sendable (ImportProgress) -> Void)?
  ) throws {
    let writer = RefillWriter(core, expectedCount: old.segments.documentCount, report)
    // Whoever hears of a failure finds no write under way.
    defer { writer.settle() }
    var batch = WriteBatch()
    var byteCount = 0
    func write() throws {
      if cancellation.isRequested { throw CancellationError() }
      try writer.write(batch)
      batch = WriteBatch()
      byteCount = 0
    }
    var valued: [FieldID: [DocumentBitmap]] = [:]
    for field in codec.schema.fields {
      valued[field.id] = try old.documents(withValueIn: field.definition.name)
    }
    try old.forEachDocument { document in
      let operation = LogOperation.put(try codec.input(again: document, valued))
      batch.append(operation)
      byteCount += operation.byteCountHint
      writer.progress.documentCount += 1
      writer.progress.byteCount += document.stored.count
      if byteCount >= Self.batchByteLimit { try write() }
    }
    try write()
    try writer.finish()
    let (count, oldCount) = (core.state.segments.documentCount, old.segments.documentCount)
    guard count == oldCount else {
      throw SearchError(
        .schemaMismatch,
        "the \(oldCount) documents of the index have only \(count) keys as \(Document.self) makes "
          + "them, so some would replace others; keep their keys apart, or rebuild the index from its "
          + "source")
    }
  }
}

/// Writes one batch on another thread while the next one is made.
private final class RefillWriter {
  /// A batch that is written by another thread, or by the one that waits for it if that comes
  /// first: threads may be scarce, because others wait for the end of all this.
  private final class Job: Sendable {
    private let core: IndexCore
    private let batch: WriteBatch
    private let isTaken = Atomic(false)
    private let isDone = DispatchSemaphore(value: 0)
    private let failure = Lock<SearchError?>(nil)

    init(_ core: IndexCore, _ batch: WriteBatch) {
      self.core = core
      self.batch = batch
    }

    func run() {
      guard !isTaken.exchange(true, ordering: .relaxed) else { return }
      do throws(SearchError) {
        try core.write(batch)
      } catch {
        failure.withLock { $0 = error }
      }
      isDone.signal()
    }

    /// Returns the failure once the batch was written. Called once.
    func wait() -> SearchError? {
      run()
      isDone.wait()
      return failure.withLock { $0 }
    }
  }

  private let core: IndexCore
  private let report: (@Sendable (ImportProgress) -> Void)?
  private let start = ContinuousClock.now
  private var job: Job?
  /// The state once the batch that is being made is written.
  var progress: ImportProgress
  /// The state once the batch that is being written is there.
  private var next: ImportProgress

  init(
    _ core: IndexCore, expectedCount: Int, _ report: (@Sendable (ImportProgress) -> Void)?
  ) {
    self.core = core
    self.report = report
    progress = ImportProgress(expectedCount: expectedCount)
    next = progress
  }

  /// Begins to write a batch, once the one before is written.
  ///
  /// - Throws: The errors of writing the batch before.
  func write(_ batch: WriteBatch) throws(SearchError) {
    try finish()
    guard !batch.operations.isEmpty else { return }
    next = progress
    let job = Job(core, batch)
    self.job = job
    DispatchQueue.global().async { job.run() }
  }

  /// Waits until the batch is written, and reports it.
  ///
  /// - Throws: The errors of writing it.
  func finish() throws(SearchError) {
    guard job != nil else { return }
    if let error = settle() { throw error }
    next.elapsed = start.duration(to: .now)
    report?(next)
  }

  /// Waits until no batch is being written, and returns its failure.
  @discardableResult
  func settle() -> SearchError? {
    let failure = job?.wait()
    job = nil
    return failure
  }
}

extension DocumentCodec {
  /// Returns a document of another index in the form that this one takes.
  ///
  /// - Parameter valued: The documents of the other index with values in fields of this one that
  ///   are not of words there.
  /// - Throws: `documentUnreadable` if what is stored cannot be decoded; `documentRejected` if the
  ///   document cannot be indexed; `schemaMismatch` if it has lost a field.
  fileprivate func input(
    again document: IndexState.StoredDocument, _ valued: [FieldID: [DocumentBitmap]]
  ) throws(SearchError) -> InputDocument {
    var input: InputDocument
    var lost: Set<FieldID> = []
    let old: Document
    do throws(SearchError) {
      old = try self.document(key: document.key, stored: document.stored)
      input = try self.input(old)
      lost = try fieldsWithoutMember(in: old)
    } catch {
      let key = Document.Key(keyBytes: document.key).map { "\($0)" } ?? "of another type"
      throw SearchError(error.code, "the document with the key \(key): \(error.message)")
    }
    // The stored bytes are kept as they are, including members that a newer type lacks.
    if storesAll { input.stored = document.stored }
    // A field may have a value of its own where its property is not stored.
    for field in schema.fields
    where lost.contains(field.id) || !input.values.contains(where: { $0.field == field.id }) {
      let name = field.definition.name
      guard try document.hasWords(in: name) || valued[field.id].map(document.isIn) == true else {
        continue
      }
      // What is stored is there, and this schema makes no value of it.
      if !lost.contains(field.id), try stores(name, of: old) { continue }
      throw SearchError(
        .schemaMismatch,
        "documents of the index have words or values in the field \"\(name)\" that are not stored, so the field "
          + "cannot be made again from what is stored; rebuild the index from its source")
    }
    return input
  }
}
