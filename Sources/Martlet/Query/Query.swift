/// A query to an index: a value that is built, kept, compared and printed, and searched with.
///
/// A query knows no index and no schema. It is made of what a person typed (``user(_:options:)``,
/// which never fails), of text in the strict syntax (``init(parsing:fields:combine:)``, which says
/// what is wrong and where), or of the values below.
///
/// Equal combinations are equal values: lists within lists of the same kind are joined, a list of
/// one is that one. A tree may be as deep as a program makes it; nothing here recurses.
///
/// - Complexity: combining is linear in the nodes appended, when the left side is not kept elsewhere.
public struct Query: Sendable, Hashable {
  /// The tree in postorder; see ``QueryNode`` for what each node means. Never empty.
  private(set) var nodes: [QueryNode]

  /// The query of a tree in postorder.
  init(nodes: [QueryNode]) {
    checkInvariant(nodes.isOneTree, "\(nodes.count) nodes are not one tree in postorder")
    self.nodes = nodes
  }

  /// Appends `count` nodes' parent, or changes the tree in another way that leaves one tree.
  mutating func withNodes(_ change: (inout [QueryNode]) -> Void) {
    change(&nodes)
    checkInvariant(!nodes.isEmpty, "a query without nodes")
  }
}

extension Query {
  /// Every document.
  public static let everything = Query(nodes: [.everything])

  /// No document.
  public static let nothing = Query(nodes: [.nothing])

  /// Creates a query from a text that a person typed. Every text has a meaning; nothing is an
  /// error.
  ///
  /// The text is kept, and understood when a search runs, because names of fields count only when
  /// the schema has them.
  public static func user(_ text: String, options: UserQueryOptions = .init()) -> Query {
    Query(nodes: [.user(text, options)])
  }

  /// Documents with the word, in the field, or in any text field.
  ///
  /// A text with spaces is searched as a phrase.
  public static func word(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text) ? Query(nodes: [.word(text, field: field)]) : .phrase(text, in: field)
  }

  /// Documents with the word, best, or with a word that it begins: what a person is still typing.
  public static func typed(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text)
      ? Query(nodes: [.typed(text, field: field)])
      : .phrase(text, in: field, lastIsPrefix: true)
  }

  /// Documents with a word that begins with `text`.
  public static func prefix(_ text: String, in field: FieldRef? = nil) -> Query {
    isOneRun(text)
      ? Query(nodes: [.prefix(text, field: field)])
      : .phrase(text, in: field, lastIsPrefix: true)
  }

  /// Documents with these words next to each other, in this order.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - field: Where they are searched, nil for every text field.
  ///   - lastIsPrefix: Whether the last word may be only the beginning of one.
  public static func phrase(
    _ text: String,
    in field: FieldRef? = nil,
    lastIsPrefix: Bool = false
  ) -> Query {
    Query(nodes: [.phrase(text, lastIsPrefix: lastIsPrefix, field: field)])
  }

  /// Documents whose field has exactly this value.
  public static func `is`(_ field: FieldRef, _ value: String) -> Query {
    Query(nodes: [.value(value, field: field)])
  }

  /// Documents whose number field, or date field in seconds since 1970, has exactly this value.
  public static func `is`(_ field: FieldRef, _ value: Double) -> Query {
    .is(field, Int64(exactly: value).map(String.init) ?? String(value))
  }

  /// Returns true if `text` can be one word of the syntax.
  private static func isOneRun(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains(where: QueryAlphabet.isSpace)
  }
}
