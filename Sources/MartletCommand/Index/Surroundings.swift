import Foundation

/// A folder that was missing or empty before an index was made in it.
struct Surroundings {
  private let folder: String
  private let wasMissing: Bool

  /// Nil when there is something in the folder, so that nothing may be removed.
  init?(_ folder: String) {
    if RecordLoader.exists(folder) { return nil }
    self.folder = folder
    wasMissing = !FileManager.default.fileExists(atPath: folder)
  }

  /// Removes what has been put into the folder since, and the folder if it was missing.
  func restore() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      try? files.removeItem(atPath: "\(folder)/\(name)")
    }
    if wasMissing { try? files.removeItem(atPath: folder) }
  }
}
