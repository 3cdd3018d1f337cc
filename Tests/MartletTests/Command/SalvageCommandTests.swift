import Foundation
import Martlet
import MartletTestSupport
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("The salvage command")
struct SalvageCommandTests {
  private func indexed() throws -> CommandRun {
    let run = try CommandRun()
    let lines = (0..<200).map { "{\"id\": \"\($0)\", \"text\": \"word\($0) and more\"}" }
    try run.write("a.jsonl", lines[..<100].joined(separator: "\n"))
    try run.write("b.jsonl", lines[100...].joined(separator: "\n"))
    #expect(run("index @i --input @a.jsonl") == .success)
    #expect(run("index @i --input @b.jsonl") == .success)
    return run
  }

  private func files(_ run: borrowing CommandRun, _ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      .filter { $0.hasPrefix(prefix) }.sorted()
  }

  @Test("copies what is readable, and leaves the old folder as it is")
  func segments() throws {
    let run = try indexed()
    let file = try #require(files(run, "seg-").first)
    try run.write("i/\(file)", "nothing")
    #expect(run("check @i") == .negative)
    #expect(run("search @i word7") == .failure)
    #expect(run("search @i more --salvage") == .success)
    #expect(run("salvage @i @j") == .success)
    #expect(run("check @j") == .success)
    let copy = try SearchIndex<Record>.readOnly(path: run.path("j"))
    #expect(try copy.searchSync("more").total == .exactly(100))
    #expect(try copy.recordSchema()?.fields.map(\.name) == ["text"])
    #expect(run("salvage @i @j") == .failure)
    let missing = try run.output("salvage @none @k")
    #expect(missing.end == .exit(2) && missing.output.hasPrefix("mart: there is no folder "))
    #expect(try String(contentsOfFile: run.path("i/\(file)"), encoding: .utf8) == "nothing")
  }

  @Test("takes the schema from the manifest before, or from the command line")
  func manifests() throws {
    let run = try indexed()
    let manifests = try files(run, "manifest-")
    #expect(manifests.count == 2)
    try run.write("i/\(manifests[1])", "damaged")
    #expect(run("salvage @i @j") == .success)
    let copy = try SearchIndex<Record>.readOnly(path: run.path("j"))
    #expect(try copy.searchSync("more").total == .exactly(200))
    try run.write("i/\(manifests[0])", "damaged")
    #expect(run("salvage @i @k") == .failure)
    #expect(!FileManager.default.fileExists(atPath: run.path("k")))
    #expect(run("salvage @i @k --text text:2") == .success)
    let again = try SearchIndex<Record>.readOnly(path: run.path("k"))
    #expect(try again.searchSync("word7").hits.first?.id == "7")
    #expect(try again.searchSync("more").total == .exactly(200))
    #expect(try again.recordSchema()?.fields.map(\.weight) == [2])
  }

  @Test("backup copies an index that is sound, and says which command copies one that is not")
  func backup() throws {
    let run = try indexed()
    #expect(run("backup @i @j") == .success)
    #expect(run("check @j") == .success)
    let copy = try SearchIndex<Record>.readOnly(path: run.path("j"))
    #expect(try copy.searchSync("more").total == .exactly(200))
    #expect(try copy.recordSchema()?.fields.map(\.name) == ["text"])
    #expect(run("backup @i @j") == .failure)
    let file = try #require(files(run, "seg-").first)
    try run.write("i/\(file)", "nothing")
    #expect(run("backup @i @k") == .failure)
    #expect(try !SearchIndex<Record>.exists(path: run.path("k")))
  }

  @Test("the report is in sentences, with each problem on a line")
  func report() throws {
    let run = try indexed()
    let file = try #require(files(run, "seg-").last)
    try run.write("i/\(file)", "")
    let report = try SearchIndex<Record>.salvage(from: run.path("i"), to: run.path("j"))
    let lines = SalvageCommand.text(report, folder: "new", seconds: 0.5).split(separator: "\n")
    #expect(lines.first == "new: 100 documents, 500 ms")
    #expect(lines.dropFirst().first?.hasPrefix("known to be lost: 100 documents; ") == true)
    #expect(lines.last?.hasPrefix("  ") == true && lines.last?.hasSuffix("(\(file))") == true)
    #expect(lines.last?.contains("corrupted:") == false)
  }

  @Test("is named by what any command says of damage, and calls of the library are not")
  func waysOut() throws {
    let damage: [(String, (borrowing CommandRun) throws -> Void)] = [
      (
        "a segment that is not there",
        { run in
          let segment = try #require(files(run, "seg-").first)
          try FileManager.default.removeItem(atPath: run.path("i/\(segment)"))
        }
      ),
      (
        "a manifest that is not what was written",
        { run in try run.write("i/\(#require(files(run, "manifest-").last))", "damaged") }
      ),
      (
        "no manifest",
        { run in
          for manifest in try files(run, "manifest-") {
            try FileManager.default.removeItem(atPath: run.path("i/\(manifest)"))
          }
        }
      ),
    ]
    for (name, damage) in damage {
      let run = try indexed()
      try damage(run)
      for command in ["search @i more", "get @i 7", "delete @i 7", "index @i -i @a.jsonl"] {
        let outcome = try run.output(command)
        #expect(outcome.end == .exit(2), "\(name), \(command)")
        #expect(outcome.output.contains("mart salvage"), "\(name), \(command): \(outcome.output)")
        let named = ["onCorruption", "salvage(from:to:)", "open("].filter(outcome.output.contains)
        #expect(named == [], "\(name), \(command): \(outcome.output)")
      }
    }
  }
}
