#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversions between the fields of a record and the JSON object that is stored.
enum RecordJSON {
  /// Returns the members of one JSON object.
  ///
  /// - Throws: A `SearchError` with `code` if `json` is not one JSON object in UTF-8.
  static func decode(
    _ json: [UInt8], _ code: SearchError.Code
  ) throws(SearchError) -> [String: Record.Value] {
    // The decoder would guess other encodings from zero bytes among the first four.
    guard String(validating: json, as: UTF8.self) != nil, !json.prefix(4).contains(0) else {
      throw SearchError(code, "expected one JSON object in UTF-8, found bytes that are not UTF-8")
    }
    let start = json.first { !" \t\r\n".utf8.contains($0) }
    guard start == UInt8(ascii: "{") else {
      throw SearchError(code, "expected one JSON object, found no { at its start")
    }
    // Written out again, a record that the decoder of Foundation takes would be no JSON elsewhere.
    if code == .documentRejected, let comma = trailingComma(json) {
      throw SearchError(
        code, "expected one JSON object: the comma at byte \(comma) has no value after it")
    }
    do {
      return try JSONDecoder().decode([String: Record.Value].self, from: Data(json))
    } catch {
      throw SearchError(code, "expected one JSON object: \(reason(error))")
    }
  }

  /// Returns the offset of a comma before a bracket that closes an object or an array, which
  /// Foundation's decoder passes over; nil if there is none.
  ///
  /// Strings are told apart only as far as such a bracket makes it necessary.
  private static func trailingComma(_ json: [UInt8]) -> Int? {
    var isString = false
    var index = 0
    for bracket in json.indices where json[bracket] | 0x20 == UInt8(ascii: "}") {
      guard
        let comma = json[..<bracket].lastIndex(where: { !JSONMembers.isSpace($0) }),
        json[comma] == UInt8(ascii: ",")
      else { continue }
      while index < comma {
        if json[index] == UInt8(ascii: "\"") { isString.toggle() }
        index += json[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      if !isString { return comma }
    }
    return nil
  }

  /// Returns the object as JSON, with sorted members, so that equal records have equal bytes.
  ///
  /// - Throws: `documentRejected` if the values nest too deep.
  static func encode(_ fields: [String: Record.Value]) throws(SearchError) -> [UInt8] {
    guard Record.Value.object(fields).nests(within: Record.Value.nestingLimit) else {
      throw SearchError(
        .documentRejected, "the record nests more than \(Record.Value.nestingLimit) levels")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(fields))
    } catch {
      throw SearchError(.documentRejected, "the record cannot be encoded as JSON: \(error)")
    }
  }

  /// Returns the reason of a decoder's error, on one line.
  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    let path = context.codingPath.prefix(4).map(\.stringValue).joined(separator: ".")
    var text = context.debugDescription
    if text.last == "." { text.removeLast() }
    return path.isEmpty ? text : "\(text) (in \(path.prefix(60)))"
  }
}
