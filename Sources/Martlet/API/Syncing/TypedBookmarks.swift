#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bookmarks that are values, kept as JSON.
extension Batch {
  /// Stores `value` under `name` as JSON, atomically with the batch.
  ///
  /// ```swift
  /// try batch.setBookmark("history", to: HistoryToken(transaction: 42))
  /// ```
  ///
  /// ``Snapshot/bookmark(_:as:)`` returns it. An optional value that is nil removes the bookmark.
  /// See ``setBookmark(_:_:)``.
  ///
  /// - Throws: `limitExceeded` if `name` or the JSON is too long; `documentRejected` if the value
  ///   cannot be encoded.
  public mutating func setBookmark(
    _ name: String, to value: some Encodable
  ) throws(SearchError) {
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](JSONEncoder().encode(value))
    } catch {
      throw SearchError(
        .documentRejected, "the bookmark \"\(name)\" cannot be encoded as JSON: \(error)")
    }
    try setBookmark(name, bytes == Self.null ? nil : bytes)
  }

  /// The JSON of an optional value that is nil.
  fileprivate static var null: [UInt8] { Array("null".utf8) }
}

extension Snapshot {
  /// Returns the value of the bookmark called `name`, or nil if there is no such bookmark.
  ///
  /// See ``Batch/setBookmark(_:to:)``.
  ///
  /// - Throws: `documentUnreadable` if the bytes of the bookmark are not the JSON of a `Value`.
  public func bookmark<Value: Decodable>(
    _ name: String, as type: Value.Type
  ) throws(SearchError) -> Value? {
    guard let bytes = bookmark(name), bytes != Batch<Document>.null else { return nil }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw SearchError(
        .documentUnreadable,
        "the bookmark \"\(name)\" is not the JSON of a \(Value.self): \(error)")
    }
  }
}

extension SearchIndex {
  /// Returns the value of the bookmark called `name`, or nil if there is no such bookmark.
  ///
  /// See ``Snapshot/bookmark(_:as:)``.
  ///
  /// - Throws: `documentUnreadable` if the bytes of the bookmark are not the JSON of a `Value`.
  public func bookmark<Value: Decodable>(
    _ name: String, as type: Value.Type
  ) throws(SearchError) -> Value? {
    try snapshot().bookmark(name, as: type)
  }
}
