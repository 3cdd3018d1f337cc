/// A note about a part of a text that was not read literally, or perhaps not as it was meant, for a
/// search field that wants to show it.
///
/// It is never an error: the search went on.
public struct QueryDiagnostic: Sendable, Hashable {
  /// The kind of a diagnostic. New kinds may be added in any version.
  public struct Kind: Sendable, Hashable {
    /// The stable name of the kind.
    public let name: String

    /// `AND`, `OR`, `NOT`, `NEAR` or `BEFORE` had nothing to combine and was searched as a word.
    public static let operatorAsWord = Kind(name: "operatorAsWord")
    /// `NOT` excludes what follows, in a text that is all in capitals, where it may be meant as a
    /// word.
    public static let wordAsOperator = Kind(name: "wordAsOperator")
    /// A quote was never closed; the phrase went to the end of the text.
    public static let unclosedQuote = Kind(name: "unclosedQuote")
    /// A bracket without a partner was ignored.
    public static let unmatchedBracket = Kind(name: "unmatchedBracket")
    /// A name before a colon is no field and was searched as a word.
    public static let unknownField = Kind(name: "unknownField")
    /// A text is no number or date, as its field needs one, or a range ends before it begins; it
    /// finds nothing.
    public static let unreadableValue = Kind(name: "unreadableValue")
    /// A sign had no meaning where it stood and was ignored.
    public static let ignoredSign = Kind(name: "ignoredSign")
    /// A construct that does not fit its place was ignored or read as words.
    public static let unsupported = Kind(name: "unsupported")
    /// The text has no word to search for, such as a `*` or a `$` alone.
    public static let noWords = Kind(name: "noWords")
    /// The text was longer than the limit, and the rest was ignored.
    public static let textCut = Kind(name: "textCut")
    /// The text had more words than the limit, and the rest were not searched.
    public static let wordsCut = Kind(name: "wordsCut")
    /// Brackets or signs were nested deeper than the limit, and were ignored.
    public static let nestingCut = Kind(name: "nestingCut")
  }

  /// The kind of the diagnostic.
  public var kind: Kind
  /// The range in bytes of UTF-8 in the text as typed; empty if no text is concerned.
  public var range: Range<Int>
  /// The diagnostic as a sentence.
  public var message: String

  /// Creates a diagnostic; `message` is a sentence for a person.
  public init(_ kind: Kind, range: Range<Int>, message: String) {
    self.kind = kind
    self.range = range
    self.message = message
  }
}

extension QueryDiagnostic {
  /// Creates the diagnostic for a piece of text that has no meaning.
  ///
  /// - Parameter schema: The fields of which one may be meant by a name that none has.
  init(_ problem: QueryProblem, range: Range<Int>, in schema: IndexSchema? = nil) {
    let kind: Kind =
      switch problem {
      case .sign, .escape, .emptyScope, .incompleteRange: .ignoredSign
      case .unknownField: .unknownField
      case .tolerance, .near, .nearFields, .distance, .patternInSet, .wildcardInQuotes: .unsupported
      }
    var message = problem.message
    if let schema, case .unknownField(let name, let similar) = problem, similar.count < 2,
      let field = schema.nameLike(name)
    {
      message += " Did you mean `\(field)`?"
    }
    self.init(kind, range: range, message: message)
  }
}

extension IndexSchema {
  /// Returns the name of a field that is nearest to `name`; nil if none is near.
  fileprivate func nameLike(_ name: String) -> String? {
    let names = fields.prefix(QueryLimits.suggestionFieldCount).map(\.definition.name)
    return SpellingSuggestion.nearest(to: name, in: names)
  }
}
