import Martlet
import MartletToolSupport

/// The folder of the index that a run writes, and the way to begin.
struct IndexTarget {
  var folder: String
  /// True to remove the index that is there.
  var rebuilds = false

  /// Opens the index for writing, or creates it. An index that is to be rebuilt is removed first.
  ///
  /// - Parameter schema: The schema of a new index; nil to continue with an existing one.
  /// - Returns: The index, and the folder as it was before the index was created in it, or nil if
  ///   there was an index before.
  func open(
    schema: RecordSchema?
  ) throws -> (index: SearchIndex<Record>, before: Surroundings?) {
    // The user can run this again after a crash, so a log of every document would only cost time.
    let options = IndexOptions(durability: .none)
    if rebuilds { try Surroundings.removeIndex(in: folder) }
    guard let schema else { return (try SearchIndex(path: folder, options: options), nil) }
    var before = try Surroundings(folder)
    do throws(SearchError) {
      let index = try SearchIndex(path: folder, schema: schema, options: options)
      // Another program may have created it in the meantime, and written to it.
      if index.statistics.segmentCount > 0 { before = nil }
      try before?.noteIndex()
      return (index, before)
    } catch {
      before?.restore()
      guard error.code == .schemaMismatch else { throw error }
      throw ToolFailure(
        "\(error.sentence)\(error.wayOut); leave out --text and the like to keep the fields of "
          + "\(folder); "
          + ExistingIndex.wayOut)
    }
  }
}
