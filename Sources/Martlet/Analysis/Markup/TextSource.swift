/// The kind of text in a field, which decides which part of it is words.
///
/// A source turns a value into the plain text that is tokenised, and knows for every token where it
/// stands in the value, so highlights point into what the application stored. It describes text as
/// a person reads it: markup, scripts and addresses behind links are no words, a word that is half
/// bold is one word, and what begins a paragraph ends a word.
///
/// Not for: cleaning text for display. What a source gives is for search only.
///
/// An index remembers the ``name`` of each field's source and refuses another one, because the
/// terms would differ.
///
/// - Complexity: reading is O(bytes) for any bytes, without recursion, in memory that is bounded by
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
  /// A stable name that changes whenever the words that are read change: an index remembers it.
  public let name: String

  private init(_ name: String, _ reader: Reader) {
    self.name = name
    self.reader = reader
  }

  /// The value is the text.
  public static let plain = TextSource("plain", .plain)

  /// HTML as a browser shows it.
  ///
  /// Tags, comments, scripts and styles are left out, character references are decoded, and
  /// elements that begin a line or stand apart separate words. Nothing needs to be well-formed.
  public static let html = html(including: [])

  /// HTML with the texts of some attributes, which a browser shows in other ways.
  public static func html(including attributes: HTMLAttributes) -> TextSource {
    TextSource("html 1 \(attributes.rawValue)", .html(attributes))
  }

  /// Markdown (CommonMark 0.31 with tables, strikethrough and footnotes as on GitHub) as its HTML
  /// would be shown.
  ///
  /// Code is text. Of front matter the title is text; the definitions of links are left out. Macros
  /// of page generators are read as pages of MDN show them: `{{domxref("Window.name")}}` as its
  /// text, others not at all.
  public static let markdown = TextSource("markdown 1", .markdown)

  /// A reader of your own that says which text comes from which part of the value.
  ///
  /// - Parameters:
  ///   - name: Changes whenever the text that is read changes.
  ///   - pieces: Gives the pieces of a value's text, in order.
  public static func custom(
    name: String, pieces: @escaping @Sendable (String) -> [TextPiece]
  ) -> TextSource {
    TextSource("custom \(name)", .custom(pieces))
  }

  /// A reader of your own that does not know where its text comes from: every token then stands for
  /// the whole value.
  ///
  /// - Parameters:
  ///   - name: Changes whenever the text that is read changes.
  ///   - text: Gives the text of a value.
  public static func custom(
    name: String, text: @escaping @Sendable (String) -> String
  ) -> TextSource {
    custom(name: name) { [TextPiece(text: text($0), range: 0..<$0.utf8.count)] }
  }

  /// True when the value itself is the text.
  var isPlain: Bool {
    if case .plain = reader { true } else { false }
  }

  /// A hash of everything that decides which terms a value gives, when `fingerprint` is that for a
  /// plain text; the same for ``plain``.
  func fingerprint(with fingerprint: UInt64) -> UInt64 {
    isPlain ? fingerprint : Checksum.hash64(Array(name.utf8), seed: fingerprint)
  }
}

/// Attributes of HTML elements that hold words.
public struct HTMLAttributes: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `alt`: what an image shows.
  public static let alternativeTexts = HTMLAttributes(rawValue: 1)
  /// `title`: what a browser shows under the pointer.
  public static let titles = HTMLAttributes(rawValue: 2)
}

/// A part of the text that a ``TextSource`` of your own reads.
public struct TextPiece: Sendable, Hashable {
  /// The text. Pieces are put together without anything between them.
  public var text: String
  /// The range of the piece in the value, in UTF-8 bytes.
  ///
  /// If the value has just this text there, each word gets its own range, otherwise every word of
  /// the piece stands for the whole range. Ranges outside the value or before the piece before are
  /// moved to the nearest possible ones.
  public var range: Range<Int>

  public init(text: String, range: Range<Int>) {
    self.text = text
    self.range = range
  }
}
