import Foundation
import Martlet
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("The index command")
struct IndexCommandTests {
  private static let notes = """
    {"id": "1", "title": "Swifts", "text": "They sleep while they fly.", "year": 1758}

    {"id": 2, "title": "Martlets", "text": "Birds that never land.", "tags": ["heraldry"]}
    """

  private func keys(_ query: String, in folder: String) throws -> [String] {
    try SearchIndex<Record>.readOnly(path: folder).searchSync(query).hits.map(\.id)
  }

  @Test("JSON lines become documents that are found by their strings")
  func lines() throws {
    let run = try CommandRun()
    try run.write("notes.jsonl", Self.notes)
    #expect(run("index @index --input @notes.jsonl") == .success)
    #expect(try keys("birds", in: run.path("index")) == ["2"])
    #expect(try keys("title:swifts", in: run.path("index")) == ["1"])
    #expect(try keys("tags:heraldry", in: run.path("index")) == ["2"])
  }

  @Test("only the fields that are named are searched, each as its kind")
  func namedFields() throws {
    let run = try CommandRun()
    try run.write("notes.jsonl", Self.notes)
    #expect(
      run("index @i --input @notes.jsonl --text title:2 --keyword tags --number year") == .success)
    #expect(try keys("birds", in: run.path("i")) == [])
    #expect(try keys("year:1758", in: run.path("i")) == ["1"])
    #expect(try keys("tags:heraldry", in: run.path("i")) == ["2"])
  }

  @Test("a second run replaces documents by their keys and keeps the fields")
  func again() throws {
    let run = try CommandRun()
    try run.write("notes.jsonl", Self.notes)
    try run.write("more.jsonl", #"{"id": "1", "title": "Swallows", "other": "x"}"#)
    #expect(run("index @i --input @notes.jsonl --text title") == .success)
    #expect(run("index @i --input @more.jsonl") == .success)
    #expect(try keys("swifts", in: run.path("i")) == [])
    #expect(try keys("swallows", in: run.path("i")) == ["1"])
    #expect(try SearchIndex<Record>.readOnly(path: run.path("i")).statistics.documentCount == 2)
    #expect(run("index @i --input @more.jsonl --text other") == .failure)
  }

  @Test(
    "of a file that cannot be indexed nothing is found",
    arguments: [
      #"{"id": "1", "t": "x"}"# + "\n" + #"{"id": "2" "t": "x"}"#, #"{"t": "x"}"#, "", "[1]",
      #"{"id": "1", "t": "x", "n": "many"}"#, #"{"id": "1", "n": 1}"#,
    ])
  func refusedFiles(text: String) throws {
    let run = try CommandRun()
    try run.write("bad.jsonl", text)
    #expect(run("index @i --input @bad.jsonl --text t --number n") == .failure)
    let found = (try? keys("x", in: run.path("i"))) ?? []
    #expect(found == [])
  }

  @Test("what is left of an index without a manifest can be removed for a new one")
  func rebuildingLeftovers() throws {
    let run = try CommandRun()
    try run.write("a.jsonl", #"{"id": "1", "t": "storm", "k": "x"}"#)
    #expect(run("index @i --input @a.jsonl --text t") == .success)
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: run.path("i"))
    where name.hasPrefix("manifest-") {
      try files.removeItem(atPath: run.path("i") + "/" + name)
    }
    #expect(run("index @i --input @a.jsonl --text t") == .failure)
    #expect(run("index @i --input @a.jsonl --text t --rebuild") == .success)
    #expect(run("check @i") == .success)
    #expect(run("index @j --input @a.jsonl --keyword k --language de") == .usage)
    #expect(run("reindex @i --keyword k --language de") == .usage)
  }

  @Test("a missing file is a failure, a wrong command line is a wrong use")
  func statuses() throws {
    let run = try CommandRun()
    #expect(run("index @i --input @none.jsonl") == .failure)
    #expect(run("index @i") == .usage)
    #expect(run("index @i --input a --files b") == .usage)
    #expect(run("index @i --files @x --text t") == .usage)
    #expect(run("index @i --files @x") == .failure)
  }

  @Test("the text files of a folder are found by their words and their paths")
  func files() throws {
    let run = try CommandRun()
    try run.write("texts/a.txt", "alpha")
    try run.write("texts/deep/b.md", "beta")
    try run.write("texts/.hidden/c.txt", "gamma")
    try run.write("texts/binary", "delta\u{0}")
    #expect(run("index @i --files @texts") == .success)
    let folder = run.path("i")
    #expect(try keys("beta", in: folder) == ["deep/b.md"])
    #expect(try keys("path:deep", in: folder) == ["deep/b.md"])
    #expect(try keys("gamma", in: folder) == [])
    #expect(try keys("delta", in: folder) == [])
  }

  @Test("files of HTML and Markdown are read as a person reads them, others as they are")
  func fileKinds() throws {
    let run = try CommandRun()
    try run.write("texts/a.HTML", "<p class=secret>wo<b>rd</b></p><script>secret</script>")
    try run.write("texts/b.htm", "<i>w</i>ord<!-- secret -->")
    try run.write("texts/c.md", "---\nlayout: secret\n---\n*wo*rd [x](secret)")
    try run.write("texts/d.markdown", "wo**rd**\n\n[secret]: /x")
    try run.write("texts/e.txt", "<b>markup</b>")
    #expect(run("index @i --files @texts") == .success)
    let folder = run.path("i")
    #expect(try keys("word", in: folder).sorted() == ["a.HTML", "b.htm", "c.md", "d.markdown"])
    #expect(try keys("secret", in: folder) == [])
    #expect(try keys("b markup", in: folder) == ["e.txt"])
  }

  @Test("members of HTML and Markdown are searched without their markup, and come back with it")
  func markup() throws {
    let run = try CommandRun()
    try run.write(
      "pages.jsonl",
      #"{"id": "1", "page": "<em>swi</em>ft", "note": "a_b [c](d)", "text": "<em>"}"#)
    #expect(
      run("index @i --input @pages.jsonl --html page:2 --markdown note --text text") == .success)
    let folder = run.path("i")
    for (query, found) in [
      ("page:swift", ["1"]), ("page:em", []), ("note:c", ["1"]), ("note:d", []), ("text:em", ["1"]),
    ] {
      #expect(try keys(query, in: folder) == found, "\(query)")
    }
    let index = try SearchIndex<Record>.readOnly(path: folder)
    #expect(try index.document(forKey: "1")?["page"] == .string("<em>swi</em>ft"))
  }
}
