/// A macro of a page generator in Markdown: `{{name}}` or `{{name("text", 2)}}`, as used by MDN.
///
/// Macros that stand for a reference are read as the page shows them: the second text if there is
/// one, else the first, so `{{domxref("Window.name", "the name")}}` is "the name". The others are
/// lists, banners and the like, whose words are not in the value. Anything of another form, such as
/// `{{ page.title }}`, is text.
///
/// - Complexity: O(bytes read), at most ``longest``.
struct MarkdownMacro {
  /// The offset after the macro.
  private(set) var end: Int
  private let name: Range<Int>
  /// The first two arguments, without quotes.
  private var arguments: (first: Range<Int>, second: Range<Int>)
  private let bytes: SourceBytes

  /// The maximum length of a macro in bytes.
  private static let longest = 1_000

  /// Reads the macro that starts with the `{` at `start`; nil if that is text.
  init?(in bytes: SourceBytes, at start: Int, upTo limit: Int) {
    guard bytes[start &+ 1] == UInt8(ascii: "{") else { return nil }
    let limit = min(limit, start &+ Self.longest)
    let first = MarkdownLink.skipSpace(bytes, from: start &+ 2, upTo: limit)
    guard first < limit, bytes[first].isASCIILetter else { return nil }
    end = first
    while end < limit, Self.isName(bytes[end]) { end &+= 1 }
    name = first..<end
    arguments = (end..<end, end..<end)
    self.bytes = bytes
    skipSpace(limit)
    if bytes[end] == UInt8(ascii: "("), !readArguments(limit) { return nil }
    guard end &+ 2 <= limit, bytes.matches("}}", at: end) else { return nil }
    end &+= 2
  }

  /// The shown parts of the macro, in order, as ranges in the value.
  var shown: [Range<Int>] {
    guard isReference else { return [] }
    let (first, second) = arguments
    if isNamed("rfc") { return [name, first, second].filter { !$0.isEmpty } }
    return [second.isEmpty ? first : second]
  }

  private var isReference: Bool {
    name.count > 4 && bytes.matches("xref", at: name.upperBound &- 4)
      || Self.references.contains { isNamed($0) }
  }

  private func isNamed(_ text: StaticString) -> Bool {
    name.count == text.utf8CodeUnitCount && bytes.matches(text, at: name.lowerBound)
  }

  private static let references: [StaticString] = [
    "csp", "glossary", "htmlelement", "httpheader", "httpmethod", "httpstatus", "livesamplelink",
    "mathmlelement", "rfc", "svgattr", "svgelement", "webextapiref",
  ]

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private mutating func skipSpace(_ limit: Int) {
    end = MarkdownLink.skipSpace(bytes, from: end, upTo: limit)
  }

  /// Reads `(argument, …)`. Returns false if there is something else.
  private mutating func readArguments(_ limit: Int) -> Bool {
    var count = 0
    repeat {
      end &+= 1
      skipSpace(limit)
      guard let argument = readArgument(limit) else { return false }
      if count == 0 { arguments.first = argument }
      if count == 1 { arguments.second = argument }
      count &+= 1
      skipSpace(limit)
    } while end < limit && bytes[end] == UInt8(ascii: ",")
    guard end < limit, bytes[end] == UInt8(ascii: ")") else { return false }
    end &+= 1
    skipSpace(limit)
    return true
  }

  /// Reads a text in quotes, or anything else before a comma or a bracket.
  private mutating func readArgument(_ limit: Int) -> Range<Int>? {
    let quote = bytes[end]
    let start = end
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = bytes.firstIndex(of: quote, from: start &+ 1, to: limit)
      guard close < limit else { return nil }
      end = close &+ 1
      return start &+ 1..<close
    }
    while end < limit, Self.isName(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end &+= 1 }
    return start..<end
  }
}
