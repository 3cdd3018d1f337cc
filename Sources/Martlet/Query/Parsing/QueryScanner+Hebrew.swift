/// The quote that is a sign of Hebrew words: `צה"ל`, whose own sign `״` most keyboards do not have.
extension QueryScanner {
  /// Returns true if the character at `distance` is a quote, and not the sign of a Hebrew
  /// abbreviation, which stands between two letters.
  ///
  /// Articles and prepositions of one letter are written directly before a quoted text: `ב"הארץ"`.
  /// The quote after such a letter is none of a word if the next one closes a quoted text.
  func isQuote(_ distance: Int) -> Bool {
    guard startsQuote(distance) else { return false }
    guard isBetweenHebrew(distance) else { return true }
    guard !isWord(distance - 2), isHebrew(distance + 2) else { return false }
    for next in (distance + 2)..<(distance + Self.longestQuote) {
      guard let scalar = peek(next) else { return false }
      guard QueryAlphabet.isQuote(scalar), !isBetweenHebrew(next) else { continue }
      return isWord(next - 1) && !isWord(next + 1)
    }
    return false
  }

  /// Returns true if the next character, `scalar`, belongs to a word.
  func isRun(_ scalar: Unicode.Scalar) -> Bool {
    QueryAlphabet.isRun(scalar) ? !isPairedGuillemet(0) : scalar == "\"" && !isQuote(0)
  }

  private func isBetweenHebrew(_ distance: Int) -> Bool {
    peek(distance) == "\"" && isHebrew(distance - 1) && isHebrew(distance + 1)
  }

  private func isHebrew(_ distance: Int) -> Bool {
    peek(distance).map(QueryAlphabet.isHebrew) ?? false
  }

  private func isWord(_ distance: Int) -> Bool {
    peek(distance).map { QueryAlphabet.isRun($0) && !QueryAlphabet.isGuillemet($0) } ?? false
  }
}
