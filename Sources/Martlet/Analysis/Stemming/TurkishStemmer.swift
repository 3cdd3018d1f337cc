/// The stemmer for Turkish nouns (Çilden, 2007, after Eryiğit and Adalı, 2004, "An affix stripping
/// morphological analyzer for Turkish"; apostrophes since Snowball 3.0).
///
/// Suffixes come in chains, so the rules read the word from its end like a state machine. Positions
/// in the word are distances from the end, which stay valid when suffixes after them are removed.
struct TurkishStemmer: Stemmer {
  func stem(_ word: inout StemmingWord) {
    removeProperNounSuffix(&word)
    guard hasTwoSyllables(word), removeVerbSuffixes(&word) else { return }
    removeNounSuffixes(&word)
    correctEnd(&word)
  }

  /// Removes what follows an apostrophe, which separates a name from its suffixes. A very early
  /// apostrophe belongs to the name.
  private func removeProperNounSuffix(_ word: inout StemmingWord) {
    let leading = word.letters.prefix { $0 == "'" }.count
    word.remove(0..<leading)
    if let index = word.letters.dropFirst(2).firstIndex(of: "'") {
      word.removeLast(word.count - index)
    }
  }

  private func hasTwoSyllables(_ word: StemmingWord) -> Bool {
    guard let first = word.endOfFirst(TurkishSuffix.vowels, from: 0) else { return false }
    return word.endOfFirst(TurkishSuffix.vowels, from: first) != nil
  }

  // MARK: - Suffixes

  /// Returns the distance of the first of `suffixes` that the word has before its last `distance`
  /// letters.
  private func find(
    _ suffixes: [TurkishSuffix], in word: StemmingWord, fromEnd distance: Int = 0
  ) -> Int? {
    for suffix in suffixes {
      if let found = suffix.distance(in: word, fromEnd: distance) { return found }
    }
    return nil
  }

  /// Removes the first of `suffixes` that the word has before its last `distance` letters.
  private func remove(
    _ suffixes: [TurkishSuffix], from word: inout StemmingWord, fromEnd distance: Int = 0
  ) -> Bool {
    guard let found = find(suffixes, in: word, fromEnd: distance) else { return false }
    word.remove((word.count - found)..<(word.count - distance))
    return true
  }

  private static let persons: [TurkishSuffix] = [.sUnUz, .lAr, .yUm, .sUn, .yUz]

  /// Removes the suffixes that make a noun a verb: *doktor-uy-muş-sunuz*.
  ///
  /// - Returns: True if suffixes of the noun may follow, and the end of the stem may be corrected.
  private func removeVerbSuffixes(_ word: inout StemmingWord) -> Bool {
    if remove([.ymUs, .yDU, .ysA, .yken], from: &word) { return true }
    if let found = TurkishSuffix.cAsInA.distance(in: word, fromEnd: 0) {
      let person = find(Self.persons, in: word, fromEnd: found) ?? found
      if let start = TurkishSuffix.ymUs.distance(in: word, fromEnd: person) {
        word.removeLast(start)
        return true
      }
    }
    if remove([.lAr], from: &word) {
      _ = remove([.dUr, .yDU, .ysA, .ymUs], from: &word)
      return false
    }
    if let found = TurkishSuffix.nUz.distance(in: word, fromEnd: 0),
      let start = find([.yDU, .ysA], in: word, fromEnd: found)
    {
      word.removeLast(start)
    } else if remove([.sUnUz, .yUz, .sUn, .yUm], from: &word) {
      _ = remove([.ymUs], from: &word)
    } else if remove([.dUr], from: &word) {
      let person = find(Self.persons, in: word) ?? 0
      if let start = TurkishSuffix.ymUs.distance(in: word, fromEnd: person) {
        word.removeLast(start)
      }
    }
    return true
  }

  // MARK: - Chains before -ki

  /// The outcome of one link of a chain.
  private enum Link {
    /// Nothing was found.
    case broken
    /// A suffix was removed that ends the chain.
    case last
    /// The chain may go on before the last `distance` letters; `hasRemoved` tells whether a suffix
    /// was removed already.
    case more(fromEnd: Int, hasRemoved: Bool)
  }

  /// Removes suffixes that end with *-ki* before the last `distance` letters, as long as there are
  /// any.
  ///
  /// - Returns: True if there was one.
  @discardableResult
  private func removeKiChain(_ word: inout StemmingWord, fromEnd distance: Int = 0) -> Bool {
    var distance = distance
    var isRemoved = false
    while true {
      switch removeKiLink(&word, fromEnd: distance) {
      case .broken: return isRemoved
      case .last: return true
      case .more(let next, let hasRemoved):
        distance = next
        isRemoved = isRemoved || hasRemoved
      }
    }
  }

  private func removeKiLink(_ word: inout StemmingWord, fromEnd distance: Int) -> Link {
    let next = Link.more(fromEnd: distance, hasRemoved: true)
    guard let ki = TurkishSuffix.ki.distance(in: word, fromEnd: distance) else { return .broken }
    if let start = TurkishSuffix.dA.distance(in: word, fromEnd: ki) {
      word.remove((word.count - start)..<(word.count - distance))
      if remove([.lAr], from: &word, fromEnd: distance) { return next }
      guard remove([.possessive], from: &word, fromEnd: distance) else { return .last }
      return remove([.lAr], from: &word, fromEnd: distance) ? next : .last
    }
    if let start = TurkishSuffix.nUn.distance(in: word, fromEnd: ki) {
      word.remove((word.count - start)..<(word.count - distance))
      if remove([.lArI], from: &word, fromEnd: distance) { return .last }
      guard remove([.possessive, .sU], from: &word, fromEnd: distance) else { return next }
      return remove([.lAr], from: &word, fromEnd: distance) ? next : .last
    }
    guard let ndA = TurkishSuffix.ndA.distance(in: word, fromEnd: ki) else { return .broken }
    if let start = TurkishSuffix.lArI.distance(in: word, fromEnd: ndA) {
      word.remove((word.count - start)..<(word.count - distance))
      return .last
    }
    if let start = TurkishSuffix.sU.distance(in: word, fromEnd: ndA) {
      word.remove((word.count - start)..<(word.count - distance))
      return remove([.lAr], from: &word, fromEnd: distance) ? next : .last
    }
    return .more(fromEnd: ndA, hasRemoved: false)
  }

  /// Removes a plural, and a chain before it.
  ///
  /// - Returns: True if there were both.
  @discardableResult
  private func removePluralAndChain(_ word: inout StemmingWord) -> Bool {
    remove([.lAr], from: &word) && removeKiChain(&word)
  }

  /// Removes a possessive, and a plural with its chain before it.
  private func removePossessiveAndPlural(_ word: inout StemmingWord) -> Bool {
    guard remove([.possessive, .sU], from: &word) else { return false }
    removePluralAndChain(&word)
    return true
  }

  // MARK: - Nouns

  /// Removes the first of the noun's chains of suffixes that it has.
  private func removeNounSuffixes(_ word: inout StemmingWord) {
    if remove([.lAr], from: &word) {
      removeKiChain(&word)
    } else if remove([.ncA], from: &word) {
      if remove([.lArI], from: &word) || removePossessiveAndPlural(&word) { return }
      removePluralAndChain(&word)
    } else if removeLocative(&word) || removeAblative(&word) {
      return
    } else if remove([.dAn], from: &word) {
      if remove([.possessive], from: &word) {
        removePluralAndChain(&word)
      } else {
        _ = remove([.lAr], from: &word)
        removeKiChain(&word)
      }
    } else if remove([.nUn, .ylA], from: &word) {
      if removePluralAndChain(&word) || removePossessiveAndPlural(&word) { return }
      removeKiChain(&word)
    } else if remove([.lArI], from: &word) || removeKiChain(&word) {
      return
    } else if remove([.dA, .yU, .yA], from: &word) {
      let hadPossessive = remove([.possessive], from: &word)
      if remove([.lAr], from: &word) || hadPossessive { removeKiChain(&word) }
    } else {
      _ = removePossessiveAndPlural(&word)
    }
  }

  private func removeLocative(_ word: inout StemmingWord) -> Bool {
    guard let found = find([.ndA, .nA], in: word) else { return false }
    if let start = TurkishSuffix.lArI.distance(in: word, fromEnd: found) {
      word.removeLast(start)
      return true
    }
    if let start = TurkishSuffix.sU.distance(in: word, fromEnd: found) {
      word.removeLast(start)
      removePluralAndChain(&word)
      return true
    }
    return removeKiChain(&word, fromEnd: found)
  }

  private func removeAblative(_ word: inout StemmingWord) -> Bool {
    guard let found = find([.ndAn, .nU], in: word) else { return false }
    if let start = TurkishSuffix.sU.distance(in: word, fromEnd: found) {
      word.removeLast(start)
      removePluralAndChain(&word)
      return true
    }
    return TurkishSuffix.lArI.distance(in: word, fromEnd: found) != nil
  }

  // MARK: - The end of the stem

  private static let reservedWords: SuffixSet = "ad soyad"

  /// Restores the vowel of a stem that ends with d or g, and hardens the last consonant of others.
  private func correctEnd(_ word: inout StemmingWord) {
    if Self.reservedWords.longest(in: word)?.length == word.count { return }
    switch word.letter(fromEnd: 0) {
    case "b": word.replaceLast(1, with: "p")
    case "c": word.replaceLast(1, with: "ç")
    case "ğ": word.replaceLast(1, with: "k")
    case "d", "g":
      switch word.letters.last(where: { TurkishSuffix.vowels.contains($0) }) {
      case "a", "ı": word.append("ı")
      case "e", "i": word.append("i")
      case "o", "u": word.append("u")
      case "ö", "ü": word.append("ü")
      default: if word.ends(with: "d") { word.replaceLast(1, with: "t") }
      }
    default: break
    }
  }
}
