/// Which members of documents are searched and not stored.
///
/// Only members of the outermost object are looked at. A document that has none of them is stored
/// as it is; of another one the rest is written anew.
struct StoredMembers: Sendable {
  private let leftOut: Set<String>

  init(leavingOut names: [String]) { leftOut = Set(names) }

  /// What is stored of an object; nil when that is all of it.
  ///
  /// - Throws: `documentRejected` when it holds a number that would not stay as it is.
  func rest(of fields: [String: Record.Value]) throws(SearchError) -> [UInt8]? {
    guard leftOut.contains(where: { fields[$0] != nil }) else { return nil }
    let kept = fields.filter { !leftOut.contains($0.key) }
    guard kept.values.allSatisfy({ !$0.mayBeRounded }) else {
      throw SearchError(
        .documentRejected,
        "the document has fields that are not stored, and a whole number beyond \(Int64.max), which "
          + "does not stay exact when the rest is written")
    }
    return try RecordJSON.encode(kept)
  }

  /// What is stored of a value that an encoder has written, which is decoded for it when any member
  /// may have to go.
  ///
  /// - Throws: `documentRejected`, as ``rest(of:)``, or because it nests too deep to be decoded.
  func rest(ofEncoded json: [UInt8]) throws(SearchError) -> [UInt8] {
    guard json.first == UInt8(ascii: "{"), mayBeNamed(in: json) else { return json }
    return try rest(of: RecordJSON.decode(json, .documentRejected)) ?? json
  }

  /// True when a member of `json` may have to go: any name that an encoder may write in another way
  /// than it is, or that is found as it is.
  private func mayBeNamed(in json: [UInt8]) -> Bool {
    let quote = UInt8(ascii: "\"")
    return leftOut.contains { name in
      guard name.utf8.allSatisfy(Self.isWordByte) else { return true }
      let member = Array("\"\(name)\"".utf8)
      return json.indices.contains { json[$0] == quote && json[$0...].starts(with: member) }
    }
  }

  /// True for a byte that encoders write as it is.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension Record.Value {
  /// Whether there is a number in it that may have been a `UInt64`, and is now the nearest `Double`.
  fileprivate var mayBeRounded: Bool {
    switch self {
    case .number(let value): (0x1p63...0x1p64).contains(value.magnitude)
    case .array(let values): values.contains { $0.mayBeRounded }
    case .object(let values): values.values.contains { $0.mayBeRounded }
    default: false
    }
  }
}
