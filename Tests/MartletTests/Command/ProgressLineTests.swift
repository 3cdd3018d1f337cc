import Testing

@testable import MartletToolSupport

@Suite("Progress")
struct ProgressLineTests {
  /// A run that has read a quarter of its input and written it just now.
  private let line = ProgressLine(
    documents: 12_345, readBytes: 50_000_000, writtenBytes: 50_000_000, writtenSeconds: 2,
    totalBytes: 200_000_000, seconds: 2)

  @Test("shows a bar, the rate and the time left when the end is known")
  func bar() {
    #expect(
      line.bar(width: 80)
        == "██████░░░░░░░░░░░░░░░░░░ 25 %, 12,345 documents, 25.0 MB/s, 0:06 left")
    var unknown = line
    unknown.totalBytes = nil
    #expect(unknown.bar(width: 80) == "12,345 documents, 25.0 MB/s")
    #expect(line.plain == "25 %, 12,345 documents, 25.0 MB/s, 0:06 left")
  }

  @Test("fits terminals of all widths, and is never as wide as they are", arguments: 1...130)
  func widths(width: Int) {
    for seconds in [0, 2, 1e5] {
      for documents in [0, 7, 1_234_567_890] {
        for total in [nil, 200_000_000] {
          var line = line
          (line.documents, line.seconds, line.totalBytes) = (documents, seconds, total)
          #expect(line.bar(width: width).terminalWidth < max(2, width))
        }
      }
    }
  }

  @Test("leaves out the rate before the documents, and these before the time left")
  func narrow() {
    #expect(line.bar(width: 50) == "███░░░░░░░░░░░░ 25 %, 12,345 documents, 0:06 left")
    #expect(line.bar(width: 40) == "█████░░░░░░░░░░░░░░░░░░ 25 %, 0:06 left")
    #expect(line.bar(width: 16) == "██░░░░░░░░ 25 %")
  }

  @Test("moves while a batch is being written, as fast as before, up to what is read")
  func moving() throws {
    var line = line
    line.readBytes = 100_000_000
    let start = try #require(line.fraction)
    line.seconds = 3
    let later = try #require(line.fraction)
    line.seconds = 4
    let full = try #require(line.fraction)
    line.seconds = 50
    #expect(start < later && later < full)
    #expect(line.fraction == full)
  }

  @Test("does not say that nothing is left before it is so")
  func timeLeft() {
    var line = line
    (line.readBytes, line.writtenBytes) = (200_000_000, 200_000_000)
    #expect(line.plain == "99 %, 12,345 documents, 100.0 MB/s, 0:01 left")
    line.isFinishing = true
    line.seconds = 31
    #expect(line.plain == "100 %, 12,345 documents, finishing, 0:31")
    #expect(line.bar(width: 60) == "██████████████████ 100 %, 12,345 documents, finishing, 0:31")
  }

  @Test("says nothing about the time left before it knows")
  func early() {
    var line = line
    line.seconds = 1.9
    #expect(!line.plain.contains("left"))
    (line.writtenBytes, line.writtenSeconds, line.seconds) = (0, 0, 60)
    #expect(line.plain == "6 %, 12,345 documents")
  }
}
