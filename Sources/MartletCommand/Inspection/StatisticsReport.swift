import Martlet

/// The counts of an index in the form of a JSON object.
struct StatisticsReport: Encodable {
  struct Field: Encodable {
    var name: String
    var kind: String
    var documents: Int
    var missing: Int
    var words: Int
    var terms: Int
  }

  struct Segment: Encodable {
    var name: String
    var documents: Int
    var deleted: Int
    var bytes: Int
    var inMemory: Bool
  }

  var documents: Int
  var deleted: Int
  var bytes: Int
  var generation: UInt64
  var fields: [Field]
  var segments: [Segment]
  /// The end of the log that is left out; missing if there is none.
  var droppedLog: DroppedLogReport?

  init(_ statistics: IndexStatistics) {
    documents = statistics.documentCount
    deleted = statistics.deletedCount
    bytes = statistics.byteCount + statistics.memoryByteCount
    generation = statistics.generation
    droppedLog = statistics.droppedLog.map(DroppedLogReport.init)
    fields = statistics.fields.map { field in
      Field(
        name: field.name, kind: field.kind.name, documents: field.documentCount,
        missing: field.missingCount, words: field.tokenCount, terms: field.termCount)
    }
    segments = statistics.segments.map { segment in
      Segment(
        name: segment.name, documents: segment.documentCount, deleted: segment.deletedCount,
        bytes: segment.byteCount, inMemory: segment.isInMemory)
    }
  }
}
