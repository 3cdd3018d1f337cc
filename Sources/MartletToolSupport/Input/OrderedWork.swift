import Dispatch
import Foundation
import Synchronization

/// The results of work on the parts of an input, done by several threads and returned in the order
/// of the parts.
///
/// The caller of ``next(reading:)`` reads the parts. Only a fixed number of them are read ahead, so
/// memory does not grow with the input. A failure is thrown in place of the result of its part.
/// Used by one thread.
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

  /// Creates a pipeline without parts.
  ///
  /// - Parameters:
  ///   - ahead: The number of parts that are being worked on, or wait to be returned, at the same
  ///     time. The default is two for each active processor, and two more.
  ///   - make: The work on each part, on any thread.
  package init(
    ahead: Int = 2 * ProcessInfo.processInfo.activeProcessorCount + 2,
    make: @escaping @Sendable (Part) throws -> Product
  ) {
    self.ahead = ahead
    self.make = make
  }

  /// Returns the result of the next part, or nil at the end.
  ///
  /// - Parameter read: Returns the next part of the input, or nil at the end.
  /// - Throws: The error of `read`, or of the work on this part.
  package mutating func next(reading read: () throws -> Part?) throws -> Product? {
    fill(read)
    guard !jobs.isEmpty else {
      if let failure { throw failure }
      return nil
    }
    let job = jobs.removeFirst()
    job.isDone.wait()
    guard let result = job.result.withLock({ $0 }) else {
      preconditionFailure("the job ended without a result")
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
