/// The memory that this process has used.
package enum ProcessMemory {
  /// The largest resident size so far, in bytes, as the system counts it: with mapped file pages.
  package static var peak: Int { ResourceUsage.current.peakMemory }
}
