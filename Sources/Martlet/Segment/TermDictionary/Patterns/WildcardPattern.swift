/// A text with wildcards, which stands for all texts that it matches as a whole.
///
/// In normal form: no two texts follow each other, and of wildcards that do, all that stand for one
/// character come first, and then at most one that stands for any number.
struct WildcardPattern: Sendable, Hashable {
  enum Element: Sendable, Hashable {
    /// These bytes of UTF-8, at least one.
    case text([UInt8])
    /// `?`: one character, a scalar of Unicode.
    case one
    /// `*`: any number of characters.
    case any
  }

  private(set) var elements: [Element] = []

  init() {}

  /// Creates a pattern of these elements, which need not be in normal form.
  init(_ elements: [Element]) {
    for element in elements {
      if case .text(let bytes) = element { append(bytes) } else { append(element) }
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
  mutating func append(_ element: Element) {
    guard elements.last == .any else { return elements.append(element) }
    if element == .one { elements.insert(.one, at: elements.count - 1) }
  }

  /// Appends a character that stands for itself.
  mutating func append(_ scalar: Unicode.Scalar) { append(Array(scalar.utf8)) }

  private mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard case .text(var text) = elements.last else { return elements.append(.text(bytes)) }
    // The text leaves the array before it grows; otherwise each character would copy it.
    elements.removeLast()
    text += bytes
    elements.append(.text(text))
  }

  /// True if any element stands for other characters than its own.
  var hasWildcards: Bool { elements.contains(.one) || elements.contains(.any) }

  /// True if any element stands for itself.
  var hasText: Bool {
    elements.contains { if case .text = $0 { true } else { false } }
  }

  /// The text before the first wildcard.
  var prefix: [UInt8] {
    if case .text(let bytes) = elements.first { bytes } else { [] }
  }

  /// The text of a pattern that stands for all texts with a prefix; nil for any other.
  var solePrefix: [UInt8]? {
    elements.count == 2 && elements[1] == .any && elements[0] != .one ? prefix : nil
  }

  /// The text of a pattern that stands for all texts that end with it or contain it; nil for any
  /// other.
  var soleWord: [UInt8]? {
    guard elements.first == .any, case .text(let bytes) = elements[elements.count > 1 ? 1 : 0],
      elements.count == 2 || elements.count == 3 && elements[2] == .any
    else { return nil }
    return bytes
  }

  /// Returns the pattern without the characters at its beginning for which `isDropped` is true.
  func dropping(_ isDropped: (Unicode.Scalar) -> Bool) -> WildcardPattern {
    let text = String(decoding: prefix, as: UTF8.self).unicodeScalars
    guard let first = text.first, isDropped(first) else { return self }
    let rest = String(text.drop(while: isDropped))
    return WildcardPattern([.text(Array(rest.utf8))] + elements.dropFirst())
  }

  /// The fewest bytes that a matching text can have.
  var leastByteCount: Int {
    elements.reduce(0) { count, element in
      switch element {
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
    elements.reduce(into: "") { text, element in
      switch element {
      case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .one: text += "?"
      case .any: text += "*"
      }
    }
  }
}
