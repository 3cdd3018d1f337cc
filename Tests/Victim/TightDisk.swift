import Foundation
import Martlet
import MartletTestSupport

/// A volume that a file beside the index has nearly filled, and what the index on it is to hold.
struct TightDisk {
  private let folder: String
  private let filler: String
  private var contents = VictimContents()
  /// True while the file is still there.
  private(set) var isTight = true

  /// Fills the volume of `folder` until about `room` bytes are left.
  init(_ folder: String, room: Int) throws {
    self.folder = folder
    filler = folder + ".filler"
    let volume = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    try Data().write(to: URL(fileURLWithPath: filler))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
    let piece = Data(repeating: 7, count: 4_096)
    while try Self.free(volume) > room { try file.write(contentsOf: piece) }
    try file.close()
  }

  private static func free(_ volume: String) throws -> Int {
    let known = try FileManager.default.attributesOfFileSystem(forPath: volume)
    return (known[.systemFreeSize] as? NSNumber)?.intValue ?? 0
  }

  /// The step was acknowledged.
  mutating func apply(_ step: VictimScript.Step) {
    for change in step.changes { contents.apply(change) }
  }

  /// Complains unless the index holds what was acknowledged, no more and no less.
  func compare(with index: SearchIndex<VictimDocument>) throws {
    if try VictimContents(index) != contents { say("error the index has other contents") }
    for problem in try index.verifySync().problems { say("error verify finds \(problem)") }
  }

  /// Makes room.
  mutating func relax() {
    try? FileManager.default.removeItem(atPath: filler)
    isTight = false
  }
}
