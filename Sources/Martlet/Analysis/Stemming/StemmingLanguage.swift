/// The languages that have a stemmer, and one more algorithm.
///
/// The raw value is the ISO 639-1 code, except `porter`: the original algorithm for English.
enum StemmingLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case swedish = "sv"
  case norwegian = "no"
  case danish = "da"
  case dutch = "nl"
  case finnish = "fi"
  case russian = "ru"
  case hungarian = "hu"
  case romanian = "ro"
  case turkish = "tr"
  case porter

  /// Creates the language with this code, in the forms of people and systems: `de`, `DE`, `de-AT`,
  /// `de_AT`.
  ///
  /// The result is nil if the language has no stemmer.
  init?(code: String) {
    let primary = code.lowercased().prefix { $0 != "-" && $0 != "_" }
    switch primary {
    case "nb", "nn": self.init(rawValue: "no")
    default: self.init(rawValue: String(primary))
    }
  }

  /// The language's stemmer.
  var stemmer: any Stemmer {
    switch self {
    case .english: EnglishStemmer()
    case .german: GermanStemmer()
    case .french: FrenchStemmer()
    case .spanish: SpanishStemmer()
    case .italian: ItalianStemmer()
    case .portuguese: PortugueseStemmer()
    case .swedish: SwedishStemmer()
    case .norwegian: NorwegianStemmer()
    case .danish: DanishStemmer()
    case .dutch: DutchStemmer()
    case .finnish: FinnishStemmer()
    case .russian: RussianStemmer()
    case .hungarian: HungarianStemmer()
    case .romanian: RomanianStemmer()
    case .turkish: TurkishStemmer()
    case .porter: PorterStemmer()
    }
  }
}
