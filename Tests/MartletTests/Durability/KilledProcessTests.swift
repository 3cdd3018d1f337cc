import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

// Other platforms let no program start another.
#if os(macOS) || os(Linux)
  /// The environment variable that tells the child process of an exit test its folder.
  private let folderVariable = "MARTLET_TEST_FOLDER"

  /// The storage of a child process.
  private func childStorage() throws -> FileStorage {
    let path = ProcessInfo.processInfo.environment[folderVariable] ?? ""
    return try FileStorage(path: path, createIfMissing: false)
  }

  @Suite("A process that is killed", .serialized)
  struct KilledProcessTests {
    /// Makes a folder that child processes know.
    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      unsafe setenv(folderVariable, folder.path, 1)
      return folder
    }

    @Test("loses no batch that was acknowledged, and no lock stays")
    func killed() async throws {
      let folder = try folder()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let index = try NumberIndex(childStorage(), seed: 1)
        for step in [Step.append, .append, .checkpoint, .append, .append] { try index.run(step) }
        kill(getpid(), SIGKILL)
      }
      let storage = try FileStorage(path: folder.path, createIfMissing: false)
      #expect(try NumberIndex.numbers(in: storage).count == 4)
      let index = try NumberIndex(storage, seed: 2)
      try index.append()
      try index.close()
      #expect(try NumberIndex.numbers(in: storage).count == 5)
    }

    @Test("cannot write while another process does, but can read")
    func secondProcess() async throws {
      let folder = try folder()
      let storage = try FileStorage(path: folder.path, createIfMissing: false)
      let index = try NumberIndex(storage, seed: 1)
      try index.append()
      await #expect(processExitsWith: .exitCode(42)) {
        let storage = try childStorage()
        guard thrownCode({ try NumberIndex(storage, seed: 2) }) == .writerBusy else { exit(1) }
        guard try NumberIndex.numbers(in: storage).count == 1 else { exit(2) }
        exit(42)
      }
      try index.close()
    }
  }
#endif
