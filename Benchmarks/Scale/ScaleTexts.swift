import Foundation
import MartletToolSupport

/// An endless series of texts. A number gives the same text on every platform.
struct ScaleTexts: Sendable {
  /// The sentences that the texts are made of; empty for artificial words.
  private let sentences: [Substring]

  /// The maximum number of distinct artificial words.
  private static let wordCount = 2_000_000.0

  /// Creates texts of artificial words. The r-th most frequent word has about 1/r of the share of
  /// the most frequent one (Zipf's law), so that longer collections have more distinct words, as
  /// real ones have.
  init() { sentences = [] }

  /// Creates texts of sentences of other texts, drawn at random.
  ///
  /// - Throws: ``ToolFailure`` if they have no sentence.
  init(of texts: [String]) throws(ToolFailure) {
    sentences = texts.flatMap(Self.sentences)
    if sentences.isEmpty { throw ToolFailure("expected texts with sentences, found none") }
  }

  /// Returns the sentences between full stops; for a text without any, runs of 20 words.
  private static func sentences(_ text: String) -> [Substring] {
    let parts = text.split(whereSeparator: { ".!?\n".contains($0) })
    guard parts.count == 1, text.utf8.count > 400 else { return parts }
    let words = text.split(separator: " ")
    return stride(from: 0, to: words.count, by: 20).map { start in
      text[words[start].startIndex..<words[min(start + 19, words.count - 1)].endIndex]
    }
  }

  /// Returns the text of a document, of 20 to 80 words or of one to four sentences.
  func text(_ number: Int) -> String {
    var random = MixedNumbers(seed: UInt64(number))
    if !sentences.isEmpty {
      return (0..<(1 + random.number(below: 4))).map { _ in
        String(sentences[random.number(below: sentences.count)])
      }.joined(separator: ". ")
    }
    var text = ""
    for _ in 0..<(20 + random.number(below: 61)) {
      if !text.isEmpty { text += " " }
      // If shares fall as 1/r, the logarithm of the rank is distributed evenly.
      let rank = Int(exp(random.fraction() * log(Self.wordCount)))
      Self.append(wordOfRank: rank, to: &text)
    }
    return text
  }

  private static let syllables = "bcdfghjklmnprstvwxyz".flatMap { first in
    "aeiou".map { "\(first)\($0)" }
  }

  /// Appends the word of a rank from 1 on. Frequent words have one syllable, as in languages.
  private static func append(wordOfRank rank: Int, to text: inout String) {
    var rest = rank
    repeat {
      rest -= 1
      text += syllables[rest % syllables.count]
      rest /= syllables.count
    } while rest > 0
  }
}
