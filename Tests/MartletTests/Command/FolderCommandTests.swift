#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Indexes of the files of a folder")
  struct FolderCommandTests {
    private func keys(_ run: borrowing CommandRun, _ index: String = "i") throws -> [String] {
      try SearchIndex<Record>.readOnly(path: run.path(index)).snapshot().keysSync().sorted()
    }

    @Test("lose the documents of files that are gone, and say how many")
    func gone() throws {
      let run = try CommandRun()
      for name in ["a.txt", "b.txt", "deep/c.txt", "deep/d.txt"] { try run.write("t/\(name)", "x") }
      #expect(run("index @i --files @t") == .success)
      #expect(try keys(run) == ["a.txt", "b.txt", "deep/c.txt", "deep/d.txt"])
      try FileManager.default.removeItem(atPath: run.path("t/b.txt"))
      try FileManager.default.removeItem(atPath: run.path("t/deep"))
      try run.write("t/e.txt", "x")
      let outcome = try run.output("index @i --files @t/")
      #expect(outcome.end == .exit(0))
      #expect(outcome.lines.last == "3 documents removed, whose files are gone")
      #expect(try keys(run) == ["a.txt", "e.txt"])
    }

    @Test("keep the documents of a folder that cannot be read at the moment")
    func unreadable() throws {
      let listing = try CommandRun()
      for name in ["a.txt", "deep/c.txt"] { try listing.write("t/\(name)", "x") }
      let found = try FolderListing(listing.path("t"))
      #expect(found.files.map(\.path) == ["a.txt", "deep/c.txt"])
      #expect(!found.mayHave("deep/gone.txt"))
      guard getuid() != 0 else {
        print("SKIPPED: the superuser may read any folder, so none is sealed in this test")
        return
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: listing.path("t/deep"))
      let sealed = try FolderListing(listing.path("t"))
      #expect(sealed.mayHave("deep/c.txt") && !sealed.mayHave("deeper"))
    }

    @Test("keep the document of a file of which the system says nothing at the moment")
    func unknown() throws {
      let listing = try CommandRun()
      try listing.write("t/a.txt", "x")
      // A path that is too long for the system, of a file in a folder that is not.
      var folder = listing.path("t")
      while folder.utf8.count < 3_800 { folder += "/" + String(repeating: "d", count: 200) }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let name = String(repeating: "f", count: 250)
      while folder.utf8.count + 1 + name.utf8.count <= 4_096 {
        folder += "/" + String(repeating: "e", count: 40)
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
      let descriptor = unsafe open(folder, O_RDONLY)
      defer { close(descriptor) }
      let file = unsafe openat(descriptor, name, O_CREAT | O_WRONLY, 0o600)
      try #require(file >= 0)
      close(file)
      let path = String(folder.dropFirst(listing.path("t").count + 1)) + "/" + name
      let found = try FolderListing(listing.path("t"))
      #expect(found.files.map(\.path) == ["a.txt"])
      #expect(found.unknown == [path])
      #expect(found.mayHave(path) && found.mayHave(path + "/x") && !found.mayHave("b.txt"))
    }

    @Test("do not have the files of indexes, wherever these are in the folder")
    func indexes() throws {
      let run = try CommandRun()
      try run.write("t/a.txt", "x")
      try run.write("lines.jsonl", #"{"id": "1", "t": "x"}"#)
      #expect(run("index @t/other/deep --input @lines.jsonl") == .success)
      try run.write("t/other/deep/notes.txt", "x")
      for _ in 0..<2 {
        #expect(run("index @t/i --files @t") == .success)
        #expect(try keys(run, "t/i") == ["a.txt"])
      }
      #expect(run("index @s --files @t/other/deep") == .success)
      #expect(try keys(run, "s") == ["notes.txt"])
    }

    @Test("are not made of a folder that is not there, is a file, or is empty")
    func missing() throws {
      let run = try CommandRun()
      try run.write("a.txt", "x")
      try FileManager.default.createDirectory(
        atPath: run.path("empty"), withIntermediateDirectories: true)
      for (name, message) in [
        ("none", "there is no folder \(run.path("none"))"),
        ("a.txt", "\(run.path("a.txt")) is a file, not a folder; --input reads files"),
        ("empty", "the folder \(run.path("empty")) has no files; the index was not changed"),
      ] {
        let outcome = try run.output("index @i --files @\(name)")
        #expect(outcome.end == .exit(2))
        #expect(outcome.output == "mart: \(message)\n")
        #expect(!FileManager.default.fileExists(atPath: run.path("i")))
      }
    }

    #if os(Linux)
      @Test("are counted if no text can name them")
      func misnamed() throws {
        let run = try CommandRun()
        try FileManager.default.createDirectory(
          atPath: run.path("t"), withIntermediateDirectories: true)
        let name = Array(run.path("t/bad").utf8) + [0xFF, 0]
        let descriptor = unsafe name.withUnsafeBufferPointer { name in
          unsafe name.withMemoryRebound(to: CChar.self) { name in
            unsafe name.baseAddress.map { unsafe creat($0, 0o600) } ?? -1
          }
        }
        try #require(descriptor >= 0)
        close(descriptor)
        let alone = try run.output("index @i --files @t")
        #expect(alone.end == .exit(2))
        #expect(
          alone.output
            == "mart: the folder \(run.path("t")) has no files with names in UTF-8; the index was not "
            + "changed\n")
        try run.write("t/a.txt", "x")
        let both = try run.output("index @i --files @t")
        #expect(both.end == .exit(0))
        #expect(both.output.contains("\n1 file left out, whose names are not UTF-8\n"))
        #expect(try keys(run) == ["a.txt"])
      }
    #endif

    @Test("keep everything when the folder has become empty, as one that is not mounted")
    func emptied() throws {
      let run = try CommandRun()
      try run.write("t/a.txt", "x")
      #expect(run("index @i --files @t") == .success)
      try FileManager.default.removeItem(atPath: run.path("t/a.txt"))
      #expect(run("index @i --files @t") == .failure)
      #expect(try keys(run) == ["a.txt"])
    }

    @Test("are of one folder: the files of another one do not replace them")
    func otherFolder() throws {
      let run = try CommandRun()
      for name in ["t/a.txt", "s/b.txt"] { try run.write(name, "x") }
      #expect(run("index @i --files @t") == .success)
      let outcome = try run.output("index @i --files @s")
      #expect(outcome.end == .exit(2))
      #expect(
        outcome.output.hasPrefix(
          "mart: \(run.path("i")) has the files of \(run.path("t")), not of \(run.path("s")); "))
      #expect(try keys(run) == ["a.txt"])
      #expect(run("index @i --files @s --rebuild") == .success)
      #expect(try keys(run) == ["b.txt"])
    }

    @Test("take no options that say what a document is")
    func options() throws {
      let run = try CommandRun()
      try run.write("t/a.txt", "x")
      for option in ["--key path", "--text x", "--date x", "--input @t/a.txt"] {
        #expect(run("index @i --files @t \(option)") == .usage)
      }
    }
  }
#endif
