import Testing

/// Errors where `Int` has 32 bits that no compiler for 64 bits reports.
private struct NarrowIntegers {
  /// Calls that give numbers of a file, which may be larger than an `Int`.
  static let readers: Set = [
    "uint32", "uint64", "readUInt32", "readUInt64", "readVarint", "varint", "st_size",
  ]
  /// Words that give a literal on their line more bits than an `Int` may have.
  static let wideTypes: Set = ["UInt32", "UInt64", "Int64", "Double"]

  /// Files where a literal beyond 31 bits meets a number whose type is declared elsewhere, and what
  /// that number is.
  static let wideOperands = [
    "API/Documents/SearchKey": "the bits of an `Int64`",
    "Analysis/Tokenizing/ASCIIBlock": "half of a block, a `UInt64`",
    "Analysis/Markup/HTML/HTMLElement": "a name in a `UInt64`",
    "Bytes/Checksum": "a CRC in a `UInt32`",
    "Bytes/MatchFinder": "eight bytes in a `UInt64`",
    "Bytes/SortableNumber": "the bits of a `Double`",
    "Inversion/TermTable": "a slot, a `UInt64`",
    "Inversion/WordKey": "eight bytes in a `UInt64`",
    "Merge/ListMerger": "frequencies, each a `UInt32`",
    "Merge/PositionDifferences": "positions, each a `UInt32`",
    "Storage/MountTable": "a device number in a `UInt64`",
  ]

  static func isExempt(_ path: String) -> Bool {
    wideOperands.keys.contains { path == "Sources/Martlet/\($0).swift" }
  }

  /// Returns the violations in a file, as lines for a person.
  static func violations(_ source: SwiftSource) -> (conversions: [String], literals: [String]) {
    let tokens = source.tokens
    var wideLines: Set<Int> = []
    for token in tokens where wideTypes.contains(token.text) { wideLines.insert(token.line) }
    var conversions: [String] = []
    var literals: [String] = []
    for index in tokens.indices {
      let line = tokens[index].line
      if converts(tokens[index...]) {
        conversions.append("line \(line): compare the number of 64 bits before it becomes an Int")
      }
      let isWide = isWideLiteral(tokens, index) || isWideShift(tokens[index...])
      if isWide, !wideLines.contains(line) {
        literals.append("line \(line): a number beyond 31 bits needs a type of 64")
      }
    }
    return (conversions, literals)
  }

  /// Returns true if `tokens` begin with a conversion of a number read from a file to `Int`, which
  /// traps or loses bits.
  private static func converts(_ tokens: ArraySlice<SwiftSource.Token>) -> Bool {
    guard tokens.first?.text == "Int" else { return false }
    let texts = tokens.prefix(200).map(\.text)
    guard texts.starts(with: ["Int", "("]), texts.count > 2,
      texts[2] != "exactly", texts[2] != "clamping"
    else { return false }
    var depth = 0
    for (index, text) in texts.enumerated().dropFirst() {
      depth += text == "(" ? 1 : text == ")" ? -1 : 0
      if depth == 0 { return false }
      if readers.contains(text) { return true }
      let isLimit = ["UInt32", "UInt64", "Int64"].contains(text)
      if isLimit, texts.dropFirst(index + 1).starts(with: [".", "max"]) { return true }
    }
    return false
  }

  private static func isWideLiteral(_ tokens: [SwiftSource.Token], _ index: Int) -> Bool {
    let isFraction =
      index > 1 && tokens[index - 1].text == "." && tokens[index - 2].text != "."
    guard !isFraction, let value = value(tokens[index].text) else { return false }
    return value > UInt64(Int32.max)
  }

  /// Returns true if `tokens` begin with a literal shifted beyond 31 bits, which gives 0 without a
  /// warning.
  private static func isWideShift(_ tokens: ArraySlice<SwiftSource.Token>) -> Bool {
    guard tokens.first.map({ isNumber($0.text) }) == true else { return false }
    let texts = tokens.prefix(5).map(\.text).filter { $0 != "&" }
    guard texts.count >= 4, texts[1] == "<", texts[2] == "<", let base = value(texts[0]),
      let shift = value(texts[3])
    else { return false }
    return base > 0 && shift + UInt64(64 - base.leadingZeroBitCount) > 31
  }

  /// Returns true if `word` begins with a digit.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.first.map { (0x30...0x39).contains($0) } == true
  }

  /// The value of a literal; nil when the word is none.
  private static func value(_ word: String) -> UInt64? {
    guard isNumber(word) else { return nil }
    let digits = word.filter { $0 != "_" }
    let radices = ["0x": 16, "0o": 8, "0b": 2]
    guard let radix = radices[String(digits.prefix(2))] else { return UInt64(digits) }
    return UInt64(digits.dropFirst(2), radix: radix)
  }
}

@Suite("Integers of 32 bits")
struct NarrowIntegerTests {
  private static var files: [PackageFile] {
    PackageFile.product.filter {
      $0.path.hasPrefix("Sources/Martlet/") || $0.path.hasPrefix("Sources/MartletToolSupport/")
    }
  }

  @Test("what a file says is compared in 64 bits, and large numbers have a type that holds them")
  func widths() {
    for file in Self.files {
      let found = NarrowIntegers.violations(file.source)
      for violation in found.conversions { Issue.record("\(file.path), \(violation)") }
      guard !NarrowIntegers.isExempt(file.path) else {
        if found.literals.isEmpty { Issue.record("\(file.path) needs no exemption") }
        continue
      }
      for violation in found.literals { Issue.record("\(file.path), \(violation)") }
    }
    let known = Self.files.count { NarrowIntegers.isExempt($0.path) }
    #expect(known == NarrowIntegers.wideOperands.count, "an exempt file is not there")
  }

  @Test(
    "each mistake is found",
    arguments: [
      "let a = Int(view.uint32(at: 0))", "let a = Int(try reader.readUInt64())",
      "let a = Int(truncatingIfNeeded: bytes.uint64(at: 8) >> 3)", "var rest = Int(UInt32.max)",
      "let limit = 1 << 56", "let limit = 5 << 30", "let mask = 0xFFFF_FFFF",
      "if size < 4_000_000_000 {}", "let all = 0...3_000_000_000", "let a = 1 &<< 31",
    ])
  func canFail(text: String) {
    let found = NarrowIntegers.violations(SwiftSource(text))
    #expect(found.conversions.count + found.literals.count == 1)
  }

  @Test(
    "what is right passes",
    arguments: [
      "let a = Int(exactly: view.uint64(at: 0))", "let a = Int(clamping: view.uint32(at: 0))",
      "let a = Int(view.uint16(at: 0))", "let limit: UInt64 = 1 << 56", "let a = 1 << 30",
      "let a = 2_147_483_647", "let a = 0.693147180559945309417", "f(1 << n)",
    ])
  func allowed(text: String) {
    let found = NarrowIntegers.violations(SwiftSource(text))
    #expect(found.conversions == [] && found.literals == [])
  }
}
