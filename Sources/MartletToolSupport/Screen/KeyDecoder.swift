/// Turns the bytes that a terminal sends into keys.
///
/// Characters and sequences may be split anywhere, as over a slow connection. Bytes that have no
/// meaning are dropped.
package struct KeyDecoder: Sendable {
  /// The bytes that are not keys yet.
  private var bytes: [UInt8] = []
  /// True between the signs that a terminal puts around what is pasted.
  private var isPasting = false

  private static let escape: UInt8 = 0x1B
  private static let pasteNumber = 200
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The most bytes of a control sequence; one that is longer is none.
  private static let longestSequence = 32
  /// The most bytes of a paste that are kept.
  private static let longestPaste = 1 << 16

  package init() {}

  /// True if more bytes may change the meaning of the last ones: an Escape may be a key, or begin
  /// the sequence of another one.
  package var isWaiting: Bool { !bytes.isEmpty && !isPasting }

  /// Returns the keys that are complete with these bytes.
  package mutating func feed(_ new: [UInt8]) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while let length = next(&keys) { bytes.removeFirst(length) }
    return keys
  }

  /// Returns the key of what is waiting, because nothing has followed for a moment.
  package mutating func giveUp() -> [Key] {
    guard isWaiting else { return [] }
    defer { bytes = [] }
    return bytes[0] == Self.escape ? [.escape] : []
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
    for (distance, byte) in run.reversed().prefix(3).enumerated() where byte >= 0xC0 {
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
      if let key = Key.sequence(bytes[2], 0) { keys.append(key) }
      return 3
    case 0x08, 0x7F:
      keys.append(.deleteWord)
      return 2
    case 0x20..<0x7F: return 2
    default:
      keys.append(.escape)
      return 1
    }
  }

  private mutating func controlSequence(_ keys: inout [Key]) -> Int? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return bytes.count < Self.longestSequence ? nil : bytes.count
    }
    // What ends with a control character is no sequence, and the character has its own meaning.
    guard bytes[end] >= 0x40, bytes[end] < 0x7F else { return end }
    // The console of Linux sends one more byte for the first function keys.
    if end == 2, bytes[end] == UInt8(ascii: "[") { return bytes.count > 3 ? 4 : nil }
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
