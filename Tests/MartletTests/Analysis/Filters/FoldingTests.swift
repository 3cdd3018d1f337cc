import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Folding")
struct FoldingTests {
  private func fold(_ text: String, _ folding: Folding = .full) -> String {
    String(decoding: folding.fold(Array(text.utf8)), as: UTF8.self)
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(
    "what a quick look leaves, folding leaves too", arguments: [Folding.full, .caseOnly, .exact])
  func quickLook(folding: Folding) {
    let analyzer = Analyzer.standard(folding: folding)
    let shortcut = analyzer.shortcut
    var count = 0
    var last = "a"
    for scalar in UInt32(1)..<0x4_0000 {
      guard let letter = Unicode.Scalar(scalar).map(String.init) else { continue }
      let isHebrew = scalar >> 8 == 5
      for word in [letter, last + letter, letter + last] + (isHebrew ? [letter + "'"] : []) {
        let bytes = Array(word.utf8)
        guard bytes.withBytes(shortcut.leaves) else { continue }
        count += 1
        let terms = bytes.withBytes { analyzer.terms(of: $0, for: .indexing).map(\.bytes) }
        guard folding.fold(bytes) == bytes, terms == [bytes] else {
          Issue.record("\(word), U+\(String(scalar, radix: 16)), is \(terms)")
          return
        }
        if word == letter { last = letter }
      }
    }
    #expect(count > 80_000)
  }

  @Test(
    "full folding removes case, diacritics and variants",
    arguments: [
      ("Ångström", "angstrom"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("ẞ", "ss"),
      ("Œuvre", "oeuvre"), ("Ærøskøbing", "aeroskobing"), ("Łódź", "lodz"), ("Đặng", "dang"),
      ("Þórr", "thorr"), ("ırmak", "irmak"), ("İstanbul", "istanbul"), ("ﬁnal", "final"),
      ("ＡＢＣ１２", "abc12"), ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Ὀδυσσεύς", "οδυσσευσ"), ("ᾠδή", "ωδη"),
      ("ёлка", "елка"), ("за́мок", "замок"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
      ("أحمد", "احمد"), ("ﻣﺤﻤﺪ", "محمد"), ("کتاب", "كتاب"), ("۱۲۳", "123"), ("co\u{AD}op", "coop"),
      ("don’t", "don't"), ("Hawaiʻi", "hawai'i"), ("ʻokina", "okina"), ("'école'", "'ecole'"),
      ("col·lecció", "colleccio"),
      ("𝔘𝔫𝔦", "uni"), ("👍🏽", "👍"), ("ज़रूरत", "जरूरत"), ("ｱﾊﾟｰﾄ", "アパート"), ("ǅ", "dz"),
    ])
  func full(text: String, expected: String) {
    #expect(scalars(fold(text)) == scalars(expected))
  }

  @Test("letters that alphabets count as letters stay", arguments: ["й", "ї", "ў", "ѓ", "ќ", "が"])
  func lettersStay(letter: String) {
    #expect(scalars(fold(letter)) == scalars(letter))
    #expect(scalars(fold(fold(letter, .exact))) == scalars(letter))
  }

  @Test("case-only folding keeps diacritics, exact folding keeps case")
  func levels() {
    #expect(scalars(fold("E\u{301}COLE", .caseOnly)) == scalars("école"))
    #expect(scalars(fold("STRASSE", .caseOnly)) == scalars(fold("Straße", .caseOnly)))
    #expect(scalars(fold("E\u{301}cole", .exact)) == scalars("École"))
    #expect(scalars(fold("\u{1112}\u{1161}\u{11AB}", .exact)) == scalars("한"))
    #expect(scalars(fold("é,Ａ", .exact)) == scalars("é,Ａ"))
  }

  @Test("Turkish folding knows two letters i")
  func turkish() {
    for level in [Folding.caseOnly, .full] {
      #expect(fold("ISI", level.turkish) == "ısı")
      #expect(fold("ISINMAĞ", level.turkish) == fold("ısınmağ", level.turkish))
      #expect(fold("İSTANBUL", level.turkish) == "istanbul")
      #expect(fold("I\u{307}stanbul", level.turkish) == "istanbul")
      #expect(fold("Ì", level.turkish) == fold("I\u{300}", level.turkish))
    }
    #expect(Folding.exact.turkish == .exact)
    #expect(fold(String(repeating: "İ", count: 50_000), .full.turkish).utf8.count == 50_000)
  }

  @Test("folding a second time changes nothing")
  func idempotent() {
    for folding in [Folding.exact, .caseOnly, .full, .full.turkish] {
      for value in (0..<UInt32(0x32000)) where !(0x3400..<0xA000).contains(value) {
        guard value < 0x3000 || value % 7 == 0, let scalar = Unicode.Scalar(value) else { continue }
        let once = folding.fold(Array(String(scalar).utf8))
        #expect(folding.fold(once) == once, "\(folding) \(String(value, radix: 16))")
      }
    }
  }

  @Test("each character that Lucene folds to ASCII gives the same letters and digits")
  func asciiFolding() throws {
    // Lucene takes the long s with a dot above for an f; its canonical decomposition has an s.
    let exceptions: [String: String] = ["ẛ": "s"]
    guard let lines = try TestData.corpus("lucene-facts/ascii-folding.tsv") else { return }
    #expect(lines.count == 1_242)
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      // Brackets, periods and other signs separate words, so the terms have none.
      let kept = parts[2].lowercased().filter { $0.isLetter || $0.isNumber }
      let found = Analyzer.standard.tokens(in: parts[1]).map(\.text).joined()
      #expect(found == exceptions[parts[1]] ?? kept, "\(line)")
    }
  }

  /// Characters that give other terms than their compatibility decomposition, which is not
  /// canonically equivalent. Letters of scripts without spaces that decompose into two: they keep
  /// their one place, so that the letters beside them keep theirs. And the signs ℠ and ™, which
  /// stand on a name and are no word of it.
  private static let kept: Set<UInt32> = [
    0xE33, 0xEB3, 0xEDC, 0xEDD, 0x309F, 0x30FF, 0x2120, 0x2122,
  ]

  @Test("all normalization forms of a text give the same terms")
  func normalizationForms() throws {
    guard let lines = try TestData.corpus("NormalizationTest.txt") else { return }
    let rows = lines.filter { !$0.hasPrefix("@") }.map { line in
      line.split(separator: ";").prefix(5).map { TestData.string(hex: $0) }
    }
    #expect(rows.count > 18_000)
    var wrong: [String] = []
    for (number, forms) in rows.enumerated() {
      let isKept = forms[0].unicodeScalars.contains { Self.kept.contains($0.value) }
      var isRight = agree(forms, .standard, compatibility: !isKept)
      isRight = isRight && Folding.exact.fold(Array(forms[0].utf8)) == Array(forms[1].utf8)
      if number % 8 == 0 {
        isRight = isRight && agree(forms, .standard(folding: .exact), compatibility: false)
        isRight = isRight && agree(forms, .standard(folding: .caseOnly), compatibility: false)
      }
      if !isRight { wrong.append(lines[number]) }
    }
    #expect(wrong.isEmpty)
  }

  /// Returns true if canonically equivalent forms, or all of them, give the same terms.
  private func agree(_ forms: [String], _ analyzer: Analyzer, compatibility: Bool) -> Bool {
    var known: [[UInt8]: [[UInt8]]] = [:]
    let found = forms.map { form in
      let bytes = Array(form.utf8)
      if let terms = known[bytes] { return terms }
      let terms = analyzer.tokens(in: form).map { [UInt8($0.position)] + Array($0.text.utf8) }
      known[bytes] = terms
      return terms
    }
    return found[0] == found[1] && found[0] == found[2] && found[3] == found[4]
      && (!compatibility || found[0] == found[3])
  }

  @Test("no ordinary letter folds to several words")
  func ordinary() {
    for scalar in UInt32(0x80)..<0x2_0000 where ScalarFolding.isOrdinary(scalar) {
      if ScalarFolding.isInSplitRanges(scalar) { Issue.record("\(String(scalar, radix: 16))") }
    }
  }

  @Test("any bytes fold without a trap, and to UTF-8")
  func anyBytes() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let bytes = (0..<random.int(in: 0..<9)).map { _ in UInt8(random.int(in: 0..<256)) }
      for folding in [Folding.exact, .caseOnly, .full.turkish] {
        let folded = folding.fold(bytes)
        #expect(String(validating: folded, as: UTF8.self) != nil, "seed \(seed): \(bytes)")
      }
    }
  }

  @Test("a long row of marks takes linear time")
  func manyMarks() {
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 20_000)
    #expect(fold(text) == "a")
    #expect(!fold(text, .exact).isEmpty)
  }
}
