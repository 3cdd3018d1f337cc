/// The word lists beside this file, embedded when the package is built: no file is looked for
/// at run time.
///
/// Each list is UTF-8 text, one word per line. Lines that begin with `#` name the source and the
/// licence and are not words; `LICENSES.txt` has the licences in full.
public enum StopwordLists {
  /// The 33 words that Lucene's English analyzer drops: a part of the list of English.
  public static var english: [UInt8] { PackageResources.english_txt }

  /// The 543 words of MySQL's full-text default list.
  public static var mysql: [UInt8] { PackageResources.mysql_txt }

  /// The list of a language by its ISO 639-1 code, nil when there is none.
  ///
  /// There is none for Chinese, Japanese, Korean and Thai: they are searched by pairs of letters,
  /// of which none is a word to leave out.
  public static func list(language: String) -> [UInt8]? {
    switch language {
    case "af": PackageResources.afrikaans_txt
    case "ar": PackageResources.arabic_txt
    case "bg": PackageResources.bulgarian_txt
    case "bn": PackageResources.bengali_txt
    case "ca": PackageResources.catalan_txt
    case "cs": PackageResources.czech_txt
    case "da": PackageResources.danish_txt
    case "de": PackageResources.german_txt
    case "el": PackageResources.greek_txt
    case "en": PackageResources.english_snowball_txt
    case "eo": PackageResources.esperanto_txt
    case "es": PackageResources.spanish_txt
    case "et": PackageResources.estonian_txt
    case "eu": PackageResources.basque_txt
    case "fa": PackageResources.persian_txt
    case "fi": PackageResources.finnish_txt
    case "fr": PackageResources.french_txt
    case "ga": PackageResources.irish_txt
    case "gl": PackageResources.galician_txt
    case "he": PackageResources.hebrew_txt
    case "hi": PackageResources.hindi_txt
    case "hr": PackageResources.croatian_txt
    case "hu": PackageResources.hungarian_txt
    case "hy": PackageResources.armenian_txt
    case "id": PackageResources.indonesian_txt
    case "it": PackageResources.italian_txt
    case "la": PackageResources.latin_txt
    case "lt": PackageResources.lithuanian_txt
    case "lv": PackageResources.latvian_txt
    case "mr": PackageResources.marathi_txt
    case "nl": PackageResources.dutch_txt
    case "no": PackageResources.norwegian_txt
    case "pl": PackageResources.polish_txt
    case "pt": PackageResources.portuguese_txt
    case "ro": PackageResources.romanian_txt
    case "ru": PackageResources.russian_txt
    case "sk": PackageResources.slovak_txt
    case "sl": PackageResources.slovenian_txt
    case "sr": PackageResources.serbian_txt
    case "sv": PackageResources.swedish_txt
    case "sw": PackageResources.swahili_txt
    case "ta": PackageResources.tamil_txt
    case "tl": PackageResources.tagalog_txt
    case "tr": PackageResources.turkish_txt
    case "uk": PackageResources.ukrainian_txt
    default: nil
    }
  }

  /// The codes that ``list(language:)`` knows, in order.
  public static let languages = [
    "af", "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "eo", "es",
    "et", "eu", "fa", "fi", "fr", "ga", "gl", "he", "hi", "hr", "hu", "hy",
    "id", "it", "la", "lt", "lv", "mr", "nl", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sr", "sv", "sw", "ta", "tl", "tr", "uk",
  ]
}
