/// Removes members from a JSON object without decoding their values.
///
/// For text that is searched but not stored. Only members of the outermost object are looked at;
/// text that is no object, or no JSON, stays as it is.
///
/// - Complexity: O(bytes); nothing at all when there are no names.
struct JSONMemberFilter {
  private let names: Set<String>

  init(removing names: [String]) { self.names = Set(names) }

  /// `json` without the members.
  func filter(_ json: [UInt8]) -> [UInt8] {
    guard !names.isEmpty, let kept = try? keptMembers(json) else { return json }
    var result: [UInt8] = [UInt8(ascii: "{")]
    result.reserveCapacity(json.count)
    for member in kept {
      if result.count > 1 { result.append(UInt8(ascii: ",")) }
      result += json[member]
    }
    result.append(UInt8(ascii: "}"))
    return result
  }

  /// The members that stay, each from its name to the end of its value; nil when there is no object.
  private func keptMembers(_ json: [UInt8]) throws(JSONReader.Fault) -> [Range<Int>]? {
    var reader = JSONReader(json)
    guard try reader.next() == .beginObject else { return nil }
    var kept: [Range<Int>] = []
    while case .name(let name) = try reader.next() {
      let start = reader.tokenStart
      try reader.skipRest(of: reader.next())
      guard !names.contains(JSONText.decode(name, in: json)) else { continue }
      kept.append(start..<reader.position)
    }
    return try reader.next() == .end ? kept : nil
  }
}
