/// An error in a text in the strict syntax, with its location.
public struct QueryError: Error, Sendable, Hashable {
  /// A sentence that describes the error.
  public var message: String
  /// The range of the text concerned, in bytes of UTF-8; empty at the end of the text if something
  /// is missing there.
  public var range: Range<Int>
  /// The input that would be valid at this location.
  public var expected: [String]
  /// A suggestion for what was probably meant, if there is one.
  public var suggestion: String?

  /// Creates an error; `message` is a sentence for a person.
  public init(
    _ message: String,
    range: Range<Int>,
    expected: [String] = [],
    suggestion: String? = nil
  ) {
    self.message = message
    self.range = range
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension QueryError: CustomStringConvertible {
  /// The message, the byte range, the expected input and the suggestion, on one line.
  public var description: String {
    var text = "\(message) (bytes \(range.lowerBound)..<\(range.upperBound))"
    if !expected.isEmpty { text += " Expected: \(expected.joined(separator: ", "))." }
    if let suggestion { text += " Hint: \(suggestion)\(suggestion.hasSuffix("?") ? "" : ".")" }
    return text
  }
}
