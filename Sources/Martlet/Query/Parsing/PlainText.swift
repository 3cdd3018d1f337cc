/// A fast parser for the texts that nearly everyone types: words, words after `+` or `-`, and
/// phrases in quotes, separated by spaces, without any other sign.
///
/// For these it gives the same result as ``LenientParser`` in a fraction of the time, because
/// nothing in them has to be matched or judged. Any other text is left to that parser.
///
/// - Complexity: O(text).
struct PlainText {
  /// A word or phrase, and the sign before it.
  private struct Operand {
    let leaf: QueryNode
    let mark: QueryOperand.Mark
  }

  private var operands: [Operand] = []
  /// True if there are only bare words.
  private var isBare = true
  private var wordCount = 0
  private let options: UserQueryOptions

  private init(_ options: UserQueryOptions) {
    self.options = options
  }

  /// Parses `text`; returns nil if it is not plain, or has no word.
  static func parse(
    _ text: String, options: UserQueryOptions
  ) -> (query: Query, relaxations: QueryRelaxations)? {
    guard text.utf8.count <= QueryLimits.lenientByteCount else { return nil }
    return text.withBytes { bytes in
      var end = 0
      if skipWord(bytes, &end), end == bytes.count {
        // One word, as for each letter of the first one that a person types.
        return leaf(bytes, 0..<end, .none, options).map { (Query(nodes: [$0]), .none) }
      }
      var plain = PlainText(options)
      return plain.read(bytes) ? plain.finish() : nil
    }
  }

  private consuming func finish() -> (query: Query, relaxations: QueryRelaxations) {
    var nodes: [QueryNode] = []
    nodes.reserveCapacity(2 * operands.count + 1)
    if options.combine == .any { appendAny(to: &nodes) } else { appendAll(to: &nodes) }
    var relaxations = QueryRelaxations.none
    if options.combine == .allThenAny, operands.count > 1 {
      relaxations =
        isBare ? QueryRelaxations(ofWords: nodes.dropLast()) : QueryRelaxations(of: items)
    }
    return (Query(nodes: nodes), relaxations)
  }

  /// Appends the query of all parts, combined with AND.
  private func appendAll(to nodes: inout [QueryNode]) {
    for operand in operands {
      nodes.append(operand.leaf)
      if operand.mark == .excluded { nodes.append(.not) }
    }
    if operands.count > 1 { nodes.append(.all(count: operands.count)) }
  }

  /// Appends the query in which parts with `+` are required and the others only add to the score;
  /// without a `+`, any of the others has to match.
  private func appendAny(to nodes: inout [QueryNode]) {
    let requiredCount = append(.required, to: &nodes)
    let excludedCount = operands.count { $0.mark == .excluded }
    let optionalCount = operands.count - requiredCount - excludedCount
    var count = requiredCount + excludedCount
    if optionalCount > 0 {
      if requiredCount > 1 { nodes.append(.all(count: requiredCount)) }
      _ = append(.none, to: &nodes)
      if optionalCount > 1 { nodes.append(.any(atLeast: 1, count: optionalCount)) }
      if requiredCount > 0 { nodes.append(.preferring) }
      count = 1 + excludedCount
    }
    for operand in operands where operand.mark == .excluded {
      nodes.append(operand.leaf)
      nodes.append(.not)
    }
    if count > 1 { nodes.append(.all(count: count)) }
  }

  private func append(_ mark: QueryOperand.Mark, to nodes: inout [QueryNode]) -> Int {
    var count = 0
    for operand in operands where operand.mark == mark {
      nodes.append(operand.leaf)
      count += 1
    }
    return count
  }

  private var items: [QueryOperand] {
    operands.map { operand in
      var item = QueryOperand(query: Query(nodes: [operand.leaf]), mark: operand.mark)
      if operand.mark == .excluded { item.query = .not(item.query) }
      if case .phrase = operand.leaf { return item }
      item.isLoose = operand.mark == .none
      return item
    }
  }

  /// Reads the whole text; returns false if it is not plain.
  private mutating func read(_ bytes: Span<UInt8>) -> Bool {
    operands.reserveCapacity(4)
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: " "): offset += 1
      case UInt8(ascii: "\""): guard readPhrase(bytes, &offset) else { return false }
      case UInt8(ascii: "+"):
        offset += 1
        guard readWord(bytes, &offset, .required) else { return false }
      case UInt8(ascii: "-"):
        offset += 1
        guard readWord(bytes, &offset, .excluded) else { return false }
      default: guard readWord(bytes, &offset, .none) else { return false }
      }
    }
    return !operands.isEmpty && wordCount <= QueryLimits.lenientWordCount
  }

  @inline(never)
  private mutating func readWord(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ mark: QueryOperand.Mark
  ) -> Bool {
    let start = offset
    guard Self.skipWord(bytes, &offset), Self.isEnd(bytes, offset),
      let leaf = Self.leaf(bytes, start..<offset, mark, options)
    else { return false }
    wordCount += 1
    if mark != .none { isBare = false }
    operands.append(Operand(leaf: leaf, mark: mark))
    return true
  }

  /// Returns the node of the word at `range`; nil if it is a word of the syntax, or has no letter.
  @inline(never)
  private static func leaf(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ mark: QueryOperand.Mark,
    _ options: UserQueryOptions
  ) -> QueryNode? {
    let word = String(copying: bytes.extracting(range))
    let isCapital = bytes[range.lowerBound] < UInt8(ascii: "a")
    if isCapital, QueryAlphabet.reservedWord(word) != nil { return nil }
    // Of signs, analyzers say whether they are words.
    guard word.hasASCIIWord || hasLetter(word) else { return nil }
    let isUnfinished =
      options.lastWordIsUnfinished && range.upperBound == bytes.count && mark != .excluded
    return isUnfinished ? .typed(word, field: nil) : .word(word, field: nil)
  }

  @inline(never)
  private static func hasLetter(_ word: String) -> Bool {
    for scalar in word.unicodeScalars where scalar.properties.isAlphabetic { return true }
    return false
  }

  private mutating func readPhrase(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    let start = offset + 1
    offset = start
    let countBefore = wordCount
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: " ") {
        offset += 1
      } else {
        guard Self.skipWord(bytes, &offset) else { return false }
        wordCount += 1
      }
    }
    guard wordCount > countBefore, offset < bytes.count, Self.isEnd(bytes, offset + 1) else {
      return false
    }
    isBare = false
    let phrase = String(copying: bytes.extracting(start..<offset))
    operands.append(Operand(leaf: .phrase(phrase, lastIsPrefix: false, field: nil), mark: .none))
    offset += 1
    return true
  }

  /// Returns true if there is a space at `offset`, or the text ends there.
  private static func isEnd(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    offset == bytes.count || bytes[offset] == UInt8(ascii: " ")
  }

  /// Skips the letters and digits at `offset`; returns false if there is none.
  private static func skipWord(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    let start = offset
    while offset < bytes.count && isPlain(bytes, offset) { offset += 1 }
    return offset > start
  }

  /// Returns true if the byte is an ASCII letter or digit, or part of another character that is
  /// neither a space nor a quote.
  ///
  /// A character whose bytes begin like those of a space or a quote may be rejected as well.
  private static func isPlain(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xBF:
      return true
    case 0xC2, 0xE2: return false
    case 0xE1: return offset + 1 < bytes.count && bytes[offset + 1] != 0x9A
    case 0xE3: return offset + 1 < bytes.count && bytes[offset + 1] != 0x80
    case 0xEF: return offset + 1 < bytes.count && bytes[offset + 1] != 0xBB
    case let byte: return byte >= 0xC3
    }
  }
}
