import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Which files may be removed")
struct FileReclaimerTests {
  private let segments = (1...3).map { SegmentID(high: 0, low: $0) }

  private var manifest: Manifest {
    var manifest = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])
    manifest.generation = 7
    manifest.firstLogSequence = 4
    manifest.segments = [
      ManifestSegment(id: segments[0], byteCount: 1, hash: 0, documentCount: 1),
      ManifestSegment(
        id: segments[1], byteCount: 1, hash: 0, documentCount: 1, liveGeneration: 6,
        liveByteCount: 1, isQuarantined: true),
    ]
    return manifest
  }

  @Test("those that neither the manifest, nor the one before, nor the log, nor a holder needs")
  func removable() {
    let needed: [FileName] = [
      .lock, .manifest(8), .manifest(7), .manifest(6), .log(sequence: 4), .log(sequence: 5),
      .segment(segments[0]), .segment(segments[1]), .liveDocuments(segments[1], 6),
      .temporary("manifest-0000000000000008"),
    ]
    let useless: [FileName] = [
      .manifest(5), .log(sequence: 3), .segment(segments[2]), .liveDocuments(segments[1], 5),
      .liveDocuments(segments[0], 7), .liveDocuments(segments[2], 8),
    ]
    let reclaimer = FileReclaimer()
    let names = (needed + useless).map(\.text) + ["foreign", "seg-", "SEG-0", "tmp-thesis"]
    #expect(
      Set(reclaimer.removable(names, newest: manifest)) == Set(useless.map(\.text)))
    let pin = reclaimer.pin([useless[2].text])
    #expect(
      Set(reclaimer.removable(names, newest: manifest))
        == Set(useless.map(\.text)).subtracting(pin.names))
  }

  @Test("a file is held as long as anybody holds it")
  func countedPins() {
    let reclaimer = FileReclaimer()
    let first = reclaimer.pin(["a", "b"])
    var second: FilePin? = reclaimer.pin(["b", "c"])
    #expect(second?.names == ["b", "c"])
    #expect(reclaimer.pinnedNames == ["a", "b", "c"])
    first.release()
    first.release()
    #expect(reclaimer.pinnedNames == ["b", "c"])
    second = nil
    #expect(reclaimer.pinnedNames == [])
  }
}
