// Other platforms let no program start another.
#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @Suite("A program beside the test")
  struct ChildProcessTests {
    @Test("has stopped, once, however often it was asked whether it has ended")
    func stop() throws {
      let child = try ChildProcess("/bin/sleep", ["1000"])
      #expect(!child.hasEnded() && !child.hasStopped())
      child.kill(SIGSTOP)
      let start = ContinuousClock.now
      var hasStopped = false
      while !hasStopped, ContinuousClock.now - start < .seconds(600) {
        #expect(!child.hasEnded())
        usleep(10_000)
        #expect(!child.hasEnded())
        hasStopped = child.hasStopped()
      }
      #expect(hasStopped && !child.hasStopped())
      child.kill(SIGKILL)
      #expect(child.wait() == .signal(SIGKILL))
      #expect(child.hasEnded() && !child.hasStopped())
    }
  }
#endif
