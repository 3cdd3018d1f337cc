import Foundation
import Martlet

/// The origin of the documents of an index, which `index` keeps in it, so that a later run does not
/// mix documents of another origin with them.
enum IndexOrigin: Codable, Equatable {
  /// JSON lines with this member as the key.
  case lines(key: String)
  /// The files of a folder.
  case files(root: String)

  /// The name of the bookmark that keeps it.
  static let bookmark = "mart.origin"

  init?(bookmark bytes: [UInt8]?) {
    guard let bytes, let origin = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      return nil
    }
    self = origin
  }

  /// The bytes of the bookmark.
  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }
}
