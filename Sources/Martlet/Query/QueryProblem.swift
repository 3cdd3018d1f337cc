/// A problem in the text of a query: an error in the strict syntax, a diagnostic in the lenient
/// one.
enum QueryProblem: Equatable {
  /// A sign that has no meaning in its position.
  case sign(Character)
  /// A backslash within a word, before a character without a special meaning.
  case escape
  /// A name before a colon that is not a field, and the fields from which it differs in case alone.
  case unknownField(String, similar: [String] = [])
  /// A field with nothing directly after the colon.
  case emptyScope(String)
  /// A field with a sign of a range directly after the colon, and no whole range.
  case incompleteRange(String)
  /// `"a phrase"~`, without a number, or with one that is too large.
  case tolerance
  /// `NEAR/500` or `NEAR/3b`: not a distance of ``QueryLimits/distances``.
  case distance(String)
  /// `NEAR` or `BEFORE` beside an operand whose matches have no position.
  case near
  /// `NEAR` or `BEFORE` between words of different fields, or of a field that has no text.
  case nearFields
  /// `{a* b}`: a pattern in braces.
  case patternInSet
  /// `"a* b"`: a wildcard in quotes that is not in the last word, or one of several.
  case wildcardInQuotes

  /// A sentence that describes the problem.
  var message: String {
    switch self {
    case .sign(let sign): QueryProblem.message(ofSign: sign)
    case .escape: "A backslash within a word precedes a character without a special meaning."
    case .unknownField(let name, let similar) where similar.count > 1:
      "`\(name)` may be any of the fields \(similar.map { "`\($0)`" }.joined(separator: ", ")): "
        + "write one of these."
    case .unknownField(let name, _): "There is no field `\(name)`."
    case .emptyScope(let name): "Nothing to search for follows directly after `\(name):`."
    case .incompleteRange(let name): "The range after `\(name):` is not complete."
    case .tolerance:
      "`~` after a phrase is only understood before a number up to "
        + "\(QueryLimits.distances.upperBound)."
    case .distance(let word):
      "The distance in `\(word)` is not a number up to \(QueryLimits.distances.upperBound)."
    case .near:
      "`NEAR` and `BEFORE` are only understood between words, phrases, patterns, synonyms, and "
        + "groups of these with `OR`."
    case .nearFields:
      "`NEAR` and `BEFORE` are only understood between words of one text field."
    case .patternInSet:
      "A pattern in braces does not count as one word with the others: the words are combined with "
        + "`OR`, as in `(car* OR auto*)`."
    case .wildcardInQuotes:
      "Wildcards in quotes are only understood in the last word: a `*` at its beginning or end, or "
        + "a single `*` or `?` between letters."
    }
  }

  private static func message(ofSign sign: Character) -> String {
    switch sign {
    case "*": "A `*` is only understood in a word, at the end of a phrase, or alone."
    case "?": "A `?` is only understood between the characters of a word."
    case "~":
      "`~` is only understood after a word, alone or before 1 or 2 (`a~`, `a~2`), or before a number "
        + "after a group (`(a OR b OR c)~2`)."
    case "^":
      "`^` is only understood before a word or a phrase, or after an operand and before a number "
        + "from 0 to 1000000."
    case "{", "}":
      "Braces are only understood around two or more words or quoted texts: `{car automobile}`; "
        + "patterns are combined with `OR`: `(car* OR auto*)`."
    case "[", "]": "Square brackets are only understood in ranges: `year:[1840 TO 1850]`."
    case "&", "|": "`\(sign)` is only understood between words, phrases and groups."
    case "\\": "Nothing follows the backslash."
    default: "`\(sign)` is only understood directly before a word, a phrase or a group."
    }
  }

  /// The input that would be valid at this location.
  var expected: [String] {
    switch self {
    case .sign("*"): ["word*", "*word", "\"a phrase\"*", "*"]
    case .sign("?"): ["w?rd"]
    case .sign("-"), .sign("!"), .sign("+"), .emptyScope: ["a word", "a phrase", "a group"]
    case .sign("^"): ["a number from 0 to 1000000"]
    case .near, .nearFields: ["AND", "OR"]
    case .patternInSet: ["a word", "a quoted text"]
    case .distance: ["NEAR/\(QueryLimits.distances.upperBound)"]
    case .tolerance: ["~2"]
    case .incompleteRange(let name): ["\(name):[1 TO 5]", "\(name):>5"]
    default: []
    }
  }

  /// Advice on how to search for the characters themselves.
  var suggestion: String? {
    switch self {
    case .sign(let sign): "to search for the sign itself, write `\\\(sign)` or use quotes"
    case .escape:
      "to search for the backslash itself, write `\\\\`; to search for a text with spaces, use quotes"
    case .emptyScope(let name), .incompleteRange(let name):
      "to search for the word itself, write `\(name)\\:`"
    case .distance(let word): "to search for the word itself, write `\\\(word)`"
    case .near: "to search for the word itself, write `\\NEAR` or `\\BEFORE`"
    case .nearFields: "to find both, wherever they stand, write `AND`"
    case .patternInSet: "to find any of them, write `(car* OR auto*)`"
    case .wildcardInQuotes: "to search for the sign itself, write `\\*` or `\\?`"
    case .tolerance: "to search for the sign itself, write `\\~` or use quotes"
    case .unknownField: nil
    }
  }
}
