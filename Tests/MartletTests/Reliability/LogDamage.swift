import MartletTestSupport

@testable import Martlet

/// A way to damage the log of a ``DamagedIndex``, which has two batches.
struct LogDamage: CustomStringConvertible, Sendable {
  let description: String
  /// The batches before the damage.
  let batchCount: Int
  /// The batches that are whole wherever they are.
  let readable: [Int]
  /// The file's new content, nil to remove it; given where the first batch ends.
  let change: @Sendable ([UInt8], Int) -> [UInt8]?

  private static func flipped(_ bytes: [UInt8], _ offset: Int) -> [UInt8] {
    var bytes = bytes
    bytes[offset] ^= 4
    return bytes
  }

  static let all = [
    LogDamage(description: "header", batchCount: 0, readable: []) { bytes, _ in
      flipped(bytes, 70)
    },
    LogDamage(description: "first batch", batchCount: 0, readable: [1]) { bytes, _ in
      flipped(bytes, 400)
    },
    LogDamage(description: "first commit", batchCount: 0, readable: [1]) { bytes, end in
      flipped(bytes, end - 20)
    },
    LogDamage(description: "second batch", batchCount: 1, readable: [0]) { bytes, end in
      flipped(bytes, end + 50)
    },
    LogDamage(description: "cut", batchCount: 1, readable: [0]) { bytes, _ in
      Array(bytes.dropLast(5))
    },
    LogDamage(description: "cut between batches", batchCount: 1, readable: [0]) { bytes, end in
      Array(bytes.prefix(end))
    },
    LogDamage(description: "empty", batchCount: 0, readable: []) { _, _ in [] },
    LogDamage(description: "missing", batchCount: 0, readable: []) { _, _ in nil },
  ]

  /// Damages the log on `disk`, and returns the file's name.
  func apply(to disk: MemoryStorage) throws -> String {
    let manifest = try ManifestStore.readNewest(from: disk, forWriting: false)
    let sequence = manifest?.firstLogSequence ?? 0
    let name = FileName.log(sequence: sequence).text
    var reader = try LogFileReader(
      sequence, indexID: manifest?.indexID ?? IndexID(high: 0, low: 0), in: disk)
    while let record = try reader.next(), record.kind != .commit {}
    disk[name] = change(disk[name] ?? [], reader.offset)
    return name
  }

  /// Returns the contents of a ``DamagedIndex`` when only some of its batches count.
  static func contents(_ sample: DamagedIndex, batches: [Int]) -> DamagedIndex.Contents {
    var result = sample.contents(log: false)
    for batch in batches {
      for (key, version) in sample.logged where (["k11", "k201"].contains(key) ? 1 : 0) == batch {
        result[key] = version
      }
    }
    return result
  }
}
