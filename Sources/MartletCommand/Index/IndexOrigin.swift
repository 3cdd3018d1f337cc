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

  /// Returns the fields that a person reads: of files, only those that are searched for words.
  static func shownFields(_ index: SearchIndex<Record>, _ schema: RecordSchema?) -> [String] {
    let fields = schema?.fields ?? []
    guard case .files = Self(bookmark: index.bookmark(bookmark)) else { return fields.map(\.name) }
    return fields.filter { $0.kind == .text }.map(\.name)
  }

  /// The bytes of the bookmark.
  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }
}
