/// A query for an index: a value that can be built, stored, compared, printed and searched with.
///
/// A query depends on no index and no schema. It is made of a text that a person typed
/// (``user(_:options:)``, which never fails), of text in the strict syntax
/// (``init(parsing:fields:combine:)``, which throws an error with the location of a mistake), or of
/// the values below.
///
/// Equal combinations are equal values: a list within a list of the same kind is joined to it, and
/// a list of one query is that query. A tree may be of any depth; nothing here recurses.
///
/// - Complexity: combining is linear in the nodes appended, if the left side is not used elsewhere.
public struct Query: Sendable, Hashable {
  /// The tree in postorder, never empty; see ``QueryNode`` for the meaning of each node.
  private(set) var nodes: [QueryNode]

  /// Creates a query from a tree in postorder.
  init(nodes: [QueryNode]) {
    checkInvariant(nodes.isOneTree, "\(nodes.count) nodes are not one tree in postorder")
    self.nodes = nodes
  }

  /// Applies a change that leaves one tree in postorder.
  mutating func withNodes(_ change: (inout [QueryNode]) -> Void) {
    change(&nodes)
    checkInvariant(!nodes.isEmpty, "a query without nodes")
  }
}

extension Query {
  /// A query that matches every document.
  public static let everything = Query(nodes: [.everything])

  /// A query that matches no document.
  public static let nothing = Query(nodes: [.nothing()])

  /// Creates a query from a text that a person typed. Every text has a meaning; nothing is an
  /// error.
  ///
  /// The text is stored, and parsed when a search runs, because a name before a colon is a field
  /// only if the schema has it.
  public static func user(_ text: String, options: UserQueryOptions = .init()) -> Query {
    Query(nodes: [.user(text, options)])
  }

  /// Returns a query for documents with the word, in the field or in any text field.
  ///
  /// A text with spaces is searched as a phrase. In a field of numbers or dates, a text that is
  /// none is an error (``SearchError/Code/unsuitableValue``) when the search begins.
  public static func word(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text) ? Query(nodes: [.word(text, field: field)]) : .phrase(text, in: field)
  }

  /// Returns a query for documents with the word or with a word that begins with it, for a word
  /// that is still being typed. Documents with the word itself score higher.
  public static func typed(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text)
      ? Query(nodes: [.typed(text, field: field)])
      : .phrase(text, in: field, lastIsPrefix: true)
  }

  /// Returns a query for documents with a word that begins with `text`.
  public static func prefix(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text)
      ? Query(nodes: [.prefix(text, field: field)])
      : .phrase(text, in: field, lastIsPrefix: true)
  }

  /// Returns a query for documents with these words next to each other, in this order.
  ///
  /// In a field of numbers or dates, a text that is none is an error
  /// (``SearchError/Code/unsuitableValue``) when the search begins, unless its last word is a
  /// prefix.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - field: The field to search; nil for every text field.
  ///   - lastIsPrefix: True if the last word also represents the words that begin with it.
  public static func phrase(
    _ text: String,
    in field: FieldRef? = nil,
    lastIsPrefix: Bool = false
  ) -> Query {
    Query(nodes: [.phrase(text, lastIsPrefix: lastIsPrefix, field: field)])
  }

  /// Returns a query for documents whose field has exactly this value. It adds nothing to the
  /// score.
  ///
  /// A keyword matches byte for byte, and a number or a date if it is equal. A text field matches
  /// if its whole text has the words of `value` and no others, in this order. Case, accents and
  /// punctuation are compared as the analyzer of the field reads them; stems and synonyms do not
  /// count. A document with several texts in the field has to have only one with words. In a field
  /// without positions (``IndexDetail/frequencies``), the words may be in any order. A value
  /// without a word matches nothing.
  ///
  /// ```swift
  /// let chosen = Query.is("tag", "birds") && .is("year", 2026) && .is("published", date)
  /// ```
  public static func `is`<Value: QueryValue>(_ field: FieldRef, _ value: Value) -> Query {
    Query(nodes: [
      .value(value.queryText, field: field, kind: ValueKind(given: Value.fieldKind))
    ])
  }

  /// Returns true if `text` can be one word of the syntax.
  private static func isOneRun(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains(where: QueryAlphabet.isSpace)
  }
}
