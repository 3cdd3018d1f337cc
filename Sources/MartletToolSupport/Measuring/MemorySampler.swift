import Dispatch
import Foundation
import Synchronization

/// The largest amount of the process's own memory, sampled every two milliseconds while a closure
/// runs.
///
/// Mapped pages of files do not count, because the system can reclaim them at any time. Only Linux
/// distinguishes the two; elsewhere the value is the largest resident size of the process so far.
package enum MemorySampler {
  /// Runs `body`, and samples the memory in the meantime.
  ///
  /// - Returns: The growth of the process's own memory during `body` at its highest, in bytes.
  package static func peak(during body: () throws -> Void) rethrows -> Int {
    let before = current()
    let isDone = Shared()
    let thread = Thread {
      while !isDone.value.load(ordering: .relaxed) {
        let now = current()
        isDone.highest.withLock { $0 = max($0, now) }
        Thread.sleep(forTimeInterval: 0.002)
      }
      isDone.ended.signal()
    }
    thread.start()
    defer {
      isDone.value.store(true, ordering: .relaxed)
      isDone.ended.wait()
    }
    try body()
    return max(isDone.highest.withLock { $0 }, current()) - before
  }

  private final class Shared: Sendable {
    let value = Atomic(false)
    let highest = Mutex(0)
    let ended = DispatchSemaphore(value: 0)
  }

  /// Returns the process's own memory, in bytes.
  package static func current() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kilobytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) })
    else { return ProcessMemory.peak }
    return kilobytes * 1_024
  }
}
