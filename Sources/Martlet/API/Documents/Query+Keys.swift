extension Query {
  /// Returns a query for the documents with one of these keys, which adds nothing to the score.
  ///
  /// Use it as a filter, to search among chosen documents or to leave some out. It has no form in
  /// the syntax of texts. The keys have to be of the type of the documents' keys: a search with
  /// others throws `unsuitableValue`, but for types of the application, which nothing can tell
  /// apart.
  ///
  /// ```swift
  /// let unread = SearchRequest(typed) { $0.filter = !.keys(readNotes) }
  /// ```
  ///
  /// - Complexity: A look-up for each key and segment.
  public static func keys<Key: SearchKey>(_ keys: some Sequence<Key>) -> Query {
    Query(nodes: [.keys(keys.map(\.keyBytes), type: KeyForm.name(of: Key.self))])
  }
}
