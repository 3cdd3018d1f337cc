/// A text with wildcards, which stands for all texts that it matches as a whole.
///
/// In normal form: no two texts follow each other, and of wildcards that do, all that stand for one
/// character come first, and then at most one that stands for any number.
struct WildcardPattern: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    /// These bytes of UTF-8, at least one.
    case text([UInt8])
    /// `?`: one character, a scalar of Unicode.
    case one
    /// `*`: any number of characters.
    case any
  }

  private(set) var parts: [Part] = []

  init() {}

  /// Creates a pattern of these parts, which need not be in normal form.
  init(_ parts: [Part]) {
    for part in parts {
      if case .text(let bytes) = part { append(bytes) } else { append(part) }
    }
  }

  /// Reads `*` and `?` as wildcards. A backslash makes the next character stand for itself.
  init(_ text: String) {
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "*": append(.any)
      case "?": append(.one)
      default: append(scalar)
      }
    }
    if isEscaped { append("\\") }
  }

  /// Appends a wildcard.
  mutating func append(_ part: Part) {
    guard parts.last == .any else { return parts.append(part) }
    if part == .one { parts.insert(.one, at: parts.count - 1) }
  }

  /// Appends a character that stands for itself.
  mutating func append(_ scalar: Unicode.Scalar) { append(Array(scalar.utf8)) }

  private mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard case .text(var text) = parts.last else { return parts.append(.text(bytes)) }
    // The text leaves the array before it grows; otherwise each character would copy it.
    parts.removeLast()
    text += bytes
    parts.append(.text(text))
  }

  /// True if any part stands for other characters than its own.
  var hasWildcards: Bool { parts.contains(.one) || parts.contains(.any) }

  /// True if any part stands for itself.
  var hasText: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }

  /// The text before the first wildcard.
  var prefix: [UInt8] {
    if case .text(let bytes) = parts.first { bytes } else { [] }
  }

  /// The text of a pattern that stands for all texts with a prefix; nil for any other.
  var solePrefix: [UInt8]? {
    parts.count == 2 && parts[1] == .any && parts[0] != .one ? prefix : nil
  }

  /// The text of a pattern that stands for all texts that end with it or contain it; nil for any
  /// other.
  var soleWord: [UInt8]? {
    guard parts.first == .any, case .text(let bytes) = parts[parts.count > 1 ? 1 : 0],
      parts.count == 2 || parts.count == 3 && parts[2] == .any
    else { return nil }
    return bytes
  }

  /// Returns the pattern without the characters at its beginning for which `isDropped` is true.
  func dropping(_ isDropped: (Unicode.Scalar) -> Bool) -> WildcardPattern {
    let text = String(decoding: prefix, as: UTF8.self).unicodeScalars
    guard let first = text.first, isDropped(first) else { return self }
    let rest = String(text.drop(while: isDropped))
    return WildcardPattern([.text(Array(rest.utf8))] + parts.dropFirst())
  }

  /// The fewest bytes that a matching text can have.
  var leastByteCount: Int {
    parts.reduce(0) { count, part in
      switch part {
      case .text(let bytes): count + bytes.count
      case .one: count + 1
      case .any: count
      }
    }
  }
}

extension WildcardPattern: CustomStringConvertible {
  /// The text with its wildcards.
  var description: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .one: text += "?"
      case .any: text += "*"
      }
    }
  }
}
