import Foundation
import Martlet

/// The end of a page as it is printed, and typed again for the page after it.
///
/// A rank with `recency` gives other scores a second later, by which a page would not go on where
/// the last one ended. So the time of the first page goes with its cursor: `CURSOR@1790000000`.
struct PageEnd: Equatable {
  let cursor: SearchCursor
  /// The time of the rank; nil if the rank has no time of its own.
  let time: Date?

  init(_ cursor: SearchCursor, time: Date?) {
    self.cursor = cursor
    self.time = time
  }

  /// Reads what was typed; nil if it is no end of a page.
  init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let cursor = SearchCursor(String(parts[0])) else { return nil }
    self.cursor = cursor
    guard parts.count > 1 else {
      time = nil
      return
    }
    guard let seconds = Int(parts[1]) else { return nil }
    time = Date(timeIntervalSince1970: Double(seconds))
  }

  /// The text that is printed.
  var text: String {
    "\(cursor)" + (time.map { "@\(Int($0.timeIntervalSince1970))" } ?? "")
  }
}
