import Foundation
import MartletTestSupport
import Testing

@testable import MartletToolSupport

@Suite("Output of the tools")
struct OutputTests {
  @Test("columns are aligned, lines have no spaces at their ends")
  func table() {
    var table = TextTable(columns: [.left, .right, .left], indent: 1)
    table.add(["name", "size", "remark"])
    table.addRule()
    table.add(["Zürich", "7", "é"])
    table.add(["a", "1,000"])
    #expect(
      table.text == """
         name     size  remark
         ─────────────────────
         Zürich      7  é
         a       1,000
        """)
  }

  @Test("ideographs and Hangul take two columns, marks none")
  func wideLetters() {
    var table = TextTable(columns: [.left, .left])
    table.add(["東京", "1"])
    table.add(["대\u{1103}\u{1162}", "2"])
    table.add(["e\u{301}abc", "3"])
    #expect(table.text == "東京  1\n대\u{1103}\u{1162}  2\ne\u{301}abc  3")
    #expect("東京都".shortened(to: 6) == "東京都")
    #expect("東京都".shortened(to: 5) == "東京…")
    #expect("東京都".shortened(to: 4) == "東…")
  }

  #if os(Linux)
    @Test("that cannot be written is a failure")
    func fullDevice() throws {
      let mart = try ChildProcess.program("mart")
      let full = try ChildProcess.shell("'\(mart)' help > /dev/full 2>&1")
      #expect(full.end == .exit(2))
      let whole = try ChildProcess.shell("'\(mart)' help")
      #expect(whole.end == .exit(0) && whole.output.contains("Usage"))
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test("is whole also where it has to wait for whoever reads it, and was told not to")
    func nonblockingPipe() throws {
      let run = try CommandRun()
      let lines = (0..<3_000).map { "{\"id\": \($0), \"t\": \"some words of document \($0)\"}" }
      try run.write("lines.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i --input @lines.jsonl --text t") == .success)
      let pipe = Pipe()
      #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try ChildProcess.program("mart"))
      process.arguments = ["export", run.path("i")]
      process.standardOutput = pipe
      try process.run()
      try pipe.fileHandleForWriting.close()
      usleep(300_000)
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(output.count(where: { $0 == UInt8(ascii: "\n") }) == 3_000)
    }
  #endif

  @Test("a text is shortened to a width, with an ellipsis inside it")
  func shortening() {
    #expect("abcdef".shortened(to: 6) == "abcdef")
    #expect("abcdefg".shortened(to: 6) == "abcde…")
  }

  @Test("counts have a comma every three digits")
  func counts() {
    #expect(
      [0, 999, 1000, 1_234_567, -45_678].map(Figures.count) == [
        "0", "999", "1,000", "1,234,567", "-45,678",
      ])
  }

  @Test("bytes and durations are given in the unit that fits")
  func units() {
    #expect(
      [0, 999, 1000, 4_240_000, 1_234_000_000].map(Figures.bytes) == [
        "0 B", "999 B", "1.0 kB", "4.2 MB", "1.2 GB",
      ])
    #expect(
      [8.7e-7, 1.234e-5, 0.0045, 0.9999, 99.9, 185].map(Figures.time) == [
        "870 ns", "12.3 µs", "4.5 ms", "1.0 s", "99.9 s", "3:05 min",
      ])
  }

  @Test("a ratio is as exact as it needs to be")
  func ratios() {
    #expect(
      [0.46, 1.44, 38.2, 1_234, .infinity].map(Figures.ratio) == [
        "0.5×", "1.4×", "38×", "1,200×", "–",
      ])
  }

  @Test("samples know their best, median and percentiles")
  func samples() {
    let samples = Samples((1...20).map(Double.init).shuffled())
    #expect(samples.best == 1)
    #expect(samples.median == 10.5)
    #expect(samples.percentile(0.95) == 19)
    #expect(samples.percentile(1) == 20)
    #expect(samples.mean == 10.5)
    #expect(Samples([3, 1, 2]).median == 2)
  }
}
