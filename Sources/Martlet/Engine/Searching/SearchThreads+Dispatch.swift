import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SearchThreads {
  private static let load = Load(
    processorCount: ProcessInfo.processInfo.activeProcessorCount)

  /// Returns up to `count` threads of the process for one search, or nil if that is only the thread
  /// of the caller.
  static func dispatched(_ count: Int) -> SearchThreads? {
    guard count > 1 else { return nil }
    return SearchThreads(
      count: count, load: load, now: { DispatchTime.now().uptimeNanoseconds },
      run: { count, body in DispatchQueue.concurrentPerform(iterations: count, execute: body) })
  }
}
