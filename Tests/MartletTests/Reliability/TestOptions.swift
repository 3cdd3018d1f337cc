@testable import Martlet

/// The options and the tuning of an engine under test: one thread, unless the test says otherwise.
@dynamicMemberLookup
struct TestOptions: Sendable {
  var options = IndexOptions(indexingConcurrency: 1, searchConcurrency: 1)
  var tuning: EngineTuning = {
    var tuning = EngineTuning()
    // Scripts decide when a checkpoint is written, and when segments are merged.
    tuning.idleCheckpointPause = nil
    tuning.idleMergePause = nil
    return tuning
  }()

  var mergesAutomatically: Bool {
    get { options.merging == .automatic }
    set { options.merging = newValue ? .automatic : .manual }
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<IndexOptions, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<EngineTuning, Value>) -> Value {
    get { tuning[keyPath: path] }
    set { tuning[keyPath: path] = newValue }
  }
}

extension SearchIndex {
  /// Opens an index that makes no checkpoint by itself while nothing is written, so that what a
  /// test looks for in the log is there however long the test takes.
  static func withLog(
    path: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    try withLog(FileStorage(path: path, createIfMissing: true), options: options)
  }

  static func withLog(
    _ storage: any Storage, options: IndexOptions
  ) throws(SearchError) -> SearchIndex<Document> {
    let codec = DocumentCodec(Document.searchSchema)
    let core = try IndexCore.open(
      storage, schema: codec.schema, options: options, tuning: TestOptions().tuning)
    return SearchIndex(core, codec)
  }
}

extension IndexCore {
  static func open(
    _ storage: any Storage, schema: IndexSchema, options: TestOptions
  ) throws(SearchError) -> IndexCore {
    try open(storage, schema: schema, options: options.options, tuning: options.tuning)
  }

  static func openForReading(
    _ storage: any Storage, schema: IndexSchema, options: TestOptions
  ) throws(SearchError) -> IndexCore {
    try openForReading(storage, schema: schema, options: options.options, tuning: options.tuning)
  }
}
