import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SearchThreads {
  private static let load = Load(
    processorCount: ProcessInfo.processInfo.activeProcessorCount)

  /// Up to `count` threads of the process for one search; nil when that is the caller's alone.
  static func dispatched(_ count: Int) -> SearchThreads? {
    guard count > 1 else { return nil }
    return SearchThreads(
      count: count, load: load, now: { DispatchTime.now().uptimeNanoseconds },
      run: { count, body in DispatchQueue.concurrentPerform(iterations: count, execute: body) })
  }
}
