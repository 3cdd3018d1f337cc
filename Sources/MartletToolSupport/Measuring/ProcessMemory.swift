/// The memory that this process has used.
package enum ProcessMemory {
  /// The largest resident size so far, in bytes, including mapped pages of files.
  package static var peak: Int { ResourceUsage.current.peakMemory }
}
