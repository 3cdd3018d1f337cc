/// The members of documents that are searched but not stored.
///
/// Only members of the outermost object count. A document that has none of them is stored as it is.
struct StoredMembers: Sendable {
  private let leftOut: Set<String>

  init(leavingOut names: [String]) { leftOut = Set(names) }

  /// Returns true if the member is not stored.
  func leavesOut(_ name: String) -> Bool { leftOut.contains(name) }

  /// Returns the stored bytes of an encoded value: what is stored stays as it was encoded.
  ///
  /// - Throws: `documentRejected` if it is not JSON.
  func rest(ofEncoded json: [UInt8]) throws(SearchError) -> [UInt8] {
    let start = json.first { !JSONMembers.isSpace($0) }
    guard start == UInt8(ascii: "{"), mayBeNamed(in: json) else { return json }
    guard let members = JSONMembers(json) else {
      throw SearchError(
        .documentRejected,
        "the document has fields that are not stored, and its encoded form is not one JSON object")
    }
    var (rest, keptCount) = ([UInt8(ascii: "{")], 0)
    for member in members.ranges {
      if try leftOut.contains(Self.name(Array(json[member.name]))) { continue }
      if keptCount > 0 { rest.append(UInt8(ascii: ",")) }
      rest += json[member.whole]
      keptCount += 1
    }
    return keptCount == members.ranges.count ? json : rest + [UInt8(ascii: "}")]
  }

  /// Returns the name that a JSON string with its quotes is.
  private static func name(_ quoted: [UInt8]) throws(SearchError) -> String {
    guard quoted.contains(UInt8(ascii: "\\")) else {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    let object = Array("{".utf8) + quoted + Array(":0}".utf8)
    return try RecordJSON.decode(object, .documentRejected).keys.first ?? ""
  }

  /// Returns true if a member of `json` may have to be removed: its name occurs, is one that
  /// encoders may escape, or may be written in escapes by hand.
  private func mayBeNamed(in json: [UInt8]) -> Bool {
    let quote = UInt8(ascii: "\"")
    if zip(json, json.dropFirst()).contains(where: { $0 == (UInt8(ascii: "\\"), UInt8(ascii: "u")) }
    ) {
      return true
    }
    return leftOut.contains { name in
      guard name.utf8.allSatisfy(Self.isWordByte) else { return true }
      let member = Array("\"\(name)\"".utf8)
      return json.indices.contains { json[$0] == quote && json[$0...].starts(with: member) }
    }
  }

  /// Returns true for a byte that encoders never escape.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
