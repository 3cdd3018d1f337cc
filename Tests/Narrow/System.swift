// What stands in for the operating system, which no embedded program has.

enum FileStorage {
  static func isSafe(_ name: String) -> Bool { !name.isEmpty }
}

enum SystemCalls {
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: byteCount, alignment: 16)
  }
}

/// A clock that stands still.
struct ContinuousClock {
  struct Instant {
    static var now: Instant { Instant() }

    func duration(to other: Instant) -> Duration { .zero }
  }

  static var now: Instant { Instant() }
}

extension ByteView {
  /// Nothing is mapped here.
  func releasePages() {}
  func loadPages(of file: String, at offset: Int) throws(SearchError) {}
}
