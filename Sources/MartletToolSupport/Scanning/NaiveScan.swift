import Foundation

/// What most programs do before they have an index: ask every text whether it contains the words,
/// without regard to case and diacritics.
package struct NaiveScan: Sendable {
  private let texts: [String]

  /// Scans these texts.
  package init(_ texts: [String]) { self.texts = texts }

  /// How many texts contain all of the words, as parts of words or whole.
  package func count(containing words: [String]) -> Int {
    texts.count { text in
      words.allSatisfy { word in
        text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
  }
}
