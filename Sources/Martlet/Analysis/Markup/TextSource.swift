/// The kind of text in a field, which decides which parts of it are words.
///
/// A source converts a value to the plain text that is tokenised, and maps every token back to its
/// range in the value, so highlights point into what the application stored. The text is what a
/// person reads: markup, scripts and the addresses of links are not words, a word that is half bold
/// is one word, and the start of a paragraph ends a word.
///
/// A source does not make a text safe: what it reads may look like tags, and has to be escaped
/// where it becomes HTML again. ``HighlightedText/html(element:)`` does that.
///
/// An index stores the ``name`` of each field's source and refuses another one, because the terms
/// would differ.
///
/// - Complexity: Reading is O(bytes) for any bytes, without recursion, in memory that is bounded by
///   the value; ``plain`` costs nothing.
public struct TextSource: Sendable {
  /// The reader of the value.
  enum Reader: Sendable {
    case plain
    case html(HTMLAttributes)
    case markdown
    case custom(@Sendable (String) -> [TextPiece])
  }

  let reader: Reader
  /// A stable name that changes whenever the words that are read change. An index stores it.
  public let name: String

  private init(_ name: String, _ reader: Reader) {
    self.name = name
    self.reader = reader
  }

  /// Plain text: the value itself is the text.
  public static let plain = TextSource("plain", .plain)

  /// HTML as a browser shows it.
  ///
  /// Tags, comments, scripts and styles are left out, character references are decoded, and
  /// elements that begin a line or are shown separately separate words. The value does not need to
  /// be well-formed.
  public static let html = html(including: [])

  /// Returns a source for HTML that includes the texts of some attributes, which a browser shows in
  /// other ways.
  public static func html(including attributes: HTMLAttributes) -> TextSource {
    TextSource("html 2 \(attributes.rawValue)", .html(attributes))
  }

  /// Markdown (CommonMark 0.31 with tables, strikethrough and footnotes as on GitHub) as its HTML
  /// is shown.
  ///
  /// Code is text, and so are the alternative texts of images. Only the title of front matter is
  /// text, and the definitions of links are left out. Macros of page generators are read as the
  /// pages of MDN show them: `{{domxref("Window.name")}}` as its text, others not at all.
  public static let markdown = TextSource("markdown 3", .markdown)

  /// Creates a source that gives its text in pieces, each with its range in the value.
  ///
  /// - Parameters:
  ///   - name: A name that changes whenever the text that is read changes.
  ///   - pieces: Returns the pieces of a value's text, in order.
  public static func custom(
    name: String, pieces: @escaping @Sendable (String) -> [TextPiece]
  ) -> TextSource {
    TextSource("custom \(name)", .custom(pieces))
  }

  /// Creates a source that does not know the origin of its text. Every token then has the range of
  /// the whole value.
  ///
  /// - Parameters:
  ///   - name: A name that changes whenever the text that is read changes.
  ///   - text: Returns the text of a value.
  public static func custom(
    name: String, text: @escaping @Sendable (String) -> String
  ) -> TextSource {
    custom(name: name) { [TextPiece(text: text($0), range: 0..<$0.utf8.count)] }
  }

  /// True if the value itself is the text.
  var isPlain: Bool {
    if case .plain = reader { true } else { false }
  }

  /// Returns a hash of everything that decides which terms a value gives, where `fingerprint` is
  /// the hash for plain text. For ``plain``, returns `fingerprint`.
  func fingerprint(with fingerprint: UInt64) -> UInt64 {
    isPlain ? fingerprint : Checksum.hash64(Array(name.utf8), seed: fingerprint)
  }
}

/// The attributes of HTML elements that hold words.
public struct HTMLAttributes: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `alt`, a description of an image.
  public static let alternativeTexts = HTMLAttributes(rawValue: 1)
  /// `title`, which a browser shows under the pointer.
  public static let titles = HTMLAttributes(rawValue: 2)
}

/// A part of the text that a custom ``TextSource`` reads.
public struct TextPiece: Sendable, Hashable {
  /// The text. Pieces are joined without anything between them.
  public var text: String
  /// The range of the piece in the value, in UTF-8 bytes.
  ///
  /// If the value has exactly this text there, each word gets its own range; otherwise every word
  /// of the piece has the whole range. Ranges outside the value or before the preceding piece are
  /// moved to the nearest possible ones.
  public var range: Range<Int>

  public init(text: String, range: Range<Int>) {
    self.text = text
    self.range = range
  }
}
