/// Parts of a text that a program writes, between two comments of their own:
///
///     <!-- begin NAME -->
///     …
///     <!-- end NAME -->
package enum MarkedText {
  /// The line before the part called `name`.
  package static func begin(_ name: String) -> String { "<!-- begin \(name) -->" }

  /// The line behind it.
  package static func end(_ name: String) -> String { "<!-- end \(name) -->" }

  /// The text with `part` between the comments of that name; nil when they are not there, each once
  /// and in this order.
  package static func replacing(_ name: String, in text: String, with part: String) -> String? {
    let begins = text.ranges(of: begin(name))
    let ends = text.ranges(of: end(name))
    guard begins.count == 1, ends.count == 1, begins[0].upperBound <= ends[0].lowerBound else {
      return nil
    }
    return text[..<begins[0].upperBound] + "\n\n" + part + "\n\n" + text[ends[0].lowerBound...]
  }
}
