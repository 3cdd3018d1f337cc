import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Martlet

@Suite("Values that many threads read")
struct SharedValueTests {
  /// Threads enough that some are interrupted while they hold a lock.
  private static let threadCount = 8

  @Test("nobody reads an older value after a newer one")
  func rising() {
    let shared = SharedBox()
    let isOver = Atomic(false)
    let fallen = Atomic(0)
    let seen = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: Self.threadCount + 1) { thread in
      guard thread > 0 else {
        for number in 1...20_000 { _ = shared.content.replace { $0 < number ? number : nil } }
        return isOver.store(true, ordering: .releasing)
      }
      var last = 0
      repeat {
        let value = shared.content.value
        if value < last { fallen.add(1, ordering: .relaxed) }
        if value > last { seen.add(1, ordering: .relaxed) }
        last = value
      } while !isOver.load(ordering: .acquiring)
      if shared.content.value != 20_000 { fallen.add(1, ordering: .relaxed) }
    }
    #expect(fallen.load(ordering: .relaxed) == 0)
    #expect(seen.load(ordering: .relaxed) > 0)
  }

  @Test("nobody reads the old value while it is replaced")
  func beside() {
    let shared = SharedBox()
    let seen = SeenBox()
    let isRead = DispatchSemaphore(value: 0)
    let isReplaced = shared.content.replace { _ in
      Thread.detachNewThread {
        seen.value.store(shared.content.value, ordering: .relaxed)
        isRead.signal()
      }
      #expect(isRead.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
      return 1
    }
    #expect(isReplaced)
    isRead.wait()
    #expect(seen.value.load(ordering: .relaxed) == 1)
  }

  @Test("each replacement sees the one before")
  func replacements() {
    let shared = SharedBox()
    DispatchQueue.concurrentPerform(iterations: Self.threadCount) { _ in
      for _ in 0..<2_000 { _ = shared.content.replace { $0 + 1 } }
    }
    #expect(shared.content.value == 2_000 * Self.threadCount)
    #expect(!shared.content.replace { _ in nil })
    #expect(shared.content.value == 2_000 * Self.threadCount)
  }

  @Test("an object of a pool has one user at a time, and no more are kept than there is room for")
  func pool() {
    let pool = PoolBox()
    let shared = Atomic(0)
    let made = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: Self.threadCount) { _ in
      for _ in 0..<5_000 {
        let object = pool.content.take() ?? PooledObject()
        if object.isNew { made.add(1, ordering: .relaxed) }
        if object.enter() { shared.add(1, ordering: .relaxed) }
        object.leave()
        pool.content.giveBack(object)
      }
    }
    #expect(shared.load(ordering: .relaxed) == 0)
    var kept = 0
    while kept < 100, pool.content.take() != nil { kept += 1 }
    #expect((1...4).contains(kept))
    #expect(made.load(ordering: .relaxed) < 5_000 * Self.threadCount)
  }
}

private final class SharedBox: Sendable {
  let content = SharedValue(0)
}

private final class SeenBox: Sendable {
  let value = Atomic(-1)
}

private final class PoolBox: Sendable {
  let content = ObjectPool<PooledObject>(most: 4)
}

/// An object that notices a second user.
private final class PooledObject: Sendable {
  private let userCount = Atomic(0)
  private let wasUsed = Atomic(false)

  /// True until it was asked once.
  var isNew: Bool { !wasUsed.exchange(true, ordering: .relaxed) }

  /// Begins a use, and returns true if there is another one.
  func enter() -> Bool { userCount.add(1, ordering: .relaxed).newValue > 1 }

  func leave() { userCount.subtract(1, ordering: .relaxed) }
}
