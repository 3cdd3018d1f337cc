import Martlet
import MartletTestSupport
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("The analyze command")
struct AnalyzeCommandTests {
  private func lines(_ text: String, _ analyzer: Analyzer, _ use: TokenUse = .indexing) -> [String]
  {
    AnalysisTable(analyzer: analyzer, use: use).text(of: text).split(separator: "\n")
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("each term has a line with its position, its place, the steps and what it is")
  func table() {
    let lines = lines("The cats", .language("en"))
    #expect(lines.contains { $0.hasPrefix("1 standard 17.0") })
    #expect(lines.contains("position bytes step 1 step 2 step 3 step 4 step 5 term"))
    #expect(
      lines.suffix(3) == [
        "0 0–3 The the the the the the stop word",
        "1 4–8 cats cats cats cat cats cat cats cat cats",
        "1 cat stem",
      ])
  }

  #if os(macOS) || os(Linux)
    @Test("an input that cannot be read, or is no text, is a failure")
    func badInput() throws {
      let mart = try ChildProcess.program("mart")
      for input in ["<&-", "</tmp", "<<< \"$(printf '\\377\\376')\""] {
        let line = ["-c", "\"$0\" analyze - \(input)", mart]
        let outcome = try ChildProcess.run("/bin/bash", line)
        #expect(outcome.end == .exit(2) && outcome.output.contains("mart: "), "\(outcome)")
      }
      let line = ["-c", "echo two words | \"$0\" analyze -", mart]
      #expect(try ChildProcess.run("/bin/bash", line).output.contains("words"))
    }
  #endif

  @Test("words of several positions and words without a term are shown")
  func parts() {
    let analyzer = Analyzer.code.stopWords(.english, droppedFrom: .index)
    let lines = lines("the userId", analyzer)
    #expect(
      lines.suffix(4).map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
        == ["left out", "2 positions", "1 user", "2 id"])
  }

  @Test("markup is no word, and places are those in the text with its markup")
  func source() {
    let lines = lines("<b>Cat</b>&amp;<i>dog</i>", Analyzer.standard.source(.html))
    #expect(lines.suffix(2) == ["0 3–6 Cat cat cat", "1 18–21 dog dog dog"])
  }

  @Test("the command line chooses the analyzer and what the terms are for")
  func command() throws {
    let run = try CommandRun()
    #expect(run("analyze Häuser --language de") == .success)
    #expect(run("analyze Häuser --analyzer language:de:umlauts --for query") == .success)
    #expect(run("analyze <b>Häuser</b> --source html") == .success)
    #expect(run("analyze Häuser --source latex") == .usage)
    #expect(run("analyze Häuser --language klingon") == .usage)
    #expect(run("analyze Häuser --analyzer none") == .usage)
    #expect(run("analyze Häuser --analyzer standard --language de") == .usage)
    #expect(run("analyze Häuser --for fun") == .usage)
    #expect(run("analyze") == .usage)
  }
}
