extension IndexSchema {
  /// Makes sure that the schema has every field that a program names in `query`, that these can
  /// have the values that they are compared with, and that keys are of the documents' type.
  ///
  /// In texts that a person typed, an unknown name is a word, and a value of another kind finds
  /// nothing; neither is an error.
  ///
  /// - Throws: `unknownField` for the first name that the schema does not have; `unsuitableValue`.
  func requireFields(of query: Query) throws(SearchError) {
    for node in query.nodes {
      if case .keys(_, let type) = node { try requireKeys(of: type) }
      guard let name = node.field?.name else { continue }
      try known(FieldRef(name)).requireValues(of: node)
    }
    try requirePositions(of: query)
  }

  /// Makes sure that the documents may have keys of the type called `type`.
  private func requireKeys(of type: String?) throws(SearchError) {
    guard let type, let keyType, type != keyType else { return }
    throw SearchError(
      .unsuitableValue,
      "the documents have keys of the type \(keyType), and the query has keys of the type \(type); "
        + "convert them to \(keyType)")
  }

  /// Returns the field that a person means by `name`; nil if there is none.
  func name(like name: String) -> String? {
    let names = names(like: name)
    return names.count == 1 ? names[0] : nil
  }

  /// Returns the fields that a person may mean by `name`.
  func names(like name: String) -> [String] {
    contains(name) ? [name] : Self.names(like: name, in: fields.map(\.definition.name))
  }

  /// Returns the one of `names` that is `name`, or else those that differ from it in nothing but
  /// case.
  ///
  /// - Complexity: linear in the names.
  static func names(like name: String, in names: [String]) -> [String] {
    if names.contains(name) { return [name] }
    let folded = name.lowercased()
    return names.filter { $0.lowercased() == folded }
  }

  /// Returns true if documents may have what a person typed, at some distance from its name, in
  /// `field`: a number, a date or a range of these, or something with a letter or digit.
  func mayHave(_ field: String, _ text: String, isRange: Bool) -> Bool {
    let isCompared = text.first.map("<>=".contains) ?? false
    switch kind(of: field) {
    case let kind? where kind == .number || kind == .date:
      return isRange || kind.numbers(in: String(text.drop { "<>=".contains($0) })) != nil
    case .text? where isCompared || text.hasPrefix(".."): return false
    default:
      return text.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    }
  }

  /// Returns the field called `name`.
  ///
  /// - Throws: `unknownField`, with the names that may be meant.
  func known(_ name: FieldRef) throws(SearchError) -> Field {
    guard let field = field(named: name.name) else { throw unknown(name.name) }
    return field
  }

  /// Returns the text fields called `names`; nil stands for all.
  ///
  /// - Parameter advice: What the error for a field of another kind ends with.
  /// - Throws: `unknownField`; `invalidRequest` for a field of another kind.
  func knownTexts(_ names: [FieldRef]?, _ advice: String) throws(SearchError) -> [Field] {
    guard let names else { return textFields }
    var texts: [Field] = []
    for name in names {
      let field = try known(name)
      guard field.definition.kind == .text else {
        throw SearchError(
          .invalidRequest,
          "expected a text field, found \"\(name)\", which has \(field.definition.kind.valuesName): "
            + advice)
      }
      texts.append(field)
    }
    return texts
  }

  /// Returns the error for a field that the schema does not have.
  private func unknown(_ name: String) -> SearchError {
    let names = fields.prefix(QueryLimits.suggestionFieldCount).map(\.definition.name)
    let suggestion =
      SpellingSuggestion.nearest(to: name, in: names)
      .map { "did you mean \"\($0)\"?" }
      ?? "expected one of \(names.prefix(QueryLimits.expectedFieldCount).joined(separator: ", "))"
    return SearchError(.unknownField, "the schema has no field \"\(name)\"; \(suggestion)")
  }
}

extension QueryNode {
  /// The field that a leaf names.
  var field: FieldRef? {
    switch self {
    case .word(_, let field), .typed(_, let field), .prefix(_, let field),
      .phrase(_, _, let field), .pattern(_, let field), .fuzzy(_, _, let field),
      .misspelt(_, _, let field),
      .sloppyPhrase(_, _, _, let field), .synonyms(_, let field):
      field
    case .value(_, let field, _), .range(_, let field): field
    case .nothing(let field): field
    default: nil
    }
  }
}
