#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// Anything in place of an index, or of one of its files, is refused with a message: no signal,
  /// no endless wait, no wrong answer, and nothing outside is touched.
  @Suite("Hostile folders")
  struct HostileFolderTests {
    typealias Index = SearchIndex<VictimDocument>

    /// An object in place of a file.
    enum Impostor: String, CaseIterable {
      case folder, pipe, linkToFile, danglingLink, linkToDevice, linkToItself, empty, unreadable

      /// Puts it at `path`, where a file is that moves to `aside`.
      func take(_ path: String, aside: String) throws {
        let files = FileManager.default
        if self == .unreadable {
          return try files.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        }
        try files.moveItem(atPath: path, toPath: aside)
        switch self {
        case .folder:
          try files.createDirectory(atPath: path, withIntermediateDirectories: false)
          try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/file"))
        case .pipe: #expect(unsafe mkfifo(path, 0o644) == 0)
        case .linkToFile: try files.createSymbolicLink(atPath: path, withDestinationPath: aside)
        case .danglingLink:
          try files.createSymbolicLink(atPath: path, withDestinationPath: aside + ".none")
        case .linkToDevice:
          try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case .linkToItself: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
        case .empty, .unreadable: try Data().write(to: URL(fileURLWithPath: path))
        }
      }
    }

    /// An index with two segments, deletions and a log, as a killed process leaves it, and what it
    /// holds.
    private static func makeIndex(_ path: String) throws -> VictimContents {
      var order = VictimOrder(folder: path, seed: 5, count: 60, durability: .normal)
      order.memoryLimit = 20_000
      let run = try KilledRun(order, until: .afterSteps(50, 0))
      let contents = try VictimContents(Index.readOnly(path: path))
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      for kind in kinds {
        try #require(names.contains { $0.hasPrefix(kind) }, "\(kind) \(run.complaints)")
      }
      return contents
    }

    /// The files of an index as ``makeIndex(_:)`` makes it, and what it holds, once for all
    /// impostors.
    private static let made = Result { () throws -> ([String: Data], VictimContents) in
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      let contents = try makeIndex(path)
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        files[name] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
      }
      return (files, contents)
    }

    /// Writes the index of ``made`` to a folder that is not there yet.
    private func writeIndex(_ path: String) throws -> VictimContents {
      let (files, contents) = try Self.made.get()
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
      for (name, bytes) in files {
        try bytes.write(to: URL(fileURLWithPath: path + "/" + name))
      }
      return contents
    }

    /// The names of files without those that a killed process had not finished.
    private func neededNames(_ path: String) throws -> [String] {
      let storage = try FileStorage(path: path, createIfMissing: false)
      let manifest = try ManifestStore.readNewest(from: storage, forWriting: false)
      let needed = manifest?.fileNames ?? []
      return try storage.list().sorted().filter { !$0.hasPrefix("seg-") || needed.contains($0) }
    }

    private static let kinds = ["manifest-", "seg-", "wal-", "LOCK"]

    /// Runs a command on a folder, as a person without special rights.
    private func mart(_ words: [String]) throws -> ChildProcess.Outcome {
      let mart = try ChildProcess.program("mart")
      guard getuid() == 0, FileManager.default.isExecutableFile(atPath: Self.setpriv) else {
        return try ChildProcess.run(mart, words)
      }
      return try ChildProcess.run(
        Self.setpriv, ["--reuid", "65534", "--regid", "65534", "--clear-groups", mart] + words)
    }

    private static let setpriv = "/usr/bin/setpriv"

    @Test("with an impostor of a file are refused", arguments: Impostor.allCases, kinds)
    func impostors(impostor: Impostor, kind: String) throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      let contents = try writeIndex(path)
      let name = try #require(try neededNames(path).last { $0.hasPrefix(kind) })
      let (file, aside) = (path + "/" + name, folder.path(of: "aside"))
      try impostor.take(file, aside: aside)
      let before = FileManager.default.contents(atPath: aside)
      let isHarmless =
        kind == "LOCK" || impostor == .unreadable && getuid() == 0
      let place = "\(impostor) \(kind)"
      do {
        let found = try VictimContents(Index.readOnly(path: path))
        #expect(isHarmless && found == contents, "\(place) was read")
      } catch {
        #expect([.corrupted, .io].contains(error.code) && !isHarmless, "\(place): \(error)")
      }
      do {
        let index = try Index(path: path)
        let found = try VictimContents(index)
        #expect(
          isHarmless && (kind != "LOCK" || impostor == .empty || impostor == .unreadable),
          "\(place) was written")
        #expect(found == contents, "\(place)")
        try index.closeSync()
      } catch {
        #expect([.corrupted, .io].contains(error.code), "\(place): \(error)")
      }
      #expect(FileManager.default.contents(atPath: aside) == before)
      if impostor == .folder {
        #expect(FileManager.default.contents(atPath: file + "/file") == Data("mine".utf8))
      }
    }

    @Test("with an impostor of a file end each command in a message", arguments: Impostor.allCases)
    func impostorsForCommands(impostor: Impostor) throws {
      let folder = try TemporaryFolder()
      try folder.put("good.jsonl", Array(#"{"id": "1", "t": "x"}"#.utf8))
      let input = folder.path(of: "good.jsonl")
      for kind in ["manifest-", "seg-", "LOCK"] {
        let path = folder.path(of: "index-\(kind)")
        #expect(
          try ChildProcess.run(ChildProcess.program("mart"), ["index", path, "--input", input])
            .end == .exit(0))
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        let name = try #require(names.last { $0.hasPrefix(kind) })
        try impostor.take(path + "/" + name, aside: folder.path(of: "aside-\(kind)"))
        for command in [["stats", path], ["check", path], ["search", path, "x"]] {
          let outcome = try mart(command)
          let isFine = kind == "LOCK" && impostor != .unreadable
          // A check tells damage, 1, from an index that it cannot read at all, 2.
          let ends: [ChildProcess.End] =
            isFine ? [.exit(0)] : command[0] == "check" ? [.exit(1), .exit(2)] : [.exit(2)]
          #expect(ends.contains(outcome.end), "\(impostor) \(kind): \(command) \(outcome)")
          let isTold = outcome.output.contains(command[0] == "check" ? "problem" : "mart: ")
          #expect(isFine || isTold || outcome.output.contains("mart: "), "\(command) \(outcome)")
        }
        let outcome = try mart(["index", path, "--input", input])
        #expect(outcome.end == .exit(2) && outcome.output.contains("mart: "), "\(outcome)")
      }
    }

    /// Paths that lead to no index, all refused, made in `folder`.
    private func wrongPaths(_ folder: TemporaryFolder) throws -> [String] {
      let files = FileManager.default
      try folder.put("file", [1])
      #expect(unsafe mkfifo(folder.path(of: "pipe"), 0o600) == 0)
      for (link, target) in [("dangling", "none"), ("loop", "loop"), ("deviceLink", "/dev/zero")] {
        try files.createSymbolicLink(
          atPath: folder.path(of: link), withDestinationPath: target)
      }
      try files.createDirectory(
        atPath: folder.path(of: "sealed"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0])
      try files.createDirectory(
        atPath: folder.path(of: "others"), withIntermediateDirectories: false)
      for name in ["segments_1", "write.lock", "_0.cfs", "db.sqlite", "tantivy.json"] {
        try folder.put("others/\(name)", Array("foreign".utf8))
      }
      let long = String(repeating: "x", count: 300)
      return ["file", "file/x", "pipe", "pipe/x", "dangling", "loop", "loop/x", "deviceLink", long]
        .map { folder.path(of: $0) }
        + ["/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/proc/version", ""]
        + [String(repeating: "/x", count: 3_000), folder.path(of: "sealed")]
    }

    @Test("and other things in place of one are refused by each command")
    func wrongPlaces() throws {
      let folder = try TemporaryFolder()
      let paths = try wrongPaths(folder)
      try folder.put("good.jsonl", Array(#"{"id": "1", "t": "x"}"#.utf8))
      let input = folder.path(of: "good.jsonl")
      for path in paths + [folder.path(of: "others"), folder.path(of: "none")] {
        for command in [["stats", path], ["check", path], ["search", path, "x"]] {
          let outcome = try mart(command)
          #expect(outcome.end == .exit(2), "\(command.prefix(2)) \(outcome)")
          #expect(outcome.output.hasPrefix("mart: ") && outcome.output.count > 20)
        }
        #expect(throws: SearchError.self, "\(path.prefix(60))") { try Index.readOnly(path: path) }
      }
      for path in paths {
        let outcome = try mart(["index", path, "--input", input])
        #expect(outcome.end == .exit(2), "index \(path.prefix(60)) \(outcome)")
        #expect(outcome.output.contains("mart: "))
        let files = try mart(["index", folder.path(of: "new"), "--files", path])
        #expect(files.end == .exit(2), "index --files \(path.prefix(60)) \(files)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "others"))
      #expect(names.count == 5, "\(names)")
    }

    @Test("that may only be read are searched, and not written")
    func readOnly() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      try folder.put("good.jsonl", Array(#"{"id": "1", "t": "x"}"#.utf8))
      let input = folder.path(of: "good.jsonl")
      let mart = try ChildProcess.program("mart")
      #expect(try ChildProcess.run(mart, ["index", path, "--input", input]).end == .exit(0))
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
      for command in [["stats", path], ["check", path], ["search", path, "x"]] {
        let outcome = try self.mart(command)
        #expect(outcome.end == .exit(0), "\(command) \(outcome)")
      }
      let outcome = try self.mart(["index", path, "--input", input])
      #expect(outcome.end == .exit(2) && outcome.output.contains("permission"), "\(outcome)")
      #expect(try ChildProcess.run(mart, ["check", path]).end == .exit(0))
    }

    @Test("behind links and dots are the same index, with one writer")
    func spellings() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      let contents = try writeIndex(path)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "link"), withDestinationPath: "index")
      let writer = try Index(path: path)
      for other in ["link", "link/", "index/../index", "link/.", "./link/../link"] {
        let other = folder.path(of: other)
        #expect(try VictimContents(Index.readOnly(path: other)) == contents)
        #expect(thrownCode { try Index(path: other) } == .writerBusy)
      }
      try writer.closeSync()
    }

    @Test("full of foreign names, such as no text is, are used as if these were not there")
    func foreignNames() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      let contents = try writeIndex(path)
      let names: [[UInt8]] = [
        Array("seg-\n".utf8), Array("manifest-zzzz".utf8), [0xFF, 0xFE], Array("é".utf8),
        Array(String(repeating: "x", count: 255).utf8), Array("wal-0".utf8), [0xED, 0xA0, 0x80],
        Array("manifest-00000000000000FF".utf8), Array("-rf".utf8), Array("..x".utf8),
      ]
      func opens(_ name: [UInt8], _ flags: Int32) -> Bool {
        let bytes = (Array((path + "/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
        let file = unsafe open(bytes, flags, 0o644)
        if file >= 0 { close(file) }
        return file >= 0
      }
      // A file system may refuse a name.
      let made = names.filter { opens($0, O_CREAT | O_WRONLY) }
      #expect(made.count > 5)
      #expect(try VictimContents(Index.readOnly(path: path)) == contents)
      let index = try Index(path: path)
      #expect(try VictimContents(index) == contents)
      try index.compactSync()
      try index.closeSync()
      #expect(try ChildProcess.run(ChildProcess.program("mart"), ["check", path]).end == .exit(0))
      #expect(made.filter { !opens($0, O_RDONLY) } == [], "a foreign file was removed")
    }

    @Test(
      "that are removed while the index is open end in errors, and searches go on",
      arguments: [Durability.full, .normal])
    func removed(durability: Durability) throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "index")
      let contents = try writeIndex(path)
      let index = try Index(path: path, options: IndexOptions(durability: durability))
      // Work in the background may make a file while the folder is being removed.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: path) {
        try? FileManager.default.removeItem(atPath: path)
      }
      try #require(!FileManager.default.fileExists(atPath: path))
      #expect(try VictimContents(index) == contents)
      #expect(throws: SearchError.self) {
        try index.writeSync { try $0.put(VictimDocument(key: "x", version: 1)) }
      }
      #expect(thrownCode { try index.flushSync() } == .durabilityUnknown)
      #expect(thrownCode { try index.checkpointSync() } != nil)
      #expect(thrownCode { try index.compactSync() } != nil)
      _ = try VictimContents(index)
      #expect(thrownCode { try index.closeSync() } != nil)
      #expect(thrownCode { try Index.readOnly(path: path) } == .notFound)
      let again = try Index(path: path)
      try again.writeSync { try $0.put(VictimDocument(key: "x", version: 1)) }
      try again.closeSync()
      #expect(try VictimContents(Index.readOnly(path: path)).documents == ["x": 1])
    }
  }
#endif
