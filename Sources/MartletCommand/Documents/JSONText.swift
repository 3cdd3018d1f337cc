import Foundation

/// Values of the tool as JSON.
enum JSONText {
  /// Returns the value on one line, with sorted members.
  static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns JSON that is stored in an index on one line. Line ends and tabs are white space there:
  /// in strings, they are escaped.
  static func line(_ json: [UInt8]) -> String {
    let ends: Set = Set("\n\r\t".utf8)
    guard json.contains(where: ends.contains) else { return String(decoding: json, as: UTF8.self) }
    return String(decoding: json.map { ends.contains($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
