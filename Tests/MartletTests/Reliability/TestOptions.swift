@testable import Martlet

/// The options and the tuning of an engine under test: one thread, unless the test says otherwise.
@dynamicMemberLookup
struct TestOptions: Sendable {
  var options = IndexOptions(indexingConcurrency: 1, searchConcurrency: 1)
  var tuning: EngineTuning = {
    var tuning = EngineTuning()
    // Scripts decide when a checkpoint is written.
    tuning.idlePause = nil
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
