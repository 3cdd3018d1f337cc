/// Finds the asterisks, underscores and tildes that are emphasis.
///
/// The algorithm is that of CommonMark 0.31, section 6.2 and its appendix (delimiter stack), run in
/// the order of the signs: a run that may close searches backwards for one that may open. A search
/// that fails is remembered, so that the same runs are not searched again.
///
/// - Complexity: O(runs) in all, with a factor of at most 18, the number of kinds of closing runs.
struct MarkdownEmphasis {
  /// A run that may open.
  private struct Opener {
    let offset: Int
    let edit: Int
    let byte: UInt8
    let canClose: Bool
    /// The number of signs of the whole run.
    let length: Int
    /// The number of signs that are not used yet.
    var remaining: Int
  }

  private let openers = GrowingArray<Opener>()
  /// For each kind of closing run, the offset before which there is no opener for it.
  private let barriers = GrowingArray<Int>()
  private var start = 0
  /// The number of openers examined.
  private(set) var stepCount = 0

  private static let kindCount = 18

  /// Begins a text.
  mutating func begin(start: Int) {
    openers.removeAll()
    barriers.removeAll()
    for _ in 0..<Self.kindCount { barriers.append(start) }
    self.start = start
    stepCount = 0
  }

  /// Removes the openers from `offset` on.
  func forget(from offset: Int) {
    while openers.count > 0, openers[openers.count &- 1].offset >= offset {
      openers.truncate(to: openers.count &- 1)
    }
  }

  /// Reads the run of signs at `offset`.
  ///
  /// - Returns: The offset from which to continue.
  mutating func read(
    at offset: Int, in bytes: SourceBytes, upTo end: Int, _ edits: GrowingArray<MarkdownEdit>
  ) -> Int {
    let byte = bytes[offset]
    var next = offset &+ 1
    while next < end, bytes[next] == byte { next &+= 1 }
    let isStrike = byte == UInt8(ascii: "~")
    if isStrike, next &- offset > 2 { return next }
    let sides = Sides(of: offset..<next, in: bytes, from: start, upTo: end)
    let isWord = byte == UInt8(ascii: "_")
    let canOpen = sides.opens && (!isWord || !sides.closes || sides.isBehindPunctuation)
    let canClose = sides.closes && (!isWord || !sides.opens || sides.isBeforePunctuation)
    guard canOpen || canClose else { return next }
    let edit = edits.count
    edits.append(MarkdownEdit(offset, next, .emphasis))
    var run = Opener(
      offset: offset, edit: edit, byte: byte, canClose: canClose, length: next &- offset,
      remaining: next &- offset)
    if canClose { close(&run, canOpen: canOpen, edits) }
    if canOpen, run.remaining > 0 { openers.append(run) }
    return next
  }

  /// Matches the signs of a closing run with those of runs before it.
  private mutating func close(
    _ run: inout Opener, canOpen: Bool, _ edits: GrowingArray<MarkdownEdit>
  ) {
    let kind = Self.kind(run, canOpen: canOpen)
    while run.remaining > 0 {
      guard let index = findOpener(for: run, canOpen: canOpen, after: barriers[kind]) else {
        barriers[kind] = run.offset
        return
      }
      let isStrike = run.byte == UInt8(ascii: "~")
      let both = min(openers[index].remaining, run.remaining)
      let used = isStrike ? both : min(both, 2)
      edits[openers[index].edit].second &+= UInt32(truncatingIfNeeded: used)
      edits[run.edit].first &+= UInt32(truncatingIfNeeded: used)
      run.remaining &-= used
      openers[index].remaining &-= used
      openers.truncate(to: openers[index].remaining > 0 ? index &+ 1 : index)
    }
  }

  private mutating func findOpener(
    for run: Opener, canOpen: Bool, after barrier: Int
  ) -> Int? {
    var index = openers.count &- 1
    while index >= 0, openers[index].offset >= barrier {
      stepCount &+= 1
      let opener = openers[index]
      if opener.byte == run.byte, Self.matches(opener, run, canOpen: canOpen) { return index }
      index &-= 1
    }
    return nil
  }

  /// Returns true if two runs of one sign may match: the "rule of 3", and for tildes equal length.
  private static func matches(_ opener: Opener, _ run: Opener, canOpen: Bool) -> Bool {
    if run.byte == UInt8(ascii: "~") { return opener.length == run.length }
    guard canOpen || opener.canClose else { return true }
    return run.length % 3 == 0 && opener.length % 3 == 0
      || (opener.length &+ run.length) % 3 != 0
  }

  private static func kind(_ run: Opener, canOpen: Bool) -> Int {
    let byte =
      switch run.byte {
      case UInt8(ascii: "*"): 0
      case UInt8(ascii: "_"): 1
      default: 2
      }
    return (byte &* 2 &+ (canOpen ? 1 : 0)) &* 3 &+ run.length % 3
  }

  /// The characters on both sides of a run.
  private struct Sides {
    /// Left-flanking and right-flanking, in the words of CommonMark.
    let opens: Bool
    let closes: Bool
    let isBehindPunctuation: Bool
    let isBeforePunctuation: Bool

    init(of run: Range<Int>, in bytes: SourceBytes, from start: Int, upTo end: Int) {
      let before =
        run.lowerBound > start ? Side(bytes.scalar(before: run.lowerBound).value) : .space
      let after = run.upperBound < end ? Side(bytes.scalar(at: run.upperBound).value) : .space
      isBehindPunctuation = before == .punctuation
      isBeforePunctuation = after == .punctuation
      opens = after != .space && (after != .punctuation || before != .letter)
      closes = before != .space && (before != .punctuation || after != .letter)
    }
  }

  private enum Side {
    case space, punctuation, letter

    init(_ scalar: UInt32) {
      if scalar < 0x80 {
        let byte = UInt8(truncatingIfNeeded: scalar)
        self = byte.isHTMLSpace ? .space : byte.isASCIIPunctuation ? .punctuation : .letter
        return
      }
      switch WordClass.of(scalar) {
      case .space, .newline: self = .space
      case .other: self = scalar == 0xA0 || scalar == 0x202F ? .space : .punctuation
      case .connector, .singleQuote, .doubleQuote, .middleNumberLetter, .middleLetter, .colon,
        .middleNumber, .pictograph, .emoji:
        self = .punctuation
      default: self = .letter
      }
    }
  }
}
