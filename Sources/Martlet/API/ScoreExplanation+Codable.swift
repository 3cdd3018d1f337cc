extension ScoreExplanation: Codable {
  private enum Member: String, CodingKey {
    case name, value, isMatch, formula, parts
  }

  /// Decodes a tree that ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      try members.decode(Double.self, forKey: .value),
      isMatch: try members.decode(Bool.self, forKey: .isMatch),
      formula: try members.decodeIfPresent(String.self, forKey: .formula),
      parts: try members.decode([ScoreExplanation].self, forKey: .parts))
  }

  /// Encodes the tree as an object with the members `name`, `value`, `isMatch`, `formula` and
  /// `parts`.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(name, forKey: .name)
    try members.encode(value, forKey: .value)
    try members.encode(isMatch, forKey: .isMatch)
    try members.encodeIfPresent(formula, forKey: .formula)
    try members.encode(parts, forKey: .parts)
  }
}
