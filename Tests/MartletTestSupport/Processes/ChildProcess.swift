// Other platforms let no program start another.
#if os(macOS) || os(Linux)
  import Foundation
  import Martlet

  /// A program that runs beside the test, with one pipe for all it prints, and an empty input.
  ///
  /// Used by one thread. A child that was not waited for is killed.
  package final class ChildProcess {
    /// The termination of a child.
    package enum End: Equatable, Sendable {
      case exit(Int32)
      case signal(Int32)
    }

    /// The child's number.
    package let id: Int32
    /// The most memory it had at a time, in bytes; known when it has ended.
    package private(set) var peakByteCount = 0
    let output: Int32
    private var buffer: [UInt8] = []
    private var end: End?

    /// One child is made at a time, so that none gets the pipe of another and keeps it open.
    private static let starting = Lock(())

    /// Starts the program at `path`, with a terminal in place of the pipe if one is given.
    package init(_ path: String, _ arguments: [String], terminal: Terminal? = nil) throws {
      (id, output) = try Self.starting.withLock { _ in
        guard let terminal else { return try Self.start(path, arguments, Self.makePipe()) }
        // `env` sets what the child shall see; this process keeps its own.
        let words =
          ["-u", "COLUMNS", "-u", "NO_COLOR", "TERM=\(terminal.name)"] + terminal.environment
          + [path] + arguments
        return try Self.start(
          "/usr/bin/env", words, terminal.makeEnds(), hasKeyboard: terminal.hasKeyboard)
      }
    }

    deinit {
      if end == nil {
        kill(SIGKILL)
        wait()
      }
      close(output)
    }

    /// Sends a signal.
    package func kill(_ signal: Int32) { _ = Foundation.kill(id, signal) }

    /// The next line it prints; nil when it has closed its output.
    package func readLine() -> String? {
      while true {
        if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: buffer[..<end], as: UTF8.self)
          buffer.removeFirst(end + 1)
          return line
        }
        guard readMore() else { return nil }
      }
    }

    /// Everything it prints until it closes its output, or until so much time has passed: then it
    /// hangs, and is killed.
    package func readToEnd(seconds: Double) -> String {
      let start = ContinuousClock.now
      while true {
        let left = Duration.seconds(seconds) - (ContinuousClock.now - start)
        guard left > .zero else {
          kill(SIGKILL)
          break
        }
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let isReady = unsafe poll(&request, 1, Int32(clamping: left.components.seconds * 1_000 + 1))
        if isReady == 1, !readMore() { break }
      }
      defer { buffer = [] }
      return String(decoding: buffer, as: UTF8.self)
    }

    /// Waits until it ends.
    @discardableResult
    package func wait() -> End {
      if let end { return end }
      var status: Int32 = 0
      var usage = rusage()
      while unsafe wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
      return note(status, usage)
    }

    /// True, once, if it has stopped, and can go on.
    package func hasStopped() -> Bool { hasNews(WUNTRACED) && end == nil }

    /// True if it has ended. A stop that nobody has asked for yet stays to be asked for.
    package func hasEnded() -> Bool {
      _ = hasNews(0)
      return end != nil
    }

    /// False if it runs, or if what it did is nothing that `options` ask for.
    private func hasNews(_ options: Int32) -> Bool {
      if end != nil { return true }
      var status: Int32 = 0
      var usage = rusage()
      guard unsafe wait4(id, &status, WNOHANG | options, &usage) == id else { return false }
      if status & 0xFF != 0x7F { note(status, usage) }
      return true
    }

    @discardableResult
    private func note(_ status: Int32, _ usage: rusage) -> End {
      #if canImport(Darwin)
        peakByteCount = Int(usage.ru_maxrss)
      #else
        peakByteCount = Int(usage.ru_maxrss) * 1_024
      #endif
      let signal = status & 0x7F
      let end: End = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
      self.end = end
      return end
    }

    /// What was read and not used.
    func takeBuffer() -> [UInt8] {
      defer { buffer = [] }
      return buffer
    }

    /// False at the end.
    func readMore() -> Bool {
      var piece = [UInt8](repeating: 0, count: 4_096)
      var count = 0
      repeat {
        count = unsafe read(output, &piece, piece.count)
      } while count == -1 && errno == EINTR
      guard count > 0 else { return false }
      buffer += piece[..<count]
      return true
    }

    /// The end of a pipe to read from, and the one to write to.
    private static func makePipe() throws -> (Int32, Int32) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
      return (ends[0], ends[1])
    }

    /// The number of the child, and the end to read from.
    private static func start(
      _ path: String, _ arguments: [String], _ pair: (Int32, Int32), hasKeyboard: Bool = false
    ) throws -> (pid_t, Int32) {
      let ends = [pair.0, pair.1]
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      defer { close(ends[1]) }
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      if hasKeyboard {
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
      #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
      #else
        var attributes = posix_spawnattr_t()
      #endif
      unsafe posix_spawnattr_init(&attributes)
      defer { unsafe posix_spawnattr_destroy(&attributes) }
      // This thread may be one of those that Dispatch lets no signal reach.
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe posix_spawnattr_setsigmask(&attributes, &none)
      var flags = Int16(POSIX_SPAWN_SETSIGMASK)
      // What is typed may stop all programs of a group.
      if hasKeyboard { flags |= Int16(POSIX_SPAWN_SETPGROUP) }
      unsafe posix_spawnattr_setflags(&attributes, flags)
      var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
      defer { unsafe words.forEach { unsafe free($0) } }
      var id: pid_t = 0
      let code = unsafe posix_spawn(&id, path, &actions, &attributes, &words, environ)
      guard code == 0 else {
        close(ends[0])
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT)
      }
      return (id, ends[0])
    }
  }

  extension ChildProcess {
    /// The output of a program that ran to its end, and its termination.
    package struct Outcome: Sendable {
      package var end: End
      package var output: String
      package var peakByteCount: Int
    }

    /// Runs a program to its end; one that takes longer than ten minutes hangs, and is killed.
    package static func run(
      _ path: String, _ arguments: [String], seconds: Double = 600, terminal: Terminal? = nil
    ) throws -> Outcome {
      let child = try ChildProcess(path, arguments, terminal: terminal)
      let output = child.readToEnd(seconds: seconds)
      let end = child.wait()
      return Outcome(end: end, output: output, peakByteCount: child.peakByteCount)
    }

    /// Runs a line of the shell to its end; `arguments` are its `$1`, `$2` and so on.
    package static func shell(
      _ line: String, _ arguments: [String] = [], seconds: Double = 600
    ) throws -> Outcome {
      try run("/bin/sh", ["-c", line, "sh"] + arguments, seconds: seconds)
    }

    /// The path of a program of this package, built beside the tests.
    package static func program(_ name: String) throws -> String {
      let known = CommandLine.arguments + [ProcessInfo.processInfo.arguments[0]]
      let executable =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      for path in known + [executable ?? ""] + Bundle.allBundles.map(\.bundlePath) {
        var url = URL(fileURLWithPath: path)
        while url.path.count > 1 {
          url.deleteLastPathComponent()
          let found = url.appendingPathComponent(name).path
          if FileManager.default.isExecutableFile(atPath: found) { return found }
        }
      }
      throw POSIXError(.ENOENT)
    }
  }
#endif
