/// Turns the bytes that a terminal sends into keys.
///
/// Characters and sequences may be split anywhere, as over a slow connection. Bytes that have no
/// meaning are dropped.
package struct KeyDecoder: Sendable {
  /// The bytes that are not keys yet.
  private var bytes: [UInt8] = []
  /// True between the signs that a terminal puts around what is pasted.
  private var isPasting = false
  /// The moments for which nothing more of a paste has come.
  private var silence = 0

  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07
  private static let pasteNumber = 200
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The most bytes of a control sequence, and of a string for a program; what is longer is none.
  private static let longestSequence = 32
  private static let longestString = 4_096
  /// The most bytes of a paste that are kept.
  private static let longestPaste = 1 << 16
  /// The moments without a byte after which a paste has ended, even if its sign was lost.
  private static let longestSilence = 8

  package init() {}

  /// True if more bytes may change the meaning of the last ones: an Escape may be a key, or begin
  /// the sequence of another one.
  package var isWaiting: Bool { !bytes.isEmpty && !isPasting }

  /// Returns the keys that are complete with these bytes.
  package mutating func feed(_ new: [UInt8]) -> [Key] {
    bytes += new
    silence = 0
    var keys: [Key] = []
    while let length = next(&keys) { bytes.removeFirst(length) }
    return keys
  }

  /// Returns the key of what is waiting, because nothing has followed for a moment.
  package mutating func giveUp() -> [Key] {
    if isPasting { return giveUpPaste() }
    guard isWaiting else { return [] }
    defer { bytes = [] }
    // The beginning of a sequence, whose rest was lost, is no reason to leave.
    return bytes.allSatisfy { $0 == Self.escape } ? [.escape] : []
  }

  private mutating func giveUpPaste() -> [Key] {
    silence += 1
    guard silence >= Self.longestSilence else { return [] }
    isPasting = false
    var keys: [Key] = []
    append(bytes, &keys)
    bytes = []
    return keys
  }

  /// Appends the next key, if it has a meaning, and returns the number of its bytes; nil if it is
  /// not complete.
  private mutating func next(_ keys: inout [Key]) -> Int? {
    guard let first = bytes.first else { return nil }
    if isPasting { return paste(&keys) }
    switch first {
    case Self.escape: return sequence(&keys)
    case 0..<0x20, 0x7F:
      if let key = Key.control(first) { keys.append(key) }
      return 1
    default: return text(&keys)
    }
  }

  /// Takes characters up to the next control character.
  private func text(_ keys: inout [Key]) -> Int? {
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    // The start of a character that is not complete, if nothing follows it.
    let rest = run.count == bytes.count ? Self.unfinishedCount(run) : 0
    guard run.count > rest else { return nil }
    append(run.dropLast(rest), &keys)
    return run.count - rest
  }

  /// Returns the number of bytes at the end that begin a character of UTF-8 without ending it.
  private static func unfinishedCount(_ run: ArraySlice<UInt8>) -> Int {
    for (distance, byte) in run.reversed().prefix(3).enumerated() where byte < 0x80 || byte >= 0xC0
    {
      guard byte >= 0xC0 else { return 0 }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return distance + 1 < length ? distance + 1 : 0
    }
    return 0
  }

  /// Appends characters, without those that are not UTF-8 and without control characters.
  private func append(_ run: some Sequence<UInt8>, _ keys: inout [Key]) {
    var text = ""
    for scalar in String(decoding: Array(run), as: UTF8.self).unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      guard scalar != "\u{FFFD}" else { continue }
      // Of a paste, line ends part words.
      text.unicodeScalars.append(isControl ? " " : scalar)
    }
    if !text.isEmpty { keys.append(.text(text)) }
  }

  /// Takes what is pasted, once its end is there.
  private mutating func paste(_ keys: inout [Key]) -> Int? {
    guard let end = bytes.firstRange(of: Self.pasteEnd) else {
      let spare = bytes.count - Self.longestPaste - Self.pasteEnd.count
      // The end of the paste may begin in the last bytes, which stay.
      if spare > 0 { bytes.removeSubrange(Self.longestPaste..<(Self.longestPaste + spare)) }
      return nil
    }
    isPasting = false
    append(bytes[..<end.lowerBound], &keys)
    return end.upperBound
  }

  /// Takes a sequence that begins with Escape.
  private mutating func sequence(_ keys: inout [Key]) -> Int? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return controlSequence(&keys)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      guard bytes[2] >= 0x20 else { return 2 }
      if let key = Key.sequence(bytes[2], 0) { keys.append(key) }
      return 3
    case Self.escape: return doubleEscape(&keys)
    case 0x08, 0x7F:
      keys.append(.deleteWord)
      return 2
    case _ where Self.beginsString(bytes[1]): return stringLength
    // A letter with Alt; one outside of ASCII is taken for itself.
    case 0x20..<0x7F: return 2
    case 0x80...: return 1
    default:
      keys.append(.escape)
      return 1
    }
  }

  /// Takes an Escape before another one, with which some terminals begin the sequence of a key with
  /// Alt.
  private func doubleEscape(_ keys: inout [Key]) -> Int? {
    guard bytes.count > 2 else { return nil }
    let isAlt = bytes[2] == UInt8(ascii: "[") || bytes[2] == UInt8(ascii: "O")
    if !isAlt { keys.append(.escape) }
    return 1
  }

  /// Returns true if a terminal sends a string for programs after Escape and this character, such
  /// as the answer to a question that a program before had asked.
  private static func beginsString(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_")]
      .contains(byte)
  }

  /// The length of such a string, which ends before Escape or with another control character; nil
  /// if it is not complete.
  private var stringLength: Int? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 < 0x20 }) else {
      return bytes.count < Self.longestString ? nil : bytes.count
    }
    guard bytes[end] == Self.escape else { return bytes[end] == Self.bell ? end + 1 : end }
    guard end + 1 < bytes.count else { return nil }
    return bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end
  }

  private mutating func controlSequence(_ keys: inout [Key]) -> Int? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return bytes.count < Self.longestSequence ? nil : bytes.count
    }
    // What ends with a control character is no sequence, and the character has its own meaning.
    guard bytes[end] >= 0x40, bytes[end] < 0x7F else { return end }
    // The console of Linux sends one more byte for the first function keys.
    if end == 2, bytes[end] == UInt8(ascii: "[") { return bytes.count > 3 ? 4 : nil }
    // Old reports of the mouse have three more.
    if end == 2, bytes[end] == UInt8(ascii: "M") { return bytes.count > 5 ? 6 : nil }
    let digits = bytes[2..<end].prefix { (0x30..<0x3A).contains($0) }
    let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    if bytes[end] == UInt8(ascii: "~"), number == Self.pasteNumber {
      isPasting = true
    } else if let key = Key.sequence(bytes[end], number) {
      keys.append(key)
    }
    return end + 1
  }
}
