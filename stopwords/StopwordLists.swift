/// The lists of the folder `lists` beside this file, which are a part of the program: no file is
/// looked for at run time.
///
/// Each list has one word per line. Lines that begin with `#` name the source and the licence and
/// are not words; `LICENSES.txt` has the licences in full. After a change in the folder,
/// `GenerateWordLists.py` writes the lists anew into `WordLists.swift`.
public enum StopwordLists {
  /// The 33 words that Lucene's English analyzer drops: a part of the list of English.
  public static var english: StaticString { WordLists.english }

  /// The 543 words of MySQL's full-text default list.
  public static var mysql: StaticString { WordLists.mysql }

  /// The list of a language by its ISO 639-1 code, nil when there is none.
  ///
  /// There is none for Chinese, Japanese, Korean and Thai: they are searched by pairs of letters,
  /// of which none is a word to leave out.
  public static func list(language: String) -> StaticString? {
    switch language {
    case "af": WordLists.afrikaans
    case "ar": WordLists.arabic
    case "bg": WordLists.bulgarian
    case "bn": WordLists.bengali
    case "ca": WordLists.catalan
    case "cs": WordLists.czech
    case "da": WordLists.danish
    case "de": WordLists.german
    case "el": WordLists.greek
    case "en": WordLists.englishSnowball
    case "eo": WordLists.esperanto
    case "es": WordLists.spanish
    case "et": WordLists.estonian
    case "eu": WordLists.basque
    case "fa": WordLists.persian
    case "fi": WordLists.finnish
    case "fr": WordLists.french
    case "ga": WordLists.irish
    case "gl": WordLists.galician
    case "he": WordLists.hebrew
    case "hi": WordLists.hindi
    case "hr": WordLists.croatian
    case "hu": WordLists.hungarian
    case "hy": WordLists.armenian
    case "id": WordLists.indonesian
    case "it": WordLists.italian
    case "la": WordLists.latin
    case "lt": WordLists.lithuanian
    case "lv": WordLists.latvian
    case "mr": WordLists.marathi
    case "nl": WordLists.dutch
    case "no": WordLists.norwegian
    case "pl": WordLists.polish
    case "pt": WordLists.portuguese
    case "ro": WordLists.romanian
    case "ru": WordLists.russian
    case "sk": WordLists.slovak
    case "sl": WordLists.slovenian
    case "sr": WordLists.serbian
    case "sv": WordLists.swedish
    case "sw": WordLists.swahili
    case "ta": WordLists.tamil
    case "tl": WordLists.tagalog
    case "tr": WordLists.turkish
    case "uk": WordLists.ukrainian
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
