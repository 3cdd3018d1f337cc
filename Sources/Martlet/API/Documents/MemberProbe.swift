/// A decoder that only looks for a name among the members that a type asks for.
final class MemberProbe: Decoder {
  private struct Ended: Error {}

  private let name: String
  private var isFound = false
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(_ name: String) { self.name = name }

  /// Returns true if values of `type` may have a member called `name`.
  static func finds(_ name: String, in type: (some Decodable).Type) -> Bool {
    let probe = MemberProbe(name)
    _ = try? type.init(from: probe)
    return probe.isFound
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    isFound = isFound || Key(stringValue: name) != nil
    throw Ended()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Ended() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Ended() }
}
