import Testing

@testable import Martlet

/// The fields of the tests' schema.
let testFields = IndexSchema([
  "title": .text, "body": .text, "genre": .keyword, "year": .number,
])

extension IndexSchema {
  /// Fields of these kinds, for parsers, which ask for nothing else.
  convenience init(_ kinds: KeyValuePairs<String, FieldKind>) {
    self.init(kinds.map { (FieldDefinition(name: $0.key, kind: $0.value), Analyzer.standard) })
  }
}

/// A text and the tree it means, printed.
struct Reading: Sendable, CustomTestStringConvertible {
  var text: String
  var tree: String

  init(_ text: String, _ tree: String) {
    self.text = text
    self.tree = tree
  }

  var testDescription: String { text }
}
