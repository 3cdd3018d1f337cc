@testable import Martlet

extension TextSource {
  /// The text of `value` with one space for all white space between words.
  func words(of value: String) -> String {
    text(of: value).split { $0.isWhitespace }.joined(separator: " ")
  }
}

extension Analyzer {
  /// Each token with the part of the value that it comes from.
  func places(in value: String) -> [String] {
    let bytes = Array(value.utf8)
    return tokens(in: value).map { token in
      "\(token.text)=\(String(decoding: bytes[token.range], as: UTF8.self))"
    }
  }
}
