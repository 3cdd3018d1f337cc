/// A problem in the text of a query: an error in the strict syntax, a diagnostic in the lenient
/// one.
enum QueryProblem: Equatable {
  /// A sign that has no meaning in its position.
  case sign(Character)
  /// A backslash within a word, before a character without a special meaning.
  case escape
  /// A name before a colon that is not a field.
  case unknownField(String)
  /// A field with nothing directly after the colon.
  case emptyScope(String)
  /// `"a phrase"~2`.
  case tolerance
  /// `NEAR`, `BEFORE`.
  case near(String)

  /// A sentence that describes the problem.
  var message: String {
    switch self {
    case .sign(let sign): QueryProblem.message(ofSign: sign)
    case .escape: "A backslash within a word precedes a character without a special meaning."
    case .unknownField(let name): "There is no field `\(name)`."
    case .emptyScope(let name): "Nothing follows directly after `\(name):`."
    case .tolerance: "A distance (`~`) after a phrase is not part of the syntax."
    case .near(let word): "`\(word)` is reserved for searching by distance and has no meaning."
    }
  }

  private static func message(ofSign sign: Character) -> String {
    switch sign {
    case "*": "A `*` is only understood in a word, at the end of a phrase, or alone."
    case "?": "A `?` is only understood between the characters of a word."
    case "~": "`~` is only understood after a word (`a~`, `a~2`) or a group (`(a OR b OR c)~2`)."
    case "^": "`^` is only understood after an operand, before a number from 0 to 1000000."
    case "{", "}": "Sets in braces are not part of the syntax."
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
    case .near: ["AND", "OR", "NOT"]
    default: []
    }
  }

  /// Advice on how to search for the characters themselves.
  var suggestion: String? {
    switch self {
    case .sign(let sign): "to search for the sign itself, write `\\\(sign)` or use quotes"
    case .escape: "to search for the backslash itself, write `\\\\`"
    case .emptyScope(let name): "to search for the word itself, write `\(name)\\:`"
    case .near(let word): "to search for the word itself, write `\\\(word)`"
    case .tolerance: "to search for the sign itself, write `\\~` or use quotes"
    case .unknownField: nil
    }
  }
}
