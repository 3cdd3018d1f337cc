import Testing

@testable import Martlet

/// An input for which the fuzzer has found something wrong: a change of a sound file, or a text.
struct FuzzFinding: CustomTestStringConvertible {
  let testDescription: String
  let target: FuzzTarget
  let bytes: [UInt8]

  /// A file whose parts `change` has changed.
  private init(
    _ description: String, _ target: FuzzTarget, seed: Int = 0,
    _ change: (inout [[UInt8]]) -> Void
  ) {
    testDescription = description
    self.target = target
    let sound = target.seeds[seed]
    guard var layout = target.layout(of: sound) else {
      bytes = sound
      return
    }
    change(&layout.parts)
    bytes = layout.assembled()
  }

  private init(_ description: String, _ target: FuzzTarget, text: String) {
    testDescription = description
    self.target = target
    bytes = Array(text.utf8)
  }

  static let all = [
    FuzzFinding("a log whose last records say that more was flushed than there is", .log) { parts in
      let delete: [UInt8] = [2, 1, 107]
      parts = [parts[0], [1, 0] + delete, [3, 0, 1]]
      for _ in 0..<8 { parts.append([1, 0] + delete) }
      parts.append([1, 10] + delete)
    },
    FuzzFinding("the last manifest that has a number", .manifest) { parts in
      parts[0].replaceSubrange(40..<48, with: [255, 255, 255, 255, 255, 255, 255, 63])
    },
    FuzzFinding("a trie of separators whose root has no block of its own", .segment, seed: 4) {
      parts in parts[2][309] &= 0x7F
    },
    FuzzFinding(
      "a word like an operator, with backslashes in it", .parser, text: #"a NEAR/\\_ b"#),
  ]
}
