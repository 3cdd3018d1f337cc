/// Parts of a text that a program writes, each between two comments:
///
///     <!-- begin NAME -->
///     …
///     <!-- end NAME -->
package enum MarkedText {
  /// Returns the line before the part called `name`.
  package static func begin(_ name: String) -> String { "<!-- begin \(name) -->" }

  /// Returns the line after the part called `name`.
  package static func end(_ name: String) -> String { "<!-- end \(name) -->" }

  /// Returns the text with `part` between the comments of that name, or nil if it does not have
  /// each of them exactly once and in this order.
  package static func replacing(_ name: String, in text: String, with part: String) -> String? {
    let begins = text.ranges(of: begin(name))
    let ends = text.ranges(of: end(name))
    guard begins.count == 1, ends.count == 1, begins[0].upperBound <= ends[0].lowerBound else {
      return nil
    }
    return text[..<begins[0].upperBound] + "\n\n" + part + "\n\n" + text[ends[0].lowerBound...]
  }
}
