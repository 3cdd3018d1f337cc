import Foundation

/// The system's resources that this process holds, and the disk space that its index takes.
struct ProcessUse: CustomStringConvertible {
  /// Open files; 0 where the system does not list them.
  private(set) var descriptorCount = 0
  /// Mapped files of the index.
  private(set) var mapCount = 0
  /// Bytes of memory that no file backs.
  private(set) var memoryByteCount = 0
  /// Bytes of the index's segment files, and of its log.
  private(set) var (segmentByteCount, logByteCount) = (0, 0)
  /// Files of the index.
  private(set) var fileCount = 0

  /// At this moment, with the index in `folder`.
  init(_ folder: String) throws {
    let files = FileManager.default
    descriptorCount = (try? files.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    mapCount = maps.split(separator: "\n").filter { $0.contains(folder) }.count
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
      memoryByteCount = (Int(line.split(separator: " ")[1]) ?? 0) * 1_024
    }
    for name in try files.contentsOfDirectory(atPath: folder) {
      fileCount += 1
      let known = try? files.attributesOfItem(atPath: "\(folder)/\(name)")
      let size = (known?[.size] as? NSNumber)?.intValue ?? 0
      if name.hasPrefix("wal-") { logByteCount += size } else { segmentByteCount += size }
    }
  }

  var description: String {
    "\(descriptorCount) \(mapCount) \(memoryByteCount) \(segmentByteCount) \(logByteCount) "
      + "\(fileCount)"
  }
}
