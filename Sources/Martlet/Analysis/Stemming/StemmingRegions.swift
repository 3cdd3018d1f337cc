/// Marks the regions of a word as the published algorithms do (Porter, 2001: "R1 and R2").
extension StemmingWord {
  /// Returns the index after the first letter of `set` from `index` on.
  func endOfFirst(_ set: LetterSet, from index: Int) -> Int? {
    var index = index
    while index < count {
      if set.contains(self[index]) { return index + 1 }
      index += 1
    }
    return nil
  }

  /// Returns the index after the first letter from `index` on that is not in `set`.
  func endOfFirst(notIn set: LetterSet, from index: Int) -> Int? {
    var index = index
    while index < count {
      if !set.contains(self[index]) { return index + 1 }
      index += 1
    }
    return nil
  }

  /// Returns the index after the first non-vowel that follows a vowel, from `index` on.
  func endOfFirstSyllable(vowels: LetterSet, from index: Int) -> Int? {
    guard let vowelEnd = endOfFirst(vowels, from: index) else { return nil }
    return endOfFirst(notIn: vowels, from: vowelEnd)
  }

  /// Marks R1 and R2 in the standard way.
  mutating func markR1AndR2(vowels: LetterSet) {
    clearSyllableRegions()
    guard let first = endOfFirstSyllable(vowels: vowels, from: 0) else { return }
    r1 = first
    guard let second = endOfFirstSyllable(vowels: vowels, from: first) else { return }
    r2 = second
  }

  /// Marks R1 and R2 as in the Germanic languages: at least three letters precede R1.
  ///
  /// R2 is derived from the standard R1.
  mutating func markGermanicR1AndR2(vowels: LetterSet) {
    guard count >= 3 else { return clearSyllableRegions() }
    markR1AndR2(vowels: vowels)
    r1 = max(r1, 3)
  }

  /// Marks RV as in Spanish, Italian, Portuguese and Romanian.
  ///
  /// Depending on the second letter, RV starts after the next vowel if it is a consonant, after the
  /// next consonant if the word begins with two vowels, and otherwise after the third letter.
  mutating func markRomanceRV(vowels: LetterSet) {
    rv = count
    guard count >= 2 else { return }
    if !vowels.contains(self[1]) {
      rv = endOfFirst(vowels, from: 2) ?? count
    } else if vowels.contains(self[0]) {
      rv = endOfFirst(notIn: vowels, from: 2) ?? count
    } else {
      rv = min(3, count)
    }
  }

  private mutating func clearSyllableRegions() {
    r1 = count
    r2 = count
  }
}
