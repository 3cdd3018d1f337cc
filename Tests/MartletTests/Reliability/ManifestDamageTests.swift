import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Damage of the manifest")
struct ManifestDamageTests {
  private static let changes: [(String, @Sendable ([UInt8]) -> [UInt8]?)] = [
    ("header", { flipped($0, at: 20) }),
    ("content", { flipped($0, at: $0.count - 40) }),
    ("cut", { Array($0.dropLast(7)) }),
    ("empty", { _ in [] }),
    ("missing", { _ in nil }),
  ]

  /// The bytes with one of them changed, which is never the one it was: names of files and of the
  /// index, which are random, are among them.
  private static func flipped(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var result = bytes
    result[index] ^= 0xFF
    return result
  }

  /// Damages the newest manifest, and returns its name.
  private func damage(
    _ disk: MemoryStorage, _ change: ([UInt8]) -> [UInt8]?
  ) throws -> String {
    let generation = try #require(try ManifestStore.newestGeneration(in: disk))
    let name = FileName.manifest(generation).text
    disk[name] = change(disk[name] ?? [])
    return name
  }

  @Test("is thrown, but to a reader that may go on with the one before it")
  func reader() throws {
    for (place, change) in Self.changes {
      let sample = try DamagedIndex()
      let name = try damage(sample.disk, change)
      let files = DamagedIndex.files(sample.disk)
      #expect(thrownCode { try DamagedIndex.openForReading(sample.disk) } == .corrupted, "\(place)")
      let reader = try DamagedIndex.openForReading(sample.disk, .salvage)
      // The log of that moment is gone, and the third segment was not there.
      let before = DamagedIndex.versions(0..<130, 1)
      try reader.check(before, place)
      #expect(!reader.isComplete, "\(place)")
      #expect(reader.statistics.leftOut.map(\.file).contains(name), "\(place)")
      let problems = try reader.verifySync().problems
      #expect(problems.contains { $0.file == name }, "\(place)")
      #expect(DamagedIndex.files(sample.disk) == files, "\(place)")
    }
  }

  @Test("is thrown to every writer, and nothing on the disk changes")
  func writer() throws {
    for (place, change) in Self.changes {
      let sample = try DamagedIndex()
      let name = try damage(sample.disk, change)
      let files = DamagedIndex.files(sample.disk)
      for policy in [CorruptionPolicy.fail, .salvage] {
        do throws(SearchError) {
          _ = try DamagedIndex.open(sample.disk, policy)
          Issue.record("\(place), \(policy): the index was opened")
        } catch {
          #expect(error.code == .corrupted && error.file == name, "\(place), \(policy): \(error)")
          let saysHow = error.message.contains("salvage(from:to:)")
          #expect(saysHow || policy == .fail, "\(place), \(policy): \(error)")
        }
        #expect(DamagedIndex.files(sample.disk) == files, "\(place), \(policy)")
      }
    }
  }

  @Test("of all manifests is thrown at both policies, and nothing on the disk changes")
  func all() throws {
    for isMissing in [false, true] {
      let sample = try DamagedIndex()
      for name in sample.disk.list() where name.hasPrefix("manifest-") {
        sample.disk[name] = isMissing ? nil : [1, 2, 3]
      }
      let files = DamagedIndex.files(sample.disk)
      for policy in [CorruptionPolicy.fail, .salvage] {
        #expect(thrownCode { try DamagedIndex.open(sample.disk, policy) } == .corrupted)
        #expect(thrownCode { try DamagedIndex.openForReading(sample.disk, policy) } == .corrupted)
      }
      #expect(DamagedIndex.files(sample.disk) == files)
    }
  }

  @Test("a manifest that is lost takes no file with it that only it named")
  func lost() throws {
    let sample = try DamagedIndex()
    let generation = try #require(try ManifestStore.newestGeneration(in: sample.disk))
    sample.disk[FileName.manifest(generation).text] = nil
    sample.disk.setWriterNote(nil)
    // What tells that something is amiss: the log of the manifest before is gone.
    let files = DamagedIndex.files(sample.disk)
    #expect(thrownCode { try DamagedIndex.open(sample.disk) } == .corrupted)
    #expect(DamagedIndex.files(sample.disk) == files)
    for _ in 0..<2 {
      let index = try DamagedIndex.open(sample.disk, .salvage)
      #expect(try index.contents() == DamagedIndex.versions(0..<130, 1))
      #expect(!index.isComplete)
      try index.closeSync()
    }
    for segment in sample.segments {
      for name in segment.fileNames { #expect(sample.disk[name] == files[name], "\(name)") }
    }
  }

  @Test("segments that are kept stay behind those that were before them")
  func order() {
    func entry(_ number: UInt64) -> ManifestSegment {
      ManifestSegment(
        id: SegmentID(high: 0, low: number), byteCount: 1, hash: 1, documentCount: 1)
    }
    var manifest = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])
    manifest.segments = (1...5).map(entry)
    manifest.setSegments([1, 3, 5].map(entry), quarantined: [4, 2].map(entry))
    #expect(manifest.segments.map(\.id.low) == [1, 2, 3, 4, 5])
    #expect(manifest.segments.map(\.isQuarantined) == [false, true, false, true, false])
    // 1 and 3 are merged to 6, 7 is new, and 8 was never in a manifest.
    manifest.setSegments([6, 5, 7].map(entry), quarantined: [2, 4, 8].map(entry))
    #expect(manifest.segments.map(\.id.low) == [2, 4, 6, 5, 8, 7])
    #expect(manifest.isDamaged)
    manifest.setSegments([entry(9)], quarantined: [])
    #expect(manifest.segments == [entry(9)] && !manifest.isDamaged)
  }
}
