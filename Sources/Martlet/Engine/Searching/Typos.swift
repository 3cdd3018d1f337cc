/// The misspelt words of a text that a search finds all the same.
///
/// ```swift
/// let request = SearchRequest("elephnat trunk") { $0.typos = .auto }
/// ```
///
/// Documents with the words as they were typed come first, with the scores and in the order that
/// they have without this. Documents that have one of the words only in another spelling follow,
/// with lower scores.
///
/// Only the texts that a person typed (``Query/user(_:options:)``) are searched in this way. For a
/// word that a program gives, see ``Query/fuzzy(_:edits:in:)``.
public struct Typos: Sendable, Hashable {
  private enum Choice: Hashable {
    case none
    case all
    case fields([FieldRef])
  }

  private let choice: Choice

  /// No misspelt words.
  public static let none = Typos(choice: .none)

  /// Misspelt words in every text field.
  ///
  /// A word of five letters or more also finds those that one edit makes of it, and one of nine or
  /// more those that two edits make. An edit inserts, removes or replaces a letter, or swaps two
  /// neighbours; one that concerns the first letter counts as two. An unfinished last word also
  /// finds the words that begin with what it may mean.
  ///
  /// Stop words, phrases in quotes, patterns, words with digits or signs, excluded words, words
  /// near others (`NEAR`) and keywords are searched as they are.
  public static let auto = Typos(choice: .all)

  /// Misspelt words in some text fields. In the others, words are searched as they are.
  ///
  /// A field that the schema does not have is an error (``SearchError/Code/unknownField``) when the
  /// search runs, and so is a field without words (``SearchError/Code/invalidRequest``).
  public static func auto(in fields: [FieldRef]) -> Typos { Typos(choice: .fields(fields)) }

  /// True if no word may be misspelt.
  var isNone: Bool { choice == .none }

  /// Returns the fields in which words may be misspelt; nil for all.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field without words.
  func fieldIDs(in schema: IndexSchema) throws(SearchError) -> Set<FieldID>? {
    guard case .fields(let names) = choice else { return nil }
    let advice = "values are searched as they are, without regard to typos"
    return Set(try schema.knownTexts(names, advice).map(\.id))
  }
}
