import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Pages of a segment that the device cannot read. The system ends a process that touches one in a
/// mapped file, so these tests would not fail, but end.
@Suite(
  "Pages that cannot be read",
  .enabled(
    if: MappedPages.systemTells,
    "this system does not tell which pages of a mapped file can be read"))
struct UnreadablePageTests {
  private let folder: TemporaryFolder
  private let url: URL
  /// The path of the index's only segment.
  private let segment: String
  private static let count = 600

  init() throws {
    folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path(of: "index"))
    self.url = url
    let index = try SearchIndex<DamageNote>(at: url)
    try index.writeSync { batch in
      for number in 0..<Self.count { try batch.put(DamageNote(number, version: 1)) }
    }
    try index.compactSync()
    try index.closeSync()
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    segment = names.first { $0.hasPrefix("seg-") }.map { url.appendingPathComponent($0).path } ?? ""
  }

  /// Returns the whole pages of a section of the segment, as a range of the file.
  private func pages(of id: SectionID) throws -> Range<Int> {
    try pages(of: id, in: segment)
  }

  private func pages(of id: SectionID, in segment: String) throws -> Range<Int> {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: segment)))
    let image = try ImageReader(ByteView(copying: bytes), file: segment, isTrusted: true)
    let section = try image.requiredSection(id)
    let size = PageVerifier.pageByteCount
    let first = (section.origin + size - 1) / size * size
    let last = (section.origin + section.count) / size * size
    try #require(first < last, "\(section.count) bytes of \(id) have no page of their own")
    return first..<last
  }

  @Test("a search that needs one is an error, and the next one finds all again")
  func searches() throws {
    let range = try pages(of: SectionID(.terms, FieldID(1)))
    let index = try SearchIndex<DamageNote>(at: url)
    // A word of each document.
    let words = (0..<Self.count).map { number in
      let words = DamageNote(number, version: 1).filling.split(separator: " ")
      return Query.word(String(words[3]), in: "filling")
    }
    let failures = try UnreadablePages.with(range, of: segment) {
      words.compactMap { word -> SearchError? in
        do throws(SearchError) {
          #expect(try index.searchSync(SearchRequest(word)).hits.count == 1)
          return nil
        } catch { return error }
      }
    }
    let errors = try #require(failures)
    #expect(errors.count > Self.count / 2)
    for error in errors {
      #expect(error.code == .io && range.contains(error.offset ?? 0), "\(error)")
      #expect(error.file.map(segment.hasSuffix) == true)
    }
    for word in words { #expect(try index.searchSync(SearchRequest(word)).hits.count == 1) }
    try index.closeSync()
  }

  @Test("a document that is in one is an error; others can be read, and more can be written")
  func documents() throws {
    let pages = try pages(of: SectionID(.storedFields))
    let middle =
      pages.lowerBound + pages.count / PageVerifier.pageByteCount / 2 * PageVerifier.pageByteCount
    let index = try SearchIndex<DamageNote>(at: url)
    let request = SearchRequest(.word("all")) { $0.limit = Self.count }
    let failures = try UnreadablePages.with(
      middle..<(middle + PageVerifier.pageByteCount), of: segment
    ) {
      let found = try index.searchSync(request)
      #expect(found.hits.count == Self.count)
      let failures = found.hits.filter { hit in
        do throws(SearchError) {
          return try hit.document().id != hit.id
        } catch {
          #expect(error.code == .io, "\(error)")
          return true
        }
      }
      try index.writeSync { batch in try batch.put(DamageNote(Self.count, version: 1)) }
      return failures.count
    }
    let failureCount = try #require(failures)
    #expect(failureCount > 0 && failureCount < Self.count / 2)
    try index.closeSync()
    let reopened = try SearchIndex<DamageNote>(at: url)
    for hit in try reopened.searchSync(request).hits {
      #expect(try hit.document().id == hit.id)
    }
    #expect(try reopened.snapshot().countSync(.word("all")) == Self.count + 1)
    try reopened.closeSync()
  }

  @Test("a merge that meets one leaves its segment alone, and the others are merged")
  func merges() throws {
    let url = URL(fileURLWithPath: folder.path(of: "merging"))
    let index = try SearchIndex<DamageNote>(at: url, options: IndexOptions(merging: .manual))
    // As many segments as are left alone, one of which has pages of its own.
    for part in 0..<12 {
      let numbers = part == 6 ? 1_000..<1_300 : part..<(part + 1)
      try index.writeSync { batch in
        for number in numbers { try batch.put(DamageNote(number, version: 1)) }
      }
      try index.checkpointSync()
    }
    let large = try #require(
      index.core.state.fileMembers.compactMap(\.stored?.entry).max { $0.byteCount < $1.byteCount })
    try index.closeSync()
    let path = url.appendingPathComponent(large.fileName).path
    let merging = try SearchIndex<DamageNote>(at: url)
    let segmentCount = try UnreadablePages.with(
      try pages(of: SectionID(.storedFields), in: path), of: path
    ) {
      for number in 100..<130 {
        try merging.writeSync { batch in try batch.put(DamageNote(number, version: 1)) }
        try merging.checkpointSync()
        merging.core.background.sync {}
      }
      #expect(merging.core.merging.withLock { $0.damaged } == [large.id])
      return merging.core.state.fileMembers.count
    }
    #expect(try #require(segmentCount) < 30)
    #expect(try merging.verifySync().isSound)
    try merging.closeSync()
    let again = try SearchIndex<DamageNote>(at: url)
    try again.compactSync()
    #expect(again.statistics.documentCount == 11 + 300 + 30)
    try again.closeSync()
  }

  @Test("whichever page it is, opening a segment or verifying it is an error")
  func everyPage() throws {
    let storage = try FileStorage(path: url.path, createIfMissing: false)
    let name = URL(fileURLWithPath: segment).lastPathComponent
    let byteCount = try storage.readableByteCount(of: name)
    let view = try storage.map(name, byteCount: byteCount)
    for start in stride(from: 0, to: byteCount, by: 4_096) {
      let error = try UnreadablePages.with(start..<(start + 1), of: segment) {
        () -> SearchError? in
        do throws(SearchError) {
          try ImageReader(view, file: name, isTrusted: false).verifyAll()
          return nil
        } catch { return error }
      }
      let found = try #require(error)
      #expect(found?.code == .io, "byte \(start): \(String(describing: found))")
    }
    try ImageReader(view, file: name, isTrusted: false).verifyAll()
  }
}

private enum MappedPages {
  /// True if the system tells that a page cannot be read: Linux from 5.14 on.
  static var systemTells: Bool {
    guard let folder = try? TemporaryFolder(),
      let storage = try? FileStorage(path: folder.path, createIfMissing: false)
    else { return false }
    let (path, byteCount) = (folder.path(of: "mapped"), 1 << 16)
    try? Data(repeating: 1, count: byteCount).write(to: URL(fileURLWithPath: path))
    guard let view = try? storage.map("mapped", byteCount: byteCount) else { return false }
    return withExtendedLifetime(folder) {
      let fails = try? UnreadablePages.with(0..<byteCount, of: path) {
        (try? view.loadPages(of: "mapped", at: 0)) == nil
      }
      return fails == true
    }
  }
}
