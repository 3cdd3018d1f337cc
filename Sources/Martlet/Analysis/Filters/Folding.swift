/// The differences of spelling that are ignored, so that words are found however they were typed.
///
/// At every level, canonically equivalent spellings (`é` as one scalar or as two) give the same
/// bytes. Data: Unicode 17.0. The level ``full`` ignores:
/// - case, including `ß` = `ss` and the Greek final sigma;
/// - diacritics on letters of any script where they are optional or accents: Latin, Greek, Hebrew
///   points, Arabic vowel signs and hamza on letters, the Devanagari nukta. Cyrillic `ё` becomes
///   `е`, but `й`, `ї`, `ў`, `ѓ` and `ќ` are letters of their own. Vowel signs, viramas and tone
///   marks of South and South East Asian scripts, and Japanese voicing marks, distinguish words and
///   stay (`Diacritics` has the list);
/// - ligatures and variants: `æ` `œ` `ø` `ł` `đ` `ð` `þ` `ı` become ASCII, as does every letter
///   that Lucene's ASCIIFoldingFilter knows; full and half width, superscripts, circled and
///   mathematical letters become plain (beside other letters, superscripts and circled digits are
///   words of their own: `m²` is *m* and *2*); Arabic presentation forms, Farsi yeh and keheh
///   become Arabic letters; digits of all scripts become ASCII digits;
/// - signs that are invisible or typed in different ways: soft hyphens, joiners, variation
///   selectors, skin tones, tatweel; all apostrophes become `'`, and those at the end of a Hebrew
///   word are left out.
public struct Folding: Sendable, Hashable {
  /// The extent of the folding.
  enum Level: UInt8, Sendable {
    case exact, caseOnly, full
  }

  let level: Level
  private(set) var hasDotlessI = false

  private init(level: Level) { self.level = level }

  /// Ignores only differences between canonically equivalent spellings. Gives Normalization Form C.
  public static let exact = Folding(level: .exact)
  /// Ignores case as well: `Straße` and `STRASSE`. Gives Normalization Form C.
  public static let caseOnly = Folding(level: .caseOnly)
  /// Ignores everything that the type's description lists. Hangul is decomposed into its letters,
  /// so that an unfinished syllable is a prefix of the finished one; everything else is composed.
  public static let full = Folding(level: .full)

  /// The same folding for Turkish and Azerbaijani, where `I` is the capital of `ı` and `İ` that of
  /// `i`, and the two are different letters. ``exact`` folds neither and stays as it is.
  public var turkish: Folding {
    var copy = self
    copy.hasDotlessI = level != .exact
    return copy
  }

  /// True if ASCII capitals become small ASCII letters.
  var ignoresASCIICase: Bool { level != .exact && !hasDotlessI }

  /// The name of the level and its options.
  var signature: String { "\(level)\(hasDotlessI ? " turkish" : "")" }

  /// Returns true if `scalar` is one of the many that are not marks and do not compose with a
  /// preceding scalar.
  @inline(__always)
  func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x5D0..<0x600, 0x620..<0x64B: true
    case 0x1100..<0x1200: level == .full
    case 0x3041..<0x3099, 0x309B..<0xA66F: true
    default: false
    }
  }
}
