/// A suffix of Turkish in all its forms, and the conditions on what precedes it, for
/// ``TurkishStemmer``.
///
/// Named as in the literature: capital letters stand for letters that change with the stem, A for a
/// and e, U for ı, i, u and ü, D for d and t.
struct TurkishSuffix: Sendable {
  /// A letter that joins the suffix to a stem that would not take it otherwise.
  private enum Joint { case none, n, s, y, vowel }

  private let forms: SuffixSet
  private let isHarmonic: Bool
  private let joint: Joint

  private init(_ forms: SuffixSet, harmonic isHarmonic: Bool = true, joint: Joint = .none) {
    self.forms = forms
    self.isHarmonic = isHarmonic
    self.joint = joint
  }

  /// Returns the number of letters from the start of the suffix, which has `distance` letters after
  /// it, to the word's end; nil if the word has no such suffix there.
  func distance(in word: StemmingWord, fromEnd distance: Int) -> Int? {
    if isHarmonic, !Self.isHarmonic(word, fromEnd: distance) { return nil }
    guard let match = forms.longest(in: word, fromEnd: distance) else { return nil }
    return distanceOfJoint(in: word, fromEnd: distance + match.length)
  }

  // MARK: - Vowels

  static let vowels: LetterSet = "aeıioöuü"
  private static let closeVowels: LetterSet = "ıiuü"
  private static let beforeA: LetterSet = "aıou"
  private static let beforeE: LetterSet = "eiöü"
  private static let beforeDotlessI: LetterSet = "aı"
  private static let beforeI: LetterSet = "ei"
  private static let beforeOU: LetterSet = "ou"
  private static let beforeFrontOU: LetterSet = "öü"

  /// Returns true if the last vowel before the last `distance` letters agrees with one before it.
  private static func isHarmonic(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    var distance = distance
    while let letter = word.letter(fromEnd: distance), !vowels.contains(letter) { distance += 1 }
    let agreeing: LetterSet
    switch word.letter(fromEnd: distance) {
    case "a": agreeing = beforeA
    case "e": agreeing = beforeE
    case "ı": agreeing = beforeDotlessI
    case "i": agreeing = beforeI
    case "o", "u": agreeing = beforeOU
    case "ö", "ü": agreeing = beforeFrontOU
    default: return false
    }
    return word.contains(agreeing, fromEnd: distance + 1)
  }

  // MARK: - Joints

  /// Returns the distance of the joining letter, or of the suffix itself if the stem needs none.
  private func distanceOfJoint(in word: StemmingWord, fromEnd distance: Int) -> Int? {
    let isJoint: Bool
    switch joint {
    case .none: return distance
    case .n: isJoint = word.ends(with: "n", fromEnd: distance)
    case .s: isJoint = word.ends(with: "s", fromEnd: distance)
    case .y: isJoint = word.ends(with: "y", fromEnd: distance)
    case .vowel: isJoint = word.isLetter(fromEnd: distance, in: Self.closeVowels)
    }
    let mayJoin =
      joint == .vowel
      ? word.isLetter(fromEnd: distance + 1, notIn: Self.vowels)
      : word.isLetter(fromEnd: distance + 1, in: Self.vowels)
    guard mayJoin else { return nil }
    return isJoint ? distance + 1 : distance
  }
}

// MARK: - The suffixes

extension TurkishSuffix {
  static let possessive = TurkishSuffix(
    "mız miz muz müz nız niz nuz nüz m n", harmonic: false, joint: .vowel)
  static let sU = TurkishSuffix("ı i u ü", joint: .s)
  static let lArI = TurkishSuffix("leri ları", harmonic: false)
  static let yU = TurkishSuffix("ı i u ü", joint: .y)
  static let nU = TurkishSuffix("nı ni nu nü")
  static let nUn = TurkishSuffix("ın in un ün", joint: .n)
  static let yA = TurkishSuffix("a e", joint: .y)
  static let nA = TurkishSuffix("na ne")
  static let dA = TurkishSuffix("da de ta te")
  static let ndA = TurkishSuffix("nda nde")
  static let dAn = TurkishSuffix("dan den tan ten")
  static let ndAn = TurkishSuffix("ndan nden")
  static let ylA = TurkishSuffix("la le", joint: .y)
  static let ki = TurkishSuffix("ki", harmonic: false)
  static let ncA = TurkishSuffix("ca ce", joint: .n)
  static let yUm = TurkishSuffix("ım im um üm", joint: .y)
  static let sUn = TurkishSuffix("sın sin sun sün")
  static let yUz = TurkishSuffix("ız iz uz üz", joint: .y)
  static let sUnUz = TurkishSuffix("sınız siniz sunuz sünüz", harmonic: false)
  static let lAr = TurkishSuffix("ler lar")
  static let nUz = TurkishSuffix("nız niz nuz nüz")
  static let dUr = TurkishSuffix("tır tir tur tür dır dir dur dür")
  static let cAsInA = TurkishSuffix("casına cesine", harmonic: false)
  static let yDU = TurkishSuffix(
    """
    tım tim tum tüm dım dim dum düm tın tin tun tün dın din dun dün tık tik tuk tük dık dik duk \
    dük tı ti tu tü dı di du dü
    """, joint: .y)
  static let ysA = TurkishSuffix("sam san sak sem sen sek sa se", harmonic: false, joint: .y)
  static let ymUs = TurkishSuffix("mış miş muş müş", joint: .y)
  static let yken = TurkishSuffix("ken", harmonic: false, joint: .y)
}
