import Foundation

/// A scan of every text for words, ignoring case and diacritics, as most programs do before they
/// have an index.
package struct NaiveScan: Sendable {
  private let texts: [String]

  /// Creates a scan of the given texts.
  package init(_ texts: [String]) { self.texts = texts }

  /// Returns the number of texts that contain all of the words, also within longer words.
  package func count(containing words: [String]) -> Int {
    texts.count { text in
      words.allSatisfy { word in
        text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
  }
}
