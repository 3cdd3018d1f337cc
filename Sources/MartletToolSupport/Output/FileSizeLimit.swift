#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The limit that a user has set on the size of a file (`ulimit -f`).
package enum FileSizeLimit {
  /// Makes a write beyond the limit fail with an error that can be reported, instead of ending the
  /// process.
  package static func failWithError() {
    #if !os(Windows)
      _ = signal(SIGXFSZ, SIG_IGN)
    #endif
  }
}
