import Foundation
import Martlet
import MartletToolSupport

/// The indexes that commands open.
enum OpenIndex {
  /// Opens the index in a folder for reading.
  ///
  /// - Throws: ``ToolFailure`` if there is none; the errors of opening it.
  static func reading(
    _ folder: String, onCorruption policy: CorruptionPolicy = .fail
  ) throws -> SearchIndex<Record> {
    try require(folder)
    return try SearchIndex<Record>.readOnly(
      path: folder, options: IndexOptions(onCorruption: policy))
  }

  /// Opens the index in a folder for changing it.
  ///
  /// - Throws: ``ToolFailure`` if there is none; the errors of opening it.
  static func writing(_ folder: String) throws -> SearchIndex<Record> {
    try require(folder)
    let index = try SearchIndex<Record>(path: folder)
    if let dropped = index.statistics.droppedLog {
      StandardError.print("mart: \(folder): \(dropped.sentence)")
    }
    return index
  }

  /// Makes sure that there is a folder, and an index in it or what may be left of one.
  static func require(_ folder: String) throws(ToolFailure) {
    guard FileManager.default.fileExists(atPath: folder) else {
      _ = try FileStatus(path: folder)
      throw ToolFailure("there is no folder \(folder)")
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    guard names.contains(where: Surroundings.isIndexFile) else {
      throw ToolFailure("there is no index in \(folder); mart index makes one")
    }
  }
}
