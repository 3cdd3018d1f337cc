extension QueryScanner {
  /// Returns the range in brackets that begins with the character at `distance`, and its length;
  /// nil if it is not complete. Does not move.
  ///
  ///     ("[" | "{") bound "TO" bound ("]" | "}")     bound = run | quoted | "*"
  func rangeInBrackets(at distance: Int) -> (range: ValueRange, length: Int)? {
    var reader = self
    reader.skip(distance)
    let start = reader.position
    guard let open = reader.peek(), open == "[" || open == "{" else { return nil }
    reader.skip()
    guard case .some(let lower) = reader.rangeBound(), reader.skipSpaces(),
      reader.peek() == "T", reader.peek(1) == "O"
    else { return nil }
    reader.skip(2)
    guard reader.skipSpaces(), case .some(let upper) = reader.rangeBound() else { return nil }
    _ = reader.skipSpaces()
    guard let close = reader.peek(), close == "]" || close == "}" else { return nil }
    reader.skip()
    let range = ValueRange(
      lower: lower.map { ValueRange.Bound(text: $0, isIncluded: open == "[") },
      upper: upper.map { ValueRange.Bound(text: $0, isIncluded: close == "]") })
    return (range, reader.position - start)
  }

  /// Reads a bound within brackets.
  ///
  /// - Returns: The text, or nil for `*`; nothing if there is no bound.
  private mutating func rangeBound() -> String?? {
    _ = skipSpaces()
    guard let scalar = peek() else { return nil }
    if scalar == "*" {
      skip()
      return .some(nil)
    }
    guard startsValue(0) else { return nil }
    let (text, isClosed) = value()
    return isClosed ? .some(text) : nil
  }

  /// Returns true if a value can begin with the character at `distance`.
  func startsValue(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return false }
    return scalar == "-" || scalar == "+" || startsQuote(distance) || QueryAlphabet.isRun(scalar)
  }

  /// Reads a quoted text, or the characters of one word, the first of which has been checked.
  mutating func value() -> (text: String, isClosed: Bool) {
    if startsQuote() { return quoted() }
    return (run().text, true)
  }
}
