import Foundation

/// The names of the members of a JSON object in the order in which they are written, which decoding
/// does not keep.
enum MemberNames {
  /// Returns the names of the members of one object that is valid JSON. Of other bytes, the result
  /// is some names.
  static func names(in json: [UInt8]) -> [String] {
    var names: [String] = []
    var depth = 0
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let end = endOfString(in: json, from: index)
        if depth == 1, isFollowedByColon(json, end),
          let name = try? JSONDecoder().decode(String.self, from: Data(json[index..<end]))
        {
          names.append(name)
        }
        index = end
        continue
      default: break
      }
      index += 1
    }
    return names
  }

  /// Returns the offset after the string that begins at `start`.
  private static func endOfString(in json: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < json.count, json[index] != UInt8(ascii: "\"") {
      index += json[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, json.count)
  }

  private static func isFollowedByColon(_ json: [UInt8], _ index: Int) -> Bool {
    json[index...].first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ":")
  }
}
