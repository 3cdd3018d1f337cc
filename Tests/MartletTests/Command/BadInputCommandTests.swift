import Foundation
import Martlet
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("Bad input on the command line")
struct BadInputCommandTests {
  private func keys(_ query: String, in folder: String) throws -> [String] {
    try SearchIndex<Record>.readOnly(path: folder).searchSync(query).hits.map(\.id)
  }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private static let tooDeep =
    "{\"id\": \"1\", \"t\": \(String(repeating: "[", count: 100_000))"

  @Test(
    "a first document that no index takes leaves no folder behind",
    arguments: [
      "{}", #"{"id": ""}"#, #"{"id": "", "t": "x", "n": 1}"#,
      #"{"id": "1", "t": {"a": "x"}, "n": 1}"#,
      #"{"id": "1", "t": "x", "n": "many"}"#, #"{"id": "1", "t": "x", "n": 1e400}"#, tooDeep,
      "{\"id\": \"\(String(repeating: "k", count: 10_000))\", \"t\": \"x\", \"n\": 1}",
      #"{"id": 1.5, "t": "x", "n": 1}"#, "\u{0}", #"["id"]"#, "[", "", "\n \n",
    ])
  func refused(line: String) throws {
    let run = try CommandRun()
    try run.write("bad.jsonl", line + "\n")
    #expect(run("index @i --input @bad.jsonl --text t --number n") == .failure)
    #expect(!isThere(run.path("i")))
    try FileManager.default.createDirectory(
      atPath: run.path("empty"), withIntermediateDirectories: true)
    #expect(run("index @empty --input @bad.jsonl --text t --number n") == .failure)
    #expect(try FileManager.default.contentsOfDirectory(atPath: run.path("empty")) == [])
  }

  @Test("a bad line behind the first thousand leaves no folder behind either")
  func late() throws {
    let run = try CommandRun()
    let lines = (0..<1_500).map { "{\"id\": \"\($0)\", \"t\": \"x\"}" } + ["{"]
    try run.write("bad.jsonl", lines.joined(separator: "\n"))
    #expect(run("index @i --input @bad.jsonl") == .failure)
    #expect(!isThere(run.path("i")))
  }

  @Test("a refused file leaves an index, and other files, as they were")
  func others() throws {
    let run = try CommandRun()
    try run.write("good.jsonl", #"{"id": "1", "t": "x"}"#)
    try run.write("bad.jsonl", #"{"id": "", "t": "y"}"#)
    try run.write("other/a.txt", "mine")
    #expect(run("index @i --input @good.jsonl") == .success)
    #expect(run("index @i --input @bad.jsonl") == .failure)
    #expect(try keys("x", in: run.path("i")) == ["1"])
    #expect(run("index @other --input @bad.jsonl --text t") == .failure)
    #expect(isThere(run.path("other/a.txt")))
  }

  @Test("line ends, marks, numbers as text, values of any shape and repeated keys are taken")
  func taken() throws {
    let run = try CommandRun()
    let text =
      "\u{FEFF}{\"id\": \"1\", \"t\": \"first\"}\r\n\r\n"
      + "{\"id\": 2, \"t\": 42, \"v\": [[1, {\"a\": [2]}], {}]}\r\n{\"id\": \"1\", \"t\": \"last\"}"
    try run.write("odd.jsonl", text)
    #expect(run("index @i --input @odd.jsonl --text t") == .success)
    let folder = run.path("i")
    #expect(try keys("first", in: folder) == [])
    #expect(try keys("last", in: folder) == ["1"])
    #expect(try keys("42", in: folder) == ["2"])
  }

  @Test("a word that is too long for an index is left out, and its document is there")
  func longWord() throws {
    let run = try CommandRun()
    let word = String(repeating: "a", count: 2_000_000)
    try run.write("long.jsonl", "{\"id\": \"1\", \"t\": \"\(word) small\"}")
    #expect(run("index @i --input @long.jsonl") == .success)
    #expect(try keys("small", in: run.path("i")) == ["1"])
  }

  @Test("ten thousand fields are stored, and too many to be searched")
  func manyFields() throws {
    let run = try CommandRun()
    let members = (0..<10_000).map { "\"f\($0)\": \"w\"" }.joined(separator: ", ")
    try run.write("many.jsonl", "{\"id\": \"1\", \(members)}")
    #expect(run("index @all --input @many.jsonl") == .failure)
    #expect(!isThere(run.path("all")))
    #expect(run("index @i --input @many.jsonl --text f9999") == .success)
    #expect(try keys("w", in: run.path("i")) == ["1"])
  }

  @Test("files and folders that are something else are a failure")
  func places() throws {
    let run = try CommandRun()
    try run.write("good.jsonl", #"{"id": "1", "t": "x"}"#)
    try run.write("other/a.txt", "mine")
    #expect(run("index @i --input @other") == .failure)
    #expect(run("index @good.jsonl --input @good.jsonl") == .failure)
    #expect(run("index @good.jsonl/i --input @good.jsonl") == .failure)
    for folder in ["@none", "@other", "@good.jsonl"] {
      #expect(run("search \(folder) x") == .failure)
      #expect(run("stats \(folder)") == .failure)
      #expect(run("check \(folder)") == .failure)
    }
  }

  @Test("an index whose files were cut or overwritten is a failure")
  func damaged() throws {
    let lines = (0..<500).map { "{\"id\": \"\($0)\", \"t\": \"word\($0) x\"}" }
    for cut in [true, false] {
      let run = try CommandRun()
      try run.write("good.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i --input @good.jsonl") == .success)
      for name in try FileManager.default.contentsOfDirectory(atPath: run.path("i")) {
        let url = URL(fileURLWithPath: run.path("i/\(name)"))
        let data = try Data(contentsOf: url)
        if cut { try data.prefix(data.count / 2).write(to: url) }
        if !cut, name.hasPrefix("manifest") { try Data(repeating: 0xA5, count: 300).write(to: url) }
      }
      #expect(run("search @i x") == .failure)
      #expect(run("stats @i") == .failure)
      #expect(run("check @i") == .negative)
    }
  }

  @Test("limits of hits are whole numbers up to a hundred thousand")
  func limits() throws {
    let run = try CommandRun()
    try run.write("good.jsonl", #"{"id": "1", "t": "x"}"#)
    #expect(run("index @i --input @good.jsonl") == .success)
    #expect(run("search @i x --limit 0") == .success)
    #expect(run("search @i y --limit 0") == .negative)
    #expect(run("search @i x --limit 100000") == .success)
    for limit in ["100001", "-1", "99999999999999999999", "x"] {
      #expect(run("search @i x --limit \(limit)") == .usage)
    }
  }
}
