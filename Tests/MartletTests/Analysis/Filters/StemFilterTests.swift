import Testing

@testable import Martlet

@Suite("Stems beside words")
struct StemFilterTests {
  private func texts(
    _ text: String, _ analyzer: Analyzer, for use: TokenUse = .indexing
  ) -> [String] {
    analyzer.tokens(in: text, for: use).map(\.text)
  }

  @Test("a word and its stem share a position, also when they are spelled alike")
  func positions() {
    let terms = "runs run".withBytes { bytes in
      var collector = Collector(analyzer: .language("en"))
      Analyzer.language("en").scan(bytes, for: .indexing, into: &collector)
      return collector.terms
    }
    #expect(
      terms == [
        [AnalyzedTerm(bytes: Array("runs".utf8)), .stem("run".utf8)],
        [AnalyzedTerm(bytes: Array("run".utf8)), .stem("run".utf8)],
      ])
  }

  @Test("plain words have a stem, quoted and unfinished words have none")
  func uses() {
    let english = Analyzer.language("en")
    #expect(texts("Happily", english) == ["happily", "happili"])
    #expect(texts("Happily", english, for: .query) == ["happily", "happili"])
    #expect(texts("Happily", english, for: .phrase) == ["happily"])
    #expect(texts("Happily", english, for: .prefix) == ["happily"])
  }

  @Test(
    "function words, numbers, codes and other scripts have no stem",
    arguments: ["the", "3.14", "h2o", "user_id", "Москва", "日", "U.S.A", "🙂"])
  func withoutStem(text: String) {
    #expect(texts(text, .language("en"), for: .query).count == 1)
  }

  @Test(
    "every language with rules has stems",
    arguments: [
      ("en", "running", "run"), ("de", "Häuser", "haus"), ("fr", "continuellement", "continuel"),
      ("es", "habitaciones", "habit"), ("it", "abbandonata", "abbandon"),
      ("pt", "quilométricas", "quilometr"), ("sv", "jaktkarlarne", "jaktkarl"),
      ("no", "havnedistriktene", "havnedistrikt"), ("da", "underste", "underst"),
      ("nl", "lichamelijkheden", "lichamelijk"), ("fi", "edeltäjiinsä", "edeltaj"),
      ("ru", "важнейшими", "важн"), ("hu", "házakat", "haz"), ("ro", "absolvenți", "absolvent"),
      ("tr", "kitaplar", "kitap"),
    ])
  func languages(code: String, word: String, stem: String) {
    let expected = texts(word, .standard, for: .phrase) + [stem]
    #expect(texts(word, .language(code)) == expected)
    #expect(texts(word, .language(code + "-XX")) == expected)
    #expect(Analyzer.stemmedLanguages.contains(code))
  }

  @Test("apostrophes of all shapes and signs nobody sees do not matter")
  func apostrophes() {
    let english = Analyzer.language("en")
    for word in ["Tom's", "Tom’s", "To\u{AD}m’s"] {
      #expect(texts(word, english) == ["tom's", "tom"])
    }
  }

  @Test("words with the same spelling but for diacritics share their last stem")
  func diacritics() {
    #expect(texts("résumé", .language("en")) == ["resume", "resum"])
    #expect(texts("resume", .language("en")) == ["resume", "resum"])
    for code in Analyzer.stemmedLanguages {
      let analyzer = Analyzer.language(code)
      for word in ["résumé", "été", "für", "señor", "ciò", "mañana", "køb", "année", "créées"] {
        let plain = texts(word, analyzer, for: .phrase)
        let stem = texts(plain.joined(), analyzer)
        let stems = texts(word, analyzer)
        #expect(stems.count == 1 ? stem == stems : stems.last == stem.last, "\(word) \(code)")
      }
    }
  }

  @Test("several languages give one stem each, and a document of one language only its own")
  func severalLanguages() {
    let analyzer = Analyzer.languages(["en", "de", "ru"])
    #expect(texts("generations", analyzer) == ["generations", "generat", "generation"])
    #expect(texts("generations", analyzer.narrowed(to: "de")) == ["generations", "generation"])
    #expect(texts("generations", analyzer.narrowed(to: "fr")).count == 3)
    #expect(texts("книгами", analyzer) == ["книгами", "книг"])
  }

  @Test("a document that names its language has that language's stems, and all are found")
  func languageOfDocument() throws {
    let analyzer = Analyzer.languages(["en", "de"], chosenBy: "kind")
    let index = try SmallIndex(
      analyzer,
      ["generations", "generationen", "generation", "die Generation", "generate", "dies"],
      kinds: ["en", "de-AT", "", "DE", "en", "de"])
    let all = try SmallIndex(
      .languages(["en", "de"]), ["generations", "generationen", "generation", "generate"])
    #expect(try index.find("generating ").sorted() == [0, 2, 4])
    #expect(try all.find("generating ").sorted() == [0, 2, 3])
    #expect(try index.find("Generationen ").sorted() == [1, 2, 3])
    #expect(try index.find("die ").contains(3))
    #expect(try index.find("\"generation\"").sorted() == [2, 3])
    #expect(try index.find("generat").sorted() == [0, 1, 2, 3, 4])
    #expect(analyzer.fingerprint != Analyzer.languages(["en", "de"]).fingerprint)
    #expect(analyzer.fingerprint != Analyzer.languages(["en", "de"], chosenBy: "x").fingerprint)
  }

  @Test("runs of words find their forms in each document's language")
  func runsByLanguage() throws {
    let index = try SmallIndex(
      .languages(["en", "de"], chosenBy: "kind"),
      ["multi-generations", "multi generating", "Multi-Generationen", "generations multi"],
      kinds: ["en", "en", "de", "en"])
    #expect(try index.find("multi-generation ").sorted() == [0, 1, 2])
  }

  @Test("an umlaut may be written with an e behind it, but not every e is one")
  func umlauts() throws {
    let german = Analyzer.language("de").umlautDigraphs()
    for (one, other) in [
      ("Müller", "Mueller"), ("Müller", "Muller"), ("ÖL", "Oel"), ("AEPFEL", "Äpfel"),
      ("Grüße", "gruesse"), ("Übel", "uebel"), ("Gemäuer", "Gemaeuer"), ("Gemäuer", "Gemauer"),
      ("BÄUERIN", "Baeuerin"), ("Gra\u{308}uel", "Gräuel"), ("Fußübung", "Fussuebung"),
    ] {
      for use in [TokenUse.query, .phrase, .prefix] {
        #expect(texts(one, german, for: use) == texts(other, german, for: use), "\(one) \(other)")
      }
    }
    let index = try SmallIndex(german, ["Citroën", "Citroe\u{308}n", "Citroen"])
    for name in ["Citroën ", "Citroe\u{308}n ", "Citroen ", "\"citroën\"", "\"citroe\u{308}n\""] {
      #expect(Set(try index.find(name)) == [0, 1, 2], "\(name)")
    }
    for (composed, decomposed) in [
      ("Noël", "Noe\u{308}l"), ("ÁE", "A\u{301}E"), ("äe", "a\u{308}e"), ("fëue", "fe\u{308}ue"),
      ("soué", "soue\u{301}"), ("áue", "a\u{301}ue"), ("Höé", "Ho\u{308}e\u{301}"),
    ] {
      #expect(texts(composed, german) == texts(decomposed, german), "\(composed)")
    }
    for word in ["neue", "Quelle", "Feuer", "Frauen", "treue", "e", "ue"] {
      let plain = texts(word, .standard)
      #expect(texts(word, german, for: .phrase) == (word == "ue" ? ["u"] : plain))
    }
    #expect(german.folded("ueLL") == Array("ull".utf8))
    #expect(german.fingerprint != Analyzer.language("de").fingerprint)
    #expect(german.umlautDigraphs().fingerprint == german.fingerprint)
    let names = try SmallIndex(german, ["Müller", "Mueller", "Muller", "Mühle"])
    for name in ["Müllers ", "Mueller ", "muller ", "\"Mueller\"", "muel"] {
      #expect(Set(try names.find(name)) == [0, 1, 2], "\(name)")
    }
    let without = try SmallIndex(.language("de"), ["Müller", "Mueller", "Muller"])
    #expect(try without.find("\"Mueller\"") == [1])
    #expect(Set(try without.find("Mueller ")) == [0, 1, 2])
  }

  @Test("by script alone, Cyrillic words have stems")
  func automatic() {
    #expect(texts("Книгами houses 東京", .automatic).prefix(3) == ["книгами", "книг", "houses"])
  }

  @Test("the word behind an elided article is found, in quotes what is written")
  func elision() {
    let french = Analyzer.language("fr")
    #expect(texts("L’avion", french) == ["l'avion", "avion"])
    #expect(texts("l'avion", french, for: .query) == ["avion"])
    for sign in ["‘", "ʼ", "＇"] {
      #expect(texts("L\(sign)avion", french) == ["l'avion", "avion"], "\(sign)")
    }
    #expect(texts("l'avion", french, for: .phrase) == ["l'avion"])
    #expect(texts("aujourd'hui", french, for: .query).first == "aujourd'hui")
    #expect(texts("dell'arte", .language("it"), for: .query).first == "arte")
    #expect(texts("l'home", .language("ca")) == ["l'home", "home"])
  }

  @Test("in Turkish the capital of a dotless i has no dot")
  func turkish() {
    #expect(texts("ISPARTA", .language("tr")).first == "ısparta")
    #expect(texts("ISPARTA", .language("az")) == ["ısparta"])
    #expect(texts("ISPARTA", .language("en")).first == "isparta")
  }
}

private struct Collector: WordSink {
  let analyzer: Analyzer
  var terms: [[AnalyzedTerm]] = []

  init(analyzer: Analyzer) { self.analyzer = analyzer }

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    terms.append(analyzer.terms(of: text.extracting(word.bytes), for: .indexing))
  }
}
