import Martlet

/// Mistakes in the place of a storage, which forgets a sync or makes it too late.
extension DiskMachine {
  /// Returns true if the sync of a file is forgotten or put off.
  mutating func puts(off name: String, _ file: Int) -> Bool {
    let isLog = name.hasPrefix("wal-") || name.hasPrefix("tmp-wal-")
    switch PlantedBug.current {
    case .dropsLogSync: return isLog
    case .dropsSegmentSync: return name.hasPrefix("seg-")
    case .renamesBeforeSync: return name.hasPrefix("tmp-manifest-")
    case .publishesBeforeSegments where name.hasPrefix("seg-") || name.hasPrefix("del-"),
      .acknowledgesBeforeSync where isLog:
      lateFiles.append(file)
      return true
    default: return false
    }
  }

  /// Returns true if the sync of the folder is forgotten or put off.
  mutating func putsOffFolder(_ flush: Flush) -> Bool {
    switch (PlantedBug.current, flush) {
    case (.dropsFirstFolderSync, .ordered), (.dropsLastFolderSync, .durable): return true
    case (.removesBeforeFolderSync, .durable):
      isFolderLate = true
      return true
    default: return false
    }
  }

  /// Makes the syncs that `bug` put off.
  mutating func makeUp(for bug: PlantedBug) {
    guard bug.isPlanted else { return }
    for file in lateFiles { disk.synchronize(file, .durable, .done) }
    lateFiles = []
    if isFolderLate { disk.synchronizeFolder(.durable, .done) }
    isFolderLate = false
  }
}
