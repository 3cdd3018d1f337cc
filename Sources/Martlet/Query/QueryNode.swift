/// A node of a query tree. This page defines the meaning of every query.
///
/// A tree is an array of nodes in postorder; see ``PostorderNode``.
///
/// Texts are stored as a person or a program gave them; the analyzer of the field searched turns
/// them into tokens. Every node *matches* a set of live documents and gives each of them a *score*
/// that is not negative.
///
/// **Fields.** A leaf without a field searches every text field. A `word`, `typed`, `prefix`,
/// `pattern`, `fuzzy` or `misspelt` matches if any of the fields does, and scores the weighted sum
/// over fields; a `phrase` has to be found as a whole within one value of one field. A leaf in a
/// field that the schema lacks matches nothing.
///
/// **Tokens.** A text that becomes several tokens at successive positions (`multi-agent`, Chinese)
/// is searched as a phrase of them, in `prefix` and `typed` with the last one unfinished. Tokens at
/// one position are alternatives. A leaf whose text becomes no token at all (`""`, `"…"`) is
/// neutral: it is left out of its parent, as is a parent with only such children, and a query with
/// only such leaves matches nothing. A `value` without a token is not neutral: it matches nothing.
///
/// **Keyword, number and date fields** hold values, not words. There `word`, `phrase`, `typed` and
/// `value` all match the value as a whole, with a score of 0. `prefix`, `typed` and a phrase whose
/// last word is a prefix match the beginning of a keyword; for numbers and dates they match the
/// exact value too. A text that is not a number matches nothing there, and is an error before the
/// search if a program asks for it, unless it is unfinished. `pattern` and `fuzzy` match a keyword
/// as a whole; in numbers and dates they match nothing, and are an error if a program asks for
/// them.
enum QueryNode: PostorderNode, Hashable, Sendable {
  /// Every live document, each with score 0.
  case everything

  /// No document. A choice of none of the values of a field keeps the field's name.
  case nothing(of: FieldRef? = nil)

  /// A text that a person typed, not parsed yet, because its meaning depends on the schema.
  /// ``Query/interpreted(with:allowsMisspeltWords:)`` replaces it; execution never sees this node.
  case user(String, UserQueryOptions)

  /// Documents with the word. Score: BM25.
  ///
  /// The text is not empty and has no space.
  case word(String, field: FieldRef?)

  /// Documents with the word, or with a word that begins with it: the last word of a text that is
  /// still being typed.
  ///
  /// Score: that of `prefix`, plus that of `word` for documents with the whole word, so that exact
  /// hits come first. The text is not empty and has no space.
  case typed(String, field: FieldRef?)

  /// Documents with a word that begins with the text. Score: BM25 of all these words as if they
  /// were one.
  ///
  /// The word itself is one of them. The text is not empty and has no space.
  case prefix(String, field: FieldRef?)

  /// Documents with a word that the pattern matches as a whole, before folding. Score: BM25 of all
  /// these words as if they were one; for `*word` and `*word*`, plus that of the word itself.
  ///
  /// The pattern has text and wildcards, and is not a prefix. What is no part of a word separates
  /// words as in a text, all of which are required.
  case pattern(WildcardPattern, field: FieldRef?)

  /// Documents with a word that at most `edits` edits make of the text, or as many as its length
  /// allows if nil.
  ///
  /// Score: BM25 of all these words as if they were one. For documents with the word itself, the
  /// highest score that this can give is added. The text is not empty and has no space.
  case fuzzy(String, edits: Int?, field: FieldRef?)

  /// Documents with the word, or with one that the person may have meant who typed it: a `word`, or
  /// if `isUnfinished` a `typed`, that is misspelt.
  ///
  /// Score: that of `word` or `typed`, plus BM25 of all words that may be meant as if they were
  /// one. The word itself is one of these. Only a field that allows it has such words; see
  /// ``Misspelling``. The text is not empty and has no space.
  case misspelt(String, isUnfinished: Bool, field: FieldRef?)

  /// Documents with these words in this order, at the distances that the analyzer gives.
  ///
  /// Score: BM25 of the phrase as one term, its idf the sum of the idfs of its words. With
  /// `lastIsPrefix` the last token represents every word that begins with it and adds no idf. A
  /// text of one token is the same as `word`, or `prefix`.
  case phrase(String, lastIsPrefix: Bool, field: FieldRef?)

  /// Documents with these words at most `slop` moves from being a phrase. Score: that of a phrase.
  ///
  /// Each word has a position of its own; its position minus its offset in the text differs by at
  /// most `slop` from that of any other word.
  case sloppyPhrase(String, slop: Int, lastIsPrefix: Bool, field: FieldRef?)

  /// Documents with any of the words. Score: BM25 of all of them as if they were one.
  case synonyms([String], field: FieldRef?)

  /// Documents whose field has exactly this value. Score 0.
  ///
  /// In a text field, the whole text has the tokens of the value at the same positions, and as many
  /// of them; see ``IndexedText``. Without positions, it has the same tokens in any order.
  case value(String, field: FieldRef, kind: ValueKind = .unknown)

  /// Documents with a value in the range. Score 0.
  ///
  /// Keywords are ordered by their bytes. A text field matches nothing, and neither does a bound
  /// that is no number or date where the field has these.
  case range(ValueRange, field: FieldRef)

  /// Documents in which matches of the two children stand in one value of one field, with at most
  /// `distance` words between them, and with `inOrder` the first one first. Score: that of a phrase
  /// of all their words.
  ///
  /// The children are *positional*: words, phrases, patterns, synonyms, an `any` of these with
  /// `atLeast == 1`, or `near`. A match covers both of its parts, which do not overlap. In a
  /// program, it is an error if no text field may have both.
  case near(distance: Int, inOrder: Bool)

  /// Documents in which the one child, a positional leaf, matches at the beginning of a field.
  /// Score: that of the child as a term of its own. In a field of values, it matches as the child
  /// does.
  case anchored

  /// Documents with one of these keys, whose type has this name; nil if it is one of the
  /// application's. Score 0, also with a boost.
  case keys([[UInt8]], type: String?)

  /// Documents that all `count` children match; score: the sum of theirs.
  ///
  /// At least 2 children, none of them an `all`, unless a `user` node has just been replaced.
  /// Children that are `not` exclude.
  case all(count: Int)

  /// Documents that at least `atLeast` of `count` children match; score: the sum of those that
  /// match.
  ///
  /// `1 <= atLeast < count`, and with `atLeast == 1` no child is such an `any` itself.
  case any(atLeast: Int, count: Int)

  /// Documents that the first of two children matches; the second only adds its score where it
  /// matches too.
  case preferring

  /// Every live document that the one child does not match, with score 0. May stand anywhere: as
  /// the root, or within an `any`.
  case not

  /// Documents that the one child matches; score: that of the child times the factor, which is in
  /// ``Query/boostRange``. Nested factors multiply.
  case boost(Double)

  /// Documents that the one child matches, each with this score, which is in ``Query/boostRange``.
  case constantScore(Double)

  var childCount: Int {
    switch self {
    case .all(let count), .any(_, let count): count
    case .preferring, .near: 2
    case .not, .boost, .constantScore, .anchored: 1
    default: 0
    }
  }
}
