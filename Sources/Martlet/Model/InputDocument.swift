/// A document on its way into the index: its key, the values to search, and the stored data.
///
/// The log keeps exactly this, so that a replay needs neither the document's type nor a format of
/// postings.
struct InputDocument: Sendable, Equatable {
  /// One value of one field. A field may have several values.
  struct Value: Sendable, Equatable {
    var field: FieldID
    var content: Content

    init(field: FieldID, content: Content) {
      self.field = field
      self.content = content
    }
  }

  /// The value before analysis.
  enum Content: Sendable, Equatable {
    /// For text and keyword fields.
    case text(String)
    /// For number and date fields (seconds since 1970-01-01 00:00 UTC).
    case number(Double)
  }

  /// The key's bytes, which name the document across the whole index.
  var key: [UInt8]
  /// The values to search, in the order of the document.
  var values: [Value]
  /// The data that the application gets back, as the application encoded it; empty when nothing is
  /// stored.
  var stored: [UInt8]

  init(key: [UInt8], values: [Value], stored: [UInt8]) {
    self.key = key
    self.values = values
    self.stored = stored
  }

  /// The approximate number of bytes that the document takes.
  var byteCountHint: Int {
    var count = key.count + stored.count + 64
    for value in values {
      if case .text(let text) = value.content { count += text.utf8.count }
      count += 16
    }
    return count
  }
}
