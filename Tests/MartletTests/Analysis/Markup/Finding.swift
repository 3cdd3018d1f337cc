import Testing

/// An input for which the fuzzer has found something wrong.
struct Finding: CustomTestStringConvertible {
  let testDescription: String
  let subject: AnalysisInvariants.Subject
  let bytes: [UInt8]

  private init(_ description: String, _ subject: AnalysisInvariants.Subject, _ text: String) {
    testDescription = description
    self.subject = subject
    bytes = Array(text.utf8)
  }

  private init(_ description: String, _ subject: AnalysisInvariants.Subject, bytes: [UInt8]) {
    testDescription = description
    self.subject = subject
    self.bytes = bytes
  }

  static let all = [
    Finding("a quote at the end is folded away only when no ASCII is left", .folding, "aI'"),
    Finding(
      "a byte that is not UTF-8 before a joiner and a pictograph", .tokenizer,
      bytes: [0xA9, 0xE2, 0x80, 0x8D, 0xF0, 0x9F, 0x91, 0xA9]),
  ]
}
