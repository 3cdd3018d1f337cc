@testable import Martlet

/// The invariants of the analysis of any bytes, for unit tests and for the fuzzer.
///
/// Names no testing library, because the fuzzer is compiled without one.
enum AnalysisInvariants {
  /// The part of the analysis that is checked.
  enum Subject: CaseIterable {
    case tokenizer, folding, html, htmlWithAttributes, markdown
  }

  /// The steps per byte that are allowed, and those for a value of no size.
  private static let htmlSteps = (perByte: 4, atAll: 16)
  private static let markdownSteps = (perByte: 64, atAll: 256)

  private static let uses: [TokenUse] = [.indexing, .query, .prefix]
  private static let foldings: [Folding] = [
    .full, .caseOnly, .exact, .full.turkish, .caseOnly.turkish,
  ]
  /// No subject has more variants.
  private static let variantCount = 5

  /// Returns a violation in any variant, nil if there is none.
  static func violation(_ subject: Subject, _ bytes: [UInt8]) -> String? {
    for variant in 0..<variantCount {
      if let violation = violation(subject, variant, bytes) { return violation }
    }
    return nil
  }

  /// A fuzzer's input: the first byte chooses the subject and the variant.
  static func violation(input: [UInt8]) -> String? {
    guard let first = input.first.map(Int.init) else { return nil }
    let subject = Subject.allCases[first % Subject.allCases.count]
    return violation(subject, first / Subject.allCases.count, Array(input.dropFirst()))
  }

  private static func violation(
    _ subject: Subject, _ variant: Int, _ bytes: [UInt8]
  ) -> String? {
    switch subject {
    case .tokenizer: tokenizer(bytes, uses[variant % uses.count])
    case .folding: folding(bytes, foldings[variant % foldings.count])
    case .html: reader(.html, bytes, htmlSteps, variant)
    case .htmlWithAttributes:
      reader(.html(including: [.alternativeTexts, .titles]), bytes, htmlSteps, variant)
    case .markdown: reader(.markdown, bytes, markdownSteps, variant)
    }
  }

  // MARK: Tokenizers

  private static func tokenizer(_ bytes: [UInt8], _ use: TokenUse) -> String? {
    var sink = CheckingSink(text: bytes, use: use)
    bytes.withBytes { Analyzer.standard.scan($0, for: use, into: &sink) }
    return sink.violation ?? misplaced(bytes, use)
  }

  /// Returns a difference between the words of a text at two places in its block of 64 bytes, nil
  /// if there is none.
  private static func misplaced(_ bytes: [UInt8], _ use: TokenUse) -> String? {
    let expected = ranges(of: bytes, use)
    for shift in [1, 17, 63 - bytes.count % 64] {
      let shifted = ranges(of: [UInt8](repeating: 0x20, count: shift) + bytes, use)
      if shifted != expected.map({ $0.lowerBound + shift..<$0.upperBound + shift }) {
        return "behind \(shift) spaces, the words are \(shifted) and not \(expected)"
      }
    }
    return nil
  }

  private static func ranges(of bytes: [UInt8], _ use: TokenUse) -> [Range<Int>] {
    var sink = RangeSink()
    bytes.withBytes { Analyzer.standard.scan($0, for: use, into: &sink) }
    return sink.ranges
  }

  /// Looks at each word that is found.
  private struct CheckingSink: WordSink {
    let text: [UInt8]
    let use: TokenUse
    /// Only then are words UTF-8 before folding.
    let isValid: Bool
    var violation: String?
    private var lastStart = 0
    private var position = -1

    init(text: [UInt8], use: TokenUse) {
      self.text = text
      self.use = use
      isValid = String(validating: text, as: UTF8.self) != nil
    }

    mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
      let found = violation ?? self.violation(of: word, text.extracting(word.bytes))
      violation = found
      lastStart = word.range.lowerBound
      position += word.positionIncrement
    }

    private func violation(of word: FoundWord, _ lent: Span<UInt8>) -> String? {
      let range = word.range
      // The same word once more, with the period before it.
      let first = word.positionIncrement == 0 ? lastStart - 1 : lastStart
      if range.isEmpty || range.lowerBound < first || range.upperBound > text.count {
        return "a word at \(range) of \(text.count) bytes behind \(lastStart)"
      }
      if word.positionIncrement < 0 || position + word.positionIncrement < 0 {
        return "a step of \(word.positionIncrement) from position \(position)"
      }
      let bytes = Array(copying: lent)
      if bytes.isEmpty || (isValid && String(validating: bytes, as: UTF8.self) == nil) {
        return "the word \(bytes) at \(range)"
      }
      for term in Analyzer.standard.terms(of: lent, for: use)
      where term.bytes.isEmpty || String(validating: term.bytes, as: UTF8.self) == nil {
        return "the term \(term.bytes) of \(bytes)"
      }
      return nil
    }
  }

  // MARK: Folding

  private static func folding(_ bytes: [UInt8], _ folding: Folding) -> String? {
    let once = folding.fold(bytes)
    if String(validating: once, as: UTF8.self) == nil {
      return "\(folding.signature) gives \(once)"
    }
    let twice = folding.fold(once)
    if once != twice { return "\(folding.signature) gives \(once), then \(twice)" }
    // The longest expansion of a scalar: one of three bytes with 18 letters.
    return once.count > 16 * bytes.count ? "\(folding.signature) gives \(once.count) bytes" : nil
  }

  // MARK: Readers

  private static func reader(
    _ source: TextSource, _ bytes: [UInt8], _ steps: (perByte: Int, atAll: Int), _ variant: Int
  ) -> String? {
    let text = ReadText()
    bytes.withBytes { source.read($0, into: text) }
    let read = text.withBytes { Array(copying: $0) }
    if read.count > 2 * bytes.count + 2 { return "\(read.count) bytes of \(bytes.count)" }
    if text.stepCount > steps.perByte * bytes.count + steps.atAll {
      return "\(text.stepCount) steps for \(bytes.count) bytes"
    }
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    if isValid, String(validating: read, as: UTF8.self) == nil { return "no UTF-8: \(read)" }
    if variant % variantCount == 1 {
      let short = ReadText(keepsMap: false)
      bytes.withBytes { source.read($0, into: short) }
      return short.withBytes { Array(copying: $0) } == read ? nil : "other text without a map"
    }
    return offsets(text, read, bytes)
  }

  /// Places of a text rise, and lie in the value.
  private static func offsets(_ text: ReadText, _ read: [UInt8], _ bytes: [UInt8]) -> String? {
    var last = 0..<0
    for offset in read.indices {
      let range = text.originalRange(of: offset..<offset + 1)
      if range.isEmpty || range.upperBound > bytes.count || range.lowerBound < last.lowerBound
        || range.upperBound < last.upperBound
      {
        return "byte \(offset) of the text is \(range) of \(bytes.count) bytes, behind \(last)"
      }
      if range.count == 1, read[offset] > 0x20, bytes[range.lowerBound] != read[offset] {
        return "byte \(offset) of the text is not the byte at \(range)"
      }
      last = range
    }
    let whole = text.originalRange(of: 0..<read.count)
    return whole.upperBound == last.upperBound ? nil : "the whole text ends at \(whole)"
  }
}

/// Keeps where words were found.
struct RangeSink: WordSink {
  var ranges: [Range<Int>] = []

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) { ranges.append(word.range) }
}
