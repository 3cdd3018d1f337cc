import MartletTestSupport

/// Random texts of words that are hard to mark.
enum RandomText {
  static let words = [
    "running", "Runs", "run", "runner", "dying", "die", "Straße", "STRASSE", "ﬁsh", "fish", "naïve",
    "nai\u{308}ve", "naive", "東京都", "東", "京都大学", "ひらがな", "カタカナ", "ｶﾞｷﾞ", "ガギ", "か\u{3099}き",
    "がき", "한국어", "한", "مُحَمَّد", "محمد", "C++", "c", ".NET", "net", "e-mail", "email", "mail",
    "don't", "l'avion", "avion", "l’avion", "👩‍💻", "👍🏽", "½", "x²", "user_id", "userName", "3.14",
    "русские", "русская", "ёлка", "елка", "İstanbul", "istanbul", "ISPARTA", "ısparta", "gelopen",
    "lopen", "Müller", "Mueller", "muller", "ǅungla", "㎞", "ﷺ", "ʻokina", "okina", "œuvre", "Ærø",
    "aero", "the", "of", "to", "be", "Ⅷ", "①", "ａｂｃ", "abc", "ſwift", "swift", "Swifts",
    "\u{200B}zero",
    "हिन्दी", "ไทย", "kinder", "Kindern", "Ångström", "angstrom", "a", "b", "ab", "aba", "constamment",
    "constante", "yeux", "fréquences", "généralement", "nouvelles", "chevaux", "maîtresse", "नुक्ता",
    "क़", "signIn", "toBe", "vitaminC",
  ]

  /// What stands between words in plain text, HTML and Markdown.
  static let separators = [
    " ", " ", " ", " ", ". ", ", ", "\n", "\n\n", "-", "'", ".", "  ", " – ", "\u{301}", "\r\n",
    " \u{301}", "\n\u{64B}", " \u{200D}", "\t\u{FE0F}", " 🏽", " \u{93E}",
  ]
  static let html = [
    "<b>", "</b>", "<p>", "</p>", "&amp;", "&lt;", "<script>a</script>", "<!-- b -->", "<br>", "<",
    "\"",
  ]
  static let markdown = ["**", "*", "# ", "`", "[", "](http://a.b)", "> ", "- ", "<i>", "~~", "\\"]

  /// Returns a text of about `count` words, with `marks` among them.
  static func text(_ count: Int, _ marks: [String], _ random: inout SeededRandom) -> String {
    var text = random.oneIn(4) ? separators[random.int(in: 0..<separators.count)] : ""
    for _ in 0..<count {
      text += words[random.int(in: 0..<words.count)]
      if !marks.isEmpty, random.oneIn(4) { text += marks[random.int(in: 0..<marks.count)] }
      text += separators[random.int(in: 0..<separators.count)]
      if !marks.isEmpty, random.oneIn(4) { text += marks[random.int(in: 0..<marks.count)] }
    }
    return text
  }

  /// Returns a query that a person may type.
  static func query(_ random: inout SeededRandom) -> String {
    (0..<random.int(in: 1..<4)).map { _ in part(&random) }.joined(separator: " ")
  }

  private static func part(_ random: inout SeededRandom) -> String {
    let word = words[random.int(in: 0..<words.count)]
    let other = words[random.int(in: 0..<words.count)]
    switch random.int(in: 0..<12) {
    case 0, 1: return "\"\(word) \(other)\""
    case 2: return "\(word.prefix(2))*"
    case 3: return "*\(word.suffix(2))*"
    case 4: return "\(word)~"
    case 5: return "\(word) -\(other)"
    case 6: return "(\(word) OR \(other))"
    case 7: return "\"\(word) \(other.prefix(1))\"*"
    case 8: return "title:\(word)"
    default: return word
    }
  }
}
