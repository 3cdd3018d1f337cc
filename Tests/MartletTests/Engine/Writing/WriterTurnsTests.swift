import Dispatch
import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

@Suite("Taking turns to write")
struct WriterTurnsTests {
  private struct Refusal: Error {}

  /// The state that writers may touch without a lock because they take turns.
  private final class Unguarded: @unchecked Sendable {
    // SAFETY: only touched within turns, which the test is about.
    var isTaken = false
    var count = 0
    var overlaps = 0

    func take() {
      if isTaken { overlaps += 1 }
      isTaken = true
      count += 1
      isTaken = false
    }
  }

  private final class Notes: Sendable {
    let wrongCount = Atomic(0)
    let order = Lock<[Int]>([])
  }

  @Test("threads and tasks never write together, and each gets its own result")
  func exclusion() async throws {
    let turns = WriterTurns()
    let shared = Unguarded()
    let notes = Notes()
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<200 {
            let sent = writer * 1_000 + number
            let result = try? await turns.async { () throws -> Int in
              shared.take()
              if number % 7 == 0 { throw Refusal() }
              return sent
            }
            let expected = number % 7 == 0 ? nil : sent
            if result != expected { notes.wrongCount.add(1, ordering: .relaxed) }
          }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          try? await OwnThread.run {
            for number in 0..<200 {
              let result = try? turns.sync {
                shared.take()
                return number
              }
              if result != number { notes.wrongCount.add(1, ordering: .relaxed) }
            }
          }
        }
      }
    }
    #expect(shared.overlaps == 0)
    #expect(shared.count == 8 * 200 + 3 * 200)
    #expect(notes.wrongCount.load(ordering: .relaxed) == 0)
  }

  /// Waits until so many wait, the last of whom is counted a moment before it stands in line.
  private static func waitForWaiting(_ count: Int, _ turns: WriterTurns) async throws {
    while turns.waiting < count { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(30))
  }

  @Test("who waits is let in, in the order of coming")
  func order() async throws {
    let turns = WriterTurns()
    let notes = Notes()
    let gate = await Self.hold(turns)
    var others: [Task<Void, any Error>] = []
    for number in 0..<20 {
      others.append(
        Task { try await turns.async { notes.order.withLock { $0.append(number) } } })
      try await Self.waitForWaiting(number + 1, turns)
    }
    gate.signal()
    for other in others { try await other.value }
    #expect(notes.order.withLock { $0 } == Array(0..<20))
  }

  @Test(
    "a task whose turn is over goes on although a long turn follows", .timeLimit(.minutes(60)))
  func longTurn() async throws {
    let turns = WriterTurns()
    let end = DispatchSemaphore(value: 0)
    let gate = await Self.hold(turns)
    let short = Task { try await turns.async { 1 } }
    try await Self.waitForWaiting(1, turns)
    let long = Task { try await turns.async { end.wait() } }
    try await Self.waitForWaiting(2, turns)
    gate.signal()
    #expect(try await short.value == 1)
    end.signal()
    try await long.value
  }

  @Test(
    "what may wait for other processes keeps no thread from other tasks", .timeLimit(.minutes(60)))
  func waiting() async throws {
    let end = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
        group.addTask {
          let outcome = try await WriterTurns().async(mayBlock: true) {
            end.wait(timeout: .now() + .seconds(600))
          }
          #expect(outcome == .success)
        }
      }
      group.addTask {
        try await Task.sleep(for: .milliseconds(100))
        for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) { end.signal() }
      }
      try await group.waitForAll()
    }
  }

  @Test("tasks that write without end let others run", .timeLimit(.minutes(60)))
  func fairness() async throws {
    let notes = Notes()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
        group.addTask {
          let turns = WriterTurns()
          while notes.order.withLock({ $0.isEmpty }) { try? await turns.async {} }
        }
      }
      group.addTask { notes.order.withLock { $0 = [1] } }
    }
    #expect(notes.order.withLock { $0 } == [1])
  }

  /// Takes a turn on a thread of its own, until the semaphore is signalled.
  private static func hold(_ turns: WriterTurns) async -> DispatchSemaphore {
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        try? turns.sync {
          continuation.resume()
          gate.wait()
        }
      }
    }
    return gate
  }
}
