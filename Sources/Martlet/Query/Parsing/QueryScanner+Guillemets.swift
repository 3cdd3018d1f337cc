/// The quotes of French, `« texte »`, which its keyboards also type for `"`, and of German and
/// Danish books, `»Text«`.
///
/// They are signs of running text too: `« Back`, `Home » News`. So they are quotes only in pairs,
/// near each other, and not within other quotes.
extension QueryScanner {
  /// The kind of a quote, which ends with the same kind.
  enum Quote {
    case straight
    case curved
    /// One of a pair.
    case guillemet
  }

  /// The greatest distance at which the end of a quoted text is looked for.
  static let longestQuote = 256

  /// Returns true if the character at `distance` is a quote of any kind that may begin a quoted
  /// text.
  // Inlined, it would be in each of its twenty callers.
  @inline(never)
  func startsQuote(_ distance: Int = 0) -> Bool {
    guard let scalar = peek(distance) else { return false }
    return QueryAlphabet.isQuote(scalar) || isPairedGuillemet(distance)
  }

  /// Returns true if the character at `distance` is one of a pair.
  func isPairedGuillemet(_ distance: Int) -> Bool {
    !guillemets.isEmpty && guillemets.contains(position + distance)
  }

  /// Returns true if the character at `distance` ends a quoted text that `opening` begins: a quote
  /// of the same kind, or, in what a person types, of the other kind if none of the same follows.
  func endsQuote(_ opening: Quote, _ distance: Int = 0) -> Bool {
    guard isQuote(distance), let scalar = peek(distance) else { return false }
    if isPairedGuillemet(distance) || opening == .guillemet {
      return opening == .guillemet && isPairedGuillemet(distance)
    }
    if (opening == .straight) == (scalar == "\"") { return true }
    return !isStrict
      && position + distance > (opening == .straight ? lastStraightQuote : lastCurvedQuote)
  }

  /// Returns the kind of the quote that the character at `distance` is.
  func quote(_ distance: Int = 0) -> Quote {
    isPairedGuillemet(distance) ? .guillemet : peek(distance) == "\"" ? .straight : .curved
  }

  /// Returns true if a backslash before `scalar` makes it a part of a quoted text.
  func isEscapableInQuotes(_ scalar: Unicode.Scalar, _ opening: Quote) -> Bool {
    QueryAlphabet.isQuote(scalar) || (opening == .guillemet && QueryAlphabet.isGuillemet(scalar))
  }

  /// Finds the pairs in the text that has not been read yet.
  ///
  /// - Complexity: O(text).
  mutating func findGuillemets() {
    var open: Int?
    var index = 0
    while let scalar = peek(index) {
      if scalar == "\\" {
        index += 1
      } else if QueryAlphabet.isGuillemet(scalar) {
        if let start = open, isPair(start, index) {
          guillemets.formUnion([position + start, position + index])
          open = nil
        } else {
          open = index
        }
      } else if isQuote(index) {
        open = nil
        let opening = quote(index)
        index += 1
        while peek(index) != nil, !endsQuote(opening, index) {
          index += peek(index) == "\\" ? 2 : 1
        }
      }
      index += 1
    }
  }

  /// Returns true if the guillemets at two distances are a pair. Signs that point away from each
  /// other have no spaces within, as between the arrows of `Home » News « Back`.
  private func isPair(_ start: Int, _ end: Int) -> Bool {
    guard peek(start) != peek(end), end - start <= Self.longestQuote else { return false }
    return peek(start) == "«"
      || ![start + 1, end - 1].contains { peek($0).map(QueryAlphabet.isSpace) ?? true }
  }
}
