import Testing

@testable import Martlet

/// The fields of the tests' schema.
let testFields = FieldCatalog([
  ("title", .text), ("body", .text), ("genre", .keyword), ("year", .number),
])

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
