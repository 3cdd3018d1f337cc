import Dispatch
import Foundation
import Synchronization

/// What some threads make of the parts of an input, given in the order of the parts.
///
/// Parts are read by whoever takes the results, as many ahead as are worked on, so memory does not grow
/// with the input. A failure comes where its part would have come. Used by one thread.
package struct OrderedWork<Part: Sendable, Product: Sendable> {
  /// One part that is being worked on.
  private final class Job: Sendable {
    let isDone = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Product, any Error>?>(nil)
  }

  private let make: @Sendable (Part) throws -> Product
  private let queue = DispatchQueue(label: "martlet.input", attributes: .concurrent)
  private let ahead: Int
  private var jobs: [Job] = []
  private var isAtEnd = false
  private var failure: (any Error)?

  /// - Parameters:
  ///   - ahead: The parts that are worked on, or wait to be taken, at the same time.
  ///   - make: What is done to each part, on any thread.
  package init(
    ahead: Int = 2 * ProcessInfo.processInfo.activeProcessorCount + 2,
    make: @escaping @Sendable (Part) throws -> Product
  ) {
    self.ahead = ahead
    self.make = make
  }

  /// What became of the next part; nil at the end.
  ///
  /// - Parameter read: Gives the parts in order, nil at the end.
  /// - Throws: What `read` or the work on this part threw.
  package mutating func next(reading read: () throws -> Part?) throws -> Product? {
    fill(read)
    guard !jobs.isEmpty else {
      if let failure { throw failure }
      return nil
    }
    let job = jobs.removeFirst()
    job.isDone.wait()
    guard let result = job.result.withLock({ $0 }) else {
      preconditionFailure("a job has a result")
    }
    return try result.get()
  }

  private mutating func fill(_ read: () throws -> Part?) {
    while jobs.count < ahead, !isAtEnd {
      do {
        guard let part = try read() else {
          isAtEnd = true
          return
        }
        jobs.append(start(part))
      } catch {
        failure = error
        isAtEnd = true
      }
    }
  }

  private func start(_ part: Part) -> Job {
    let job = Job()
    let make = make
    queue.async {
      let result = Result { try make(part) }
      job.result.withLock { $0 = result }
      job.isDone.signal()
    }
    return job
  }
}
