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
    guard !leftOut.isEmpty, json.first == UInt8(ascii: "{") else { return json }
    return try rest(of: RecordJSON.decode(json, .documentRejected)) ?? json
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
