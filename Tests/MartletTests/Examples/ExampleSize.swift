import Foundation

/// The sizes of the example programs' data.
enum ExampleSize {
  /// True if `MARTLET_EXAMPLES=full` asks for the data of the real programs. That takes minutes
  /// unless the build is optimised.
  static let isFull = ProcessInfo.processInfo.environment["MARTLET_EXAMPLES"] == "full"

  /// Returns the number of documents of a program.
  static func count(_ ordinary: Int, full: Int) -> Int { isFull ? full : ordinary }
}
