import Dispatch
import Foundation
import Synchronization

/// The most memory that this process has of its own, looked at every two milliseconds while
/// something runs. Mapped pages of files do not count: the system takes them back as it likes.
///
/// Only Linux tells the two apart; elsewhere this is the largest size of the process so far.
package enum MemorySampler {
  /// - Returns: The growth of the process's own memory during `body`, in bytes, at its highest.
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

  /// The process's own memory now, in bytes.
  package static func current() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kilobytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) })
    else { return ProcessMemory.peak }
    return kilobytes * 1_024
  }
}
